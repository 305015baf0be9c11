/**
 * Imports all test files of a folder and its subfolders into this process, which loads each module once. Leaves out
 * folders that have an `all.ts` of their own.
 *
 * @param except Names of further folders to leave out.
 */
export async function importTests({ url }: ImportMeta, ...except: readonly string[]): Promise<void> {
  for (const file of await testFiles(new URL("./", url), except)) await import(file.href);
}

async function testFiles(folder: URL, except: readonly string[]): Promise<readonly URL[]> {
  const entries = (await Array.fromAsync(Deno.readDir(folder))).sort((a, b) => a.name < b.name ? -1 : 1);
  const files = entries.filter(({ name }) => name.endsWith("_test.ts")).map(({ name }) => new URL(name, folder));
  for (const { name } of entries.filter(({ isDirectory, name }) => isDirectory && !except.includes(name))) {
    const below = new URL(`${name}/`, folder);
    const hasOwn = await Deno.stat(new URL("all.ts", below)).then(() => true, () => false);
    if (!hasOwn) files.push(...await testFiles(below, []));
  }
  return files;
}
