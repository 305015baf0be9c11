/**
 * Names in a folder that end so, without the ending, in their order; none where there is no such folder.
 *
 * @throws {Deno.errors.NotADirectory} When the folder is a file.
 */
export async function namesIn(folder: string, ending: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (name.endsWith(ending)) names.push(name.slice(0, -ending.length));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}
