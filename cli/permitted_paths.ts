import { kvLocation } from "./service/kv_location.ts";

// Tasks ask this file which paths to put into their permissions: a task cannot say "KV_PATH, or else the default" by
// itself, and permission to read and write everywhere would be too much.
if (import.meta.main) {
  const path = kvLocation((name) => Deno.env.get(name));
  const isFile = path !== undefined && path !== ":memory:" && !/^https?:/.test(path);
  const paths = [isFile ? path : ".data"];
  const caFile = Deno.env.get("WEBSUB_CA_FILE");
  if (Deno.args[0] === "read" && caFile) paths.push(caFile);
  Deno.stdout.writeSync(new TextEncoder().encode(paths.join(",")));
}
