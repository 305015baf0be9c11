import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { SCALAR_VERSION, scalarFile } from "../openapi/scalar_bundle.ts";
import { npmPackage } from "./vendor_package.ts";

/**
 * Extracts Scalar's browser bundle from its npm package and writes it compressed beside
 * `openapi/scalar_bundle.ts`. The package itself, 280 MB with its dependencies, is never installed.
 */
async function vendorScalar(): Promise<void> {
  const bundle = "dist/browser/standalone.js";
  await using scalar = await npmPackage("@scalar/api-reference", SCALAR_VERSION, bundle);
  const script = await Deno.readTextFile(scalar.pathOf(bundle));
  const bytes = new TextEncoder().encode(script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
  await Deno.writeFile(
    scalarFile("br"),
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  await Deno.writeFile(scalarFile("gz"), gzipSync(bytes, { level: 9 }));
}

if (import.meta.main) await vendorScalar();
