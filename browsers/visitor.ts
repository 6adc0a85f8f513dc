/** A key that types nothing. */
export type Key = "Enter" | "Escape" | "Tab" | "Backspace" | "Delete" | "End";

/** One person at one browser, with their own profile. */
export type Visitor = AsyncDisposable &
  Readonly<{
    /** The browser's version. */
    version: string;
    /** Opens an address, and resolves once its document has loaded or failed to load. */
    goTo: (url: string) => Promise<void>;
    /** Runs an expression in the page, waits for its promise, and resolves to its text. */
    evaluate: (expression: string) => Promise<string>;
    /** Presses the mouse at a place in the window. */
    click: (x: number, y: number) => Promise<void>;
    /** Types a text, letter by letter. */
    type: (text: string) => Promise<void>;
    press: (key: Key) => Promise<void>;
    /** Presses a letter with Control held. */
    pressWithControl: (letter: string) => Promise<void>;
    /** Sets the size of the page's viewport, in CSS pixels. */
    resize: (width: number, height: number) => Promise<void>;
    /** The viewport as a PNG. */
    takeScreenshot: () => Promise<Buffer>;
    /** The page on paper, as a PDF. */
    print: () => Promise<Buffer>;
    /** Errors of the page and of its console since the profile was created, in order. */
    errors: readonly string[];
  }>;

export type VisitorOptions = Readonly<{ prefersDark?: boolean }>;

export type TestBrowser = AsyncDisposable & Readonly<{ newVisitor: (options?: VisitorOptions) => Promise<Visitor> }>;
