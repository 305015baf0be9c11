// Run by `deno task clients`, not by `deno task test`: it takes minutes and downloads generators.

import assert from "node:assert/strict";
import { openStore } from "../../service/store/open_store.ts";
import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { ownDataset } from "../support/reviews/measured_dataset.ts";
import { GO, JAVA, type Needs, NODE, PYTHON, RUBY, shell, testClient } from "./tools.ts";

const COMPILE_AND_RUN = "npx -y -p typescript@5.9.3 tsc --strict --noUncheckedIndexedAccess" +
  " --target es2022 --lib es2023,dom,dom.iterable --module node16 --outDir out program.ts && node out/program.js";
const RUN_JAVA = "javac -cp 'reviews-java/target/classes:reviews-java/target/lib/*' -d out OpenapiGenerator.java" +
  " && java -cp 'out:reviews-java/target/classes:reviews-java/target/lib/*' OpenapiGenerator";

/**
 * Kinds of programs, by the end of their names: the name of the program next to the client, and the command that
 * compiles and runs it. The origin of the service is appended.
 */
const RUNS: Readonly<Record<string, readonly [name: string, run: string]>> = {
  ts: ["program.ts", COMPILE_AND_RUN],
  py: ["program.py", "python program.py"],
  java: ["OpenapiGenerator.java", RUN_JAVA],
  go: ["main.go", "go vet ./... && go run ."],
  rb: ["program.rb", "ruby -I reviews-ruby/lib program.rb"],
};

/**
 * Ways to generate a client and to use it: a file of `programs/`, and the headings of `docs/clients.md` whose commands
 * generate the client.
 */
const CLIENTS: readonly (readonly [name: string, needs: Needs, file: string, ...headings: readonly string[]])[] = [
  ["openapi-typescript with openapi-fetch", NODE, "openapi_fetch.ts", "openapi-typescript"],
  ["hey-api", NODE, "hey_api.ts", "hey-api"],
  ["orval", NODE, "orval.ts", "orval"],
  [
    "openapi-generator typescript-fetch",
    { ...JAVA, ...NODE },
    "typescript_fetch.ts",
    "openapi-generator",
    "TypeScript",
  ],
  ["openapi-generator python", { ...JAVA, ...PYTHON }, "openapi_generator.py", "openapi-generator", "Python"],
  ["openapi-generator java", JAVA, "OpenapiGenerator.java", "openapi-generator", "Java"],
  ["openapi-generator go", { ...JAVA, ...GO }, "openapi_generator.go", "openapi-generator", "Go"],
  ["openapi-generator ruby", { ...JAVA, ...RUBY }, "openapi_generator.rb", "openapi-generator", "Ruby"],
  ["openapi-python-client", PYTHON, "openapi_python_client.py", "openapi-python-client"],
  ["oapi-codegen", GO, "oapi_codegen.go", "oapi-codegen"],
];

const DOCUMENT = await Deno.readTextFile(new URL("../../docs/clients.md", import.meta.url));

/** The shell commands under a heading of `docs/clients.md`, up to the next heading. Throws an Error if there are none. */
function documentedCommands(heading: string): string {
  const [, section = ""] = DOCUMENT.split(new RegExp(`^#+ ${heading}$`, "m"));
  const [own = ""] = section.split(/^#+ /m);
  const blocks = [...own.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands = ""]) => commands);
  if (blocks.length === 0) throw new Error(`docs/clients.md has no commands under ${heading}.`);
  return blocks.join("");
}

/** Publishes the sample as imported reviews, without the newest ones. */
async function publishSample(kvPath: string, without: number): Promise<void> {
  const { kv } = await openStore(kvPath);
  const sample = ownDataset();
  await changeDataset(kv, {
    publisher: { command: "import", sources: [] },
    decide: () => ({ dataset: { ...sample, reviews: sample.reviews.slice(without) } }),
    dryRun: false,
    keptRevisions: 10,
    now: () => new Date(),
  });
  kv.close();
}

/** Expected output of every program, computed from the answers themselves. */
async function expectedReport(origin: string, begin: string) {
  const get = async (path: string) => {
    const response = await fetch(origin + path);
    return { status: response.status, body: await response.json() };
  };
  const { body: search } = await get("/api/reviews/search?rating=5&query=water%20heater&limit=2");
  const { body: since } = await get("/api/reviews/since/2026-01-01");
  const { body: insights } = await get("/insights.json");
  const { body: changes } = await get(`/api/changes?cursor=${begin}`);
  assert.equal(changes.changes.length, 2);
  const { body: report } = await get(`/api/reviews/${search.reviews[0].id}`);
  const wrong = await get("/api/reviews/search?since=2026-10-31&until=2024-01-01");
  assert.equal(search.reviews.length, 2);
  assert.notEqual(report.analysis.sentiment, null);
  return {
    matched: search.matched,
    ids: search.reviews.map(({ id }: { id: string }) => id),
    since: since.count,
    changes: changes.changes.map(({ kind, review }: { kind: string; review?: { id: string } }) =>
      `${kind} ${review?.id}`
    ),
    analysed: insights.review_count,
    trend: insights.temporal.trend,
    aspects: insights.aspects.map(({ id }: { id: string }) => id),
    author: report.review.author,
    sentiment: report.analysis.sentiment,
    status: wrong.status,
    issues: [["query", "until"]],
    hub: 202,
  };
}

for (const [name, needs, file, ...headings] of CLIENTS) {
  const [program, run] = RUNS[file.split(".").at(-1) ?? ""]!;
  await testClient(`${name} makes a client that works`, needs, [file, program], async (server, folder) => {
    const { headers } = await fetch(`${server.origin}/reviews.json`, { method: "HEAD" });
    const begin = headers.get("changes-cursor") ?? "";
    await publishSample(`${folder}/../reviews.kv`, 0);
    await server.logged(({ message, reviews }) =>
      message === "dataset loaded" && reviews === sampleDataset().reviews.length
    );
    // The topics have this host, and the clients know them.
    const origin = server.origin.replace("127.0.0.1", "localhost");
    const commands = headings.map(documentedCommands).join("").replaceAll("http://localhost:8000", origin);
    const printed = await shell(`{\n${commands}} >&2\n${run} ${origin} ${begin}`, folder);
    assert.deepEqual(JSON.parse(printed), await expectedReport(server.origin, begin));
  }, (kvPath) => publishSample(kvPath, 2));
}
