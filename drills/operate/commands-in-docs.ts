/** The shell commands under a heading of a Markdown page, a text for each fenced block, up to the next heading. */
export function commandsUnder(heading: string, page: string): readonly string[] {
  const [, section = ""] = page.split(new RegExp(`^#+ ${heading}$`, "m"));
  const [untilNext = ""] = section.split(/^## |^### /m);
  return [...untilNext.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands = ""]) => commands);
}
