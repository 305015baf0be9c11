import { addExamples, type Answer, exampleSnapshot } from "../openapi/example_answers.ts";
import { EXAMPLE_SITE, generateDocument, serverDocument } from "../openapi/document.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import { createApp } from "../routes/app.ts";
import { type CommandLine, runCommand, UsageError } from "./run_command.ts";

const HELP = `Write openapi.json from the routes.

  deno task openapi [--check]

  --check    write nothing; exit with 1 when openapi.json is stale
  --help     this text`;

const FILE = new URL("../openapi.json", import.meta.url);

/** Generates the text of the committed document. */
export async function openApiText(): Promise<string> {
  const answers = (snapshot: () => Snapshot | null): Answer => {
    const app = createApp({ site: EXAMPLE_SITE, snapshot, onError: () => {} });
    return (path, method) => app.request(path, { method });
  };
  const snapshot = exampleSnapshot();
  const ready = answers(() => snapshot);
  const unready = answers(() => null);
  const faulty = answers(() => {
    throw new Error("A fault, to see how it is answered.");
  });
  const app = createApp({ site: EXAMPLE_SITE, snapshot: () => null, onError: () => {} });
  // Through text first: what JSON cannot say is not part of the document.
  const document = JSON.parse(JSON.stringify(generateDocument(app)));
  return serverDocument(await addExamples(document, { ready, unready, faulty }), EXAMPLE_SITE);
}

async function openApiCommand(line: CommandLine): Promise<number> {
  const text = await openApiText();
  if (!line.flag("check")) {
    await Deno.writeTextFile(FILE, text);
    return 0;
  }
  if (await Deno.readTextFile(FILE) === text) return 0;
  throw new UsageError("openapi.json is stale: write it anew with deno task openapi.");
}

if (import.meta.main) await runCommand(HELP, { check: { type: "boolean" } }, openApiCommand);
