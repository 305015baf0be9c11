const DOCUMENT = await Deno.readTextFile(new URL("../../docs/clients.md", import.meta.url));

/** The shell commands under a heading of `docs/clients.md`, up to the next heading. Throws an Error if there are none. */
export function documentedCommands(heading: string): string {
  const [, section = ""] = DOCUMENT.split(new RegExp(`^#+ ${heading}$`, "m"));
  const [own = ""] = section.split(/^#+ /m);
  const blocks = [...own.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands = ""]) => commands);
  if (blocks.length === 0) throw new Error(`docs/clients.md has no commands under ${heading}.`);
  return blocks.join("");
}
