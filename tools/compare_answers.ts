/**
 * Compares the answers of two running services on copies of one store, for a change that must not be seen from outside:
 *
 *     deno run --allow-net tools/compare_answers.ts http://127.0.0.1:8001 http://127.0.0.1:8002
 *
 * Both need the same `BASE_URL`. Prints each answer that differs in its status, decoded body or described header fields,
 * and exits with 1 if there is one. Entity tags and compressed bytes may differ: each tag must bring a 304 from the
 * service that gave it.
 */
import { zstdDecompressSync } from "node:zlib";
import { print, printError } from "../terminal/print.ts";
import { seededRandom } from "../tests/support/seeded_random.ts";

const PAGES = ["/", "/?lang=de", "/?stars=5&page=2", "/summary", "/policy", "/developers", "/docs", "/embed"];
const DOCUMENTS = [
  ..."/reviews.json /insights.json /api/feed.json /feed.xml /openapi.json /api/business /review-policy.json".split(" "),
  ..."/review-policy/history.json /api/changes /llms.txt /robots.txt /sitemap.xml /badge.svg /embed.js".split(" "),
  ..."/embed/list /.well-known/api-catalog /favicon.ico /nothing-here".split(" "),
];
const CODINGS = ["identity", "gzip", "br", "zstd"];
/** Header fields that a client may rely on. */
const FIELDS = ["content-type", "cache-control", "vary", "link", "last-modified", "allow", "content-encoding"];
const SEARCHES = 400;
const MOST_SHOWN = 40;
const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

interface Review {
  readonly id: string;
  readonly date: string;
  readonly text: string | null;
  readonly source: string;
  readonly mentioned_technicians: readonly string[];
  readonly mentioned_services: readonly string[];
}

const [one = "", other = ""] = Deno.args;
if (!URL.canParse(one) || !URL.canParse(other)) {
  printError("Expected the origins of two services, such as http://127.0.0.1:8001 http://127.0.0.1:8002.");
  Deno.exit(2);
}

/** Queries of the search: sound ones from what the reviews hold, and some with faults. */
function searches(reviews: readonly Review[], count: number): readonly string[] {
  const random = seededRandom(7);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  return Array.from({ length: count }, () => {
    const review = pick(reviews);
    const words = (review?.text ?? "").split(/\s+/);
    const at = Math.floor(random() * words.length);
    const all = {
      query: words.slice(at, at + 1 + Math.floor(random() * 2)).join(" "),
      rating: pick(["1", "5", "6", "05"]),
      min_rating: pick(["2", "3.5", "9"]),
      since: review?.date,
      until: pick([review?.date, "2025-02-30"]),
      mentions_technician: pick(review?.mentioned_technicians ?? []),
      mentions_service: pick(review?.mentioned_services ?? []),
      source: review?.source,
      sentiment: pick(["positive", "negative"]),
      aspect: pick(["punctuality", "value", "none such"]),
      sort: pick(["helpful", "oldest", "highest", "lowest"]),
      limit: pick(["1", "3", "100", "101"]),
    };
    const chosen = Object.entries(all).filter((pair): pair is [string, string] => !!pair[1] && random() < 0.25);
    return `/api/reviews/search?${new URLSearchParams(chosen)}`;
  });
}

let compared = 0;
const differences: string[] = [];

/** What a client sees of an answer, with the origin of the service left out. */
async function seen(origin: string, path: string, init: RequestInit) {
  const response = await fetch(origin + path, { ...init, redirect: "manual" });
  const bytes = await response.bytes();
  // The client of Deno decodes the other codings itself.
  const isZstd = response.headers.get("content-encoding") === "zstd" && bytes.length > 0;
  const text = new TextDecoder().decode(isZstd ? zstdDecompressSync(bytes) : bytes);
  // The address of a style or script holds the hash of its bytes.
  const body = text.replaceAll(/(?<=\/assets\/\w+-)[\w-]+(?=\.)/g, "hash");
  return {
    tag: response.headers.get("etag"),
    facts: [response.status, ...FIELDS.map((name) => response.headers.get(name)), body].map(String),
  };
}

