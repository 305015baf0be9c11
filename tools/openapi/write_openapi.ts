import type { OpenAPIHono } from "@hono/zod-openapi";
import { EXAMPLE_SITE } from "../../openapi/document.ts";
import { addExamples, type Answer, EXAMPLE_LINE, exampleSnapshot } from "./example_answers.ts";
import { NO_REVISION } from "../../service/health.ts";
import { createApp } from "../../routes/app.ts";
import type { Services } from "../../routes/services.ts";
import { type CommandLine, refuseArguments, runCommand, UsageError } from "../../cli/command/run_command.ts";
import { buildEndpoint } from "../../mcp/server.ts";
import { generateDocument } from "./generate_document.ts";

const HELP = `Write openapi.json from the routes.

  deno task openapi [--check]

  --check    write nothing; exit with 1 if openapi.json is stale
  --help     this text`;

const FILE = new URL("../../openapi.json", import.meta.url);

/** Generates the text of `openapi.json`. */
export async function openApiText(): Promise<string> {
  const snapshot = exampleSnapshot();
  const answers = (services: Partial<Services>): Answer => {
    const app = exampleApp(services);
    return (path, request) => app.request(path, request);
  };
  // Through JSON text, to drop undefined members.
  const document = JSON.parse(JSON.stringify(generateDocument(exampleApp({}), snapshot.business)));
  const complete = await addExamples(document, {
    ready: answers({ snapshot: () => snapshot }),
    unready: answers({}),
  });
  return JSON.stringify(complete, null, 2) + "\n";
}

function exampleApp(services: Partial<Services>): OpenAPIHono {
  const { snapshot = () => null } = services;
  return createApp({
    site: EXAMPLE_SITE,
    snapshot,
    hub: () => Promise.resolve({ kind: "accepted" }),
    mcp: buildEndpoint({ site: EXAMPLE_SITE, snapshot: () => snapshot("api") }).fetch,
    isTrustedProxy: () => false,
    clientNetwork: (address) => address,
    trouble: () => null,
    ledger: () => Promise.resolve([EXAMPLE_LINE]),
    readiness: async () => await Promise.resolve(snapshot("api")) === null ? [NO_REVISION] : [],
    onError: () => {},
    ...services,
  });
}

async function openApiCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, "openapi");
  const text = await openApiText();
  if (!line.flag("check")) {
    await Deno.writeTextFile(FILE, text);
    return 0;
  }
  if (await Deno.readTextFile(FILE) === text) return 0;
  throw new UsageError("openapi.json is stale: write it anew with deno task openapi.");
}

/** Runs `deno task openapi`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, { check: { type: "boolean" } }, openApiCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
