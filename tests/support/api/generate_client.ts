// A program: deno run -A tests/support/api/generate_client.ts DOCUMENT FOLDER
// In a separate process, because the generator reads /proc when it is loaded, which needs all permissions.

// With `typescript`, because the generator's peer dependency would otherwise resolve to a compiler without its API.
import { createClient } from "@hey-api/openapi-ts";
import "typescript";

const [input = "", path = ""] = Deno.args;
await createClient({ input, output: { path, importFileExtension: ".ts" }, logs: { level: "silent" } });