async function compare(path: string, init: RequestInit = {}, name = `${init.method ?? "GET"} ${path}`): Promise<void> {
  compared++;
  const [a, b] = await Promise.all([seen(one, path, init), seen(other, path, init)]);
  const names = ["status", ...FIELDS, "body"];
  const different = names.filter((_, at) => a.facts[at] !== b.facts[at]);
  if (different.length > 0) {
    differences.push(
      `${name}: ${different.join(", ")}\n${different.map((of) => detail(names.indexOf(of), a, b)).join("")}`,
    );
  }
  if ((a.tag === null) !== (b.tag === null)) differences.push(`${name}: only one has an entity tag`);
  for (const [origin, { tag }] of [[one, a], [other, b]] as const) {
    if (tag === null || init.method !== undefined) continue;
    const headers = { ...init.headers as Record<string, string>, "if-none-match": tag };
    const { facts } = await seen(origin, path, { headers });
    if (facts[0] !== "304" || facts.at(-1) !== "") differences.push(`${name}: ${origin} gives no 304 for its own tag`);
  }
}

function detail(
  at: number,
  a: { readonly facts: readonly string[] },
  b: { readonly facts: readonly string[] },
): string {
  const [left = "", right = ""] = [a.facts[at], b.facts[at]];
  let from = 0;
  while (from < left.length && left[from] === right[from]) from++;
  const cut = (text: string) => JSON.stringify(text.slice(Math.max(0, from - 40), from + 120));
  return `    ${cut(left)}\n    ${cut(right)}\n`;
}

const { reviews }: { readonly reviews: readonly Review[] } = await (await fetch(`${one}/reviews.json`)).json();
const { cursor } = await (await fetch(`${one}/api/changes`)).json();
for (const path of [...PAGES, ...DOCUMENTS, `/api/changes?cursor=${cursor}`]) {
  for (const coding of CODINGS) {
    await compare(path, { headers: { "accept-encoding": coding, accept: PAGES.includes(path) ? "text/html" : "*/*" } });
  }
  await compare(path, { method: "HEAD" });
  await compare(path, { method: "PUT" });
}
for (const { id, date } of reviews.filter((_, at) => at % Math.ceil(reviews.length / 20) === 0)) {
  for (const path of [`/api/reviews/${id}`, `/reviews/${id}`, `/api/reviews/since/${date}`]) await compare(path);
}
for (const path of searches(reviews, SEARCHES)) await compare(path, { headers: { "accept-encoding": "identity" } });

const rpc = (method: string, params: object = {}) => ({
  method: "POST",
  headers: JSON_HEADERS,
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});
for (const method of ["tools/list", "resources/list", "prompts/list", "none/such"]) {
  await compare("/mcp", rpc(method), `MCP ${method}`);
}
const listed = await (await fetch(`${one}/mcp`, rpc("tools/list"))).text();
const tools: readonly { readonly name: string; readonly inputSchema: { readonly properties?: object } }[] =
  JSON.parse(listed.slice(listed.indexOf("{"))).result?.tools ?? [];
for (const { name, inputSchema: { properties = {} } } of tools) {
  const examples = Object.entries(properties).flatMap(([key, { examples }]) =>
    examples?.length ? [[key, examples[0]]] : []
  );
  for (const given of [{}, ...examples.map((example) => Object.fromEntries([example])), Object.fromEntries(examples)]) {
    await compare("/mcp", rpc("tools/call", { name, arguments: given }), `MCP ${name} ${JSON.stringify(given)}`);
  }
}
for (const body of ["", "hub.mode=subscribe", "hub.mode=publish&hub.topic=x&hub.callback=http://a.example/"]) {
  await compare("/api/websub/hub", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  }, `hub ${body}`);
}

print(differences.slice(0, MOST_SHOWN).join("\n"));
print(`${compared} requests compared, ${differences.length} differences.`);
Deno.exit(differences.length === 0 ? 0 : 1);
