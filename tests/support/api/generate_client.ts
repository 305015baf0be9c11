// A program: deno run -A tests/support/api/generate_client.ts DOCUMENT FOLDER
// In a process of its own, because the generator looks into /proc when it is loaded, which takes all permissions.

// Before the generator, which needs the compiler as a peer and would otherwise be given one without its API.
import { createClient } from "@hey-api/openapi-ts";
import "typescript";

const [input = "", path = ""] = Deno.args;
await createClient({ input, output: { path, importFileExtension: ".ts" }, logs: { level: "silent" } });
