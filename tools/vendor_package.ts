/**
 * Downloads an npm package (npm verifies its integrity) and unpacks it into a new folder, which is removed on disposal.
 * Its dependencies are not installed.
 *
 * @param name With its scope: `@scope/name`.
 * @param files Only these files of the package; all if empty.
 */
export async function npmPackage(name: string, version: string, ...files: readonly string[]) {
  const folder = await Deno.makeTempDir();
  await run("npm", "pack", "--silent", "--pack-destination", folder, `${name}@${version}`);
  const archive = `${folder}/${name.slice(1).replace("/", "-")}-${version}.tgz`;
  await run("tar", "xzf", archive, "-C", folder, ...files.map((file) => `package/${file}`));
  return {
    pathOf: (file: string) => `${folder}/package/${file}`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function run(command: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args: [...args] }).output();
  if (!success) throw new Error(`${command} failed: ${new TextDecoder().decode(stderr)}`);
}
