import { archivedBodies } from "../domain/dataset_archive.ts";
import { readArchive, readHead } from "../domain/dataset_store.ts";
import { readConfiguration } from "./configuration.ts";
import { openStore } from "./open_store.ts";
import { type CommandLine, runCommand, UsageError } from "./run_command.ts";

const HELP = `Write what is published, byte for byte as the service sends it.

  deno task export [options] [FILE]

The output can be imported again, here or into another store. Without FILE it goes to standard output.

  --insights    /insights.json instead of /reviews.json
  --help        this text`;

async function exportCommand(line: CommandLine): Promise<number> {
  if (line.files.length > 1) throw new UsageError(`${line.files.length} files are named; expected one at the most.`);
  const { kvPath } = readConfiguration((name) => Deno.env.get(name));
  const kv = await openStore(kvPath);
  try {
    const { value: head } = await readHead(kv);
    const archive = head && await readArchive(kv, head);
    if (archive === null) throw new UsageError("There is nothing to export: import reviews or start the server first.");
    const { identity } = archivedBodies(archive, line.flag("insights") ? "/insights.json" : "/reviews.json");
    await write(line.files[0], identity.bytes);
    return 0;
  } finally {
    kv.close();
  }
}

async function write(path: string | undefined, bytes: Uint8Array): Promise<void> {
  if (path === undefined) {
    for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    return;
  }
  try {
    await Deno.writeFile(path, bytes);
  } catch (error) {
    throw new UsageError(`Cannot write ${path}: ${error instanceof Error ? error.message : error}.`);
  }
}

if (import.meta.main) await runCommand(HELP, { insights: { type: "boolean" } }, exportCommand);
