/** A key that types nothing. */
export type Key = "Enter" | "Escape" | "Tab" | "Backspace" | "Delete" | "End";

/** One person at one browser, in a profile that nobody else has. */
export type Visitor = AsyncDisposable &
  Readonly<{
    /** Of the browser. */
    version: string;
    /** Opens an address, and resolves once its document is loaded, or cannot be. */
    goTo: (url: string) => Promise<void>;
    /** Runs an expression in the page, waits for its promise, and gives the text that comes of it. */
    evaluate: (expression: string) => Promise<string>;
    /** Presses the mouse at a place in the window. */
    click: (x: number, y: number) => Promise<void>;
    /** Types a text, letter by letter. */
    type: (text: string) => Promise<void>;
    press: (key: Key) => Promise<void>;
    /** Presses a letter while Control is held. */
    pressWithControl: (letter: string) => Promise<void>;
    /** Makes the window show so much of a page. */
    resize: (width: number, height: number) => Promise<void>;
    /** What the window shows, as a PNG. */
    takeScreenshot: () => Promise<Buffer>;
    /** The page on paper, as a PDF. */
    print: () => Promise<Buffer>;
    /** Errors of the page and of its console since the profile was made, in order. */
    errors: readonly string[];
  }>;

export type VisitorOptions = Readonly<{ prefersDark?: boolean }>;

export type TestBrowser = AsyncDisposable & Readonly<{ newVisitor: (options?: VisitorOptions) => Promise<Visitor> }>;
