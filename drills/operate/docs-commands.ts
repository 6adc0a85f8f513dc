/** The shell commands of a Markdown page between a heading and the next one, with a text for each fenced block. */
export function commandsUnder(heading: string, page: string): readonly string[] {
  const [, section = ""] = page.split(new RegExp(`^#+ ${heading}$`, "m"));
  const [untilNext = ""] = section.split(/^## |^### /m);
  return [...untilNext.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands = ""]) => commands);
}
