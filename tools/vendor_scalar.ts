import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { SCALAR_VERSION, scalarFile } from "../openapi/scalar_bundle.ts";

/**
 * Extracts Scalar's browser bundle from its npm package (npm verifies the integrity) and writes it compressed beside
 * `openapi/scalar_bundle.ts`. The package itself, 280 MB with its dependencies, is never installed.
 */
async function vendorScalar(): Promise<void> {
  const folder = await Deno.makeTempDir();
  await run("npm", [
    "pack",
    "--silent",
    "--pack-destination",
    folder,
    `@scalar/api-reference@${SCALAR_VERSION}`,
  ]);
  const bundle = "package/dist/browser/standalone.js";
  await run("tar", [
    "xzf",
    `${folder}/scalar-api-reference-${SCALAR_VERSION}.tgz`,
    "-C",
    folder,
    bundle,
  ]);
  const script = await Deno.readTextFile(`${folder}/${bundle}`);
  const bytes = new TextEncoder().encode(script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
  await Deno.remove(folder, { recursive: true });
  await Deno.writeFile(
    scalarFile("br"),
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  await Deno.writeFile(scalarFile("gz"), gzipSync(bytes, { level: 9 }));
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, {
    args: [...args],
  }).output();
  if (!success) {
    throw new Error(`${command} failed: ${new TextDecoder().decode(stderr)}`);
  }
}

if (import.meta.main) await vendorScalar();
