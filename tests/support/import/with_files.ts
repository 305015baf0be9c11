/**
 * Runs a test with temporary files.
 *
 * @param files Contents by file name; strings are written as UTF-8.
 */
export async function withFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  test: (paths: string[]) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const paths: string[] = [];
    for (const [name, content] of Object.entries(files)) {
      const path = `${folder}/${name}`;
      await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
      paths.push(path);
    }
    await test(paths);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
