import { archivedBodies } from "../domain/dataset_archive.ts";
import { readArchive, readHead } from "../domain/dataset_store.ts";
import { readConfiguration } from "./configuration.ts";
import { openStore } from "./open_store.ts";
import { writeAll } from "./print.ts";
import { type CommandLine, runCommand, UsageError } from "./run_command.ts";

const HELP = `Write what is published, byte for byte as the service sends it.

  deno task export [options] > reviews.json

The output can be imported again, here or into another store.

  --insights    /insights.json instead of /reviews.json
  --help        this text`;

async function exportCommand(line: CommandLine): Promise<number> {
  if (line.files.length > 0) {
    throw new UsageError(`"${line.files[0]}" is not an option. The export goes to standard output: add > and a file.`);
  }
  const { kvPath } = readConfiguration((name) => Deno.env.get(name));
  const kv = await openStore(kvPath);
  try {
    const { value: head } = await readHead(kv);
    const archive = head && await readArchive(kv, head);
    if (archive === null) throw new UsageError("There is nothing to export: import reviews or start the server first.");
    const { identity } = archivedBodies(archive, line.flag("insights") ? "/insights.json" : "/reviews.json");
    writeAll(Deno.stdout, identity.bytes);
    return 0;
  } finally {
    kv.close();
  }
}

if (import.meta.main) await runCommand(HELP, { insights: { type: "boolean" } }, exportCommand);
