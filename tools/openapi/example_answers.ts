import { changeCursor, EMPTY_LOG } from "../../domain/dataset/change_log.ts";
import { endAfter, type LedgerLine, nextLine } from "../../domain/dataset/ledger.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { SERVICE } from "../../domain/service.ts";
import { datasetSnapshot } from "../../domain/snapshot/dataset_snapshot.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { EXAMPLE_SITE } from "../../openapi/document.ts";
import { EXAMPLE_FORM } from "../../openapi/hub_operation.ts";

/** Answers a request like the application. */
export type Answer = (path: string, request: RequestInit) => Response | Promise<Response>;

/** The application in each state that the documented responses need. */
interface ExampleApps {
  /** Serves {@linkcode exampleSnapshot}. */
  readonly ready: Answer;
  /** Before a dataset is loaded. */
  readonly unready: Answer;
}

/** Query string with all documented parameter examples; this search has results. */
const SEARCH = "rating=4&min_rating=4&since=2024-01-01&until=2026-10-31&query=hot%20water" +
  "&mentions_technician=Gustav%20Lindqvist&mentions_service=water-heater&limit=3&max_rating=5&aspect=quality_of_work" +
  "&sentiment=positive&problem=poor_communication&verified=true&source=google&replied=false&language=en&has_photos=false&has_text=true&words=water%20tanks&sort=highest";

const ERASED_EXAMPLE = "0000000000ERASED0000000000";

const URLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/api/reviews/search": {
    200: `/api/reviews/search?${SEARCH}`,
    400: "/api/reviews/search?rating=6&since=2026-02-30",
  },
  "/api/reviews/{id}": { 200: "/api/reviews/2H247GHA7EAM36PAEDGGBWNGBP", 400: "/api/reviews/newest" },
  "/api/changes": { 200: `/api/changes?cursor=${changeCursor(EMPTY_LOG.start)}`, 400: "/api/changes?limit=0" },
  "/review-policy/history.json": { 400: "/review-policy/history.json?page=0" },
  "/api/reviews/since/{date}": { 200: "/api/reviews/since/2026-01-01", 400: "/api/reviews/since/2026-02-30" },
};

const FAULTY_FORM = { "hub.mode": "subscribe", "hub.callback": "http://subscriber.example/websub" };

// With itself as example, the OpenAPI document would double in size.
const SHORTENED: Readonly<Record<string, unknown>> = {
  "/openapi.json": { openapi: "3.1.0", info: { title: SERVICE.title, version: SERVICE.version }, paths: {} },
};

const PUBLISHED_AT = "2026-11-20T09:15:00Z";

/** The only line of the ledger in the examples. */
export const EXAMPLE_LINE: LedgerLine = nextLine(
  null,
  sampleDataset(),
  { counts: null, withdrawn: [], erased: 0 },
  PUBLISHED_AT,
);

/** Snapshot for the examples. Contains a review that the example search finds, and the review with the example id. */
export function exampleSnapshot(): Snapshot {
  const sample = sampleDataset();
  const chosen = [
    { stars: 4, words: /hot water/i, technician: "Gustav Lindqvist" },
    { stars: 5, words: /water heater/i, technician: "Rafael Ibarra" },
  ];
  const reviews = sample.reviews.filter(({ rating, date, text, mentioned_technicians: named }) =>
    date < "2026-10-31" &&
    chosen.some((one) => one.stars === rating && one.words.test(text ?? "") && named.includes(one.technician))
  );
  const { number, hash, published_at: at } = EXAMPLE_LINE;
  const [newest] = reviews;
  const publication = {
    number,
    hash: hash.slice(0, 8),
    at,
    added: newest === undefined ? [] : [newest.id],
    changed: [],
    removed: [ERASED_EXAMPLE],
    business: false,
  };
  const log = { start: EMPTY_LOG.start, publications: [publication] };
  const published = { at, revision: "001795166100000-3f9c21aa" };
  const snapshot = datasetSnapshot({ ...sample, reviews }, EXAMPLE_SITE, published, log);
  return { ...snapshot, ledger: endAfter(null, EXAMPLE_LINE) };
}

/** Maximum length of an example as JSON: longer ones were a quarter of the document, and schemas say the same. */
const LONGEST = 1500;

/**
 * Adds an example to the first media type of every documented response with a short body. The application itself makes
 * it, so examples always match the service.
 *
 * @throws {Error} If a response differs from its documentation.
 */
export async function addExamples(document: object, apps: ExampleApps): Promise<object> {
  const copy = structuredClone(document) as Document;
  for (const [path, operations] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        const { content = {} } = resolved(response, copy);
        for (const [at, [mediaType, media]] of Object.entries(content).entries()) {
          const shortened = status === "200" ? SHORTENED[path] : undefined;
          const asked = { status: status === "default" ? exampleError(path) : status, path, method, mediaType };
          const example = shortened ?? await ask(asked, apps);
          // A shared response keeps the example of its first operation. The other operations are still checked.
          if (at === 0 && JSON.stringify(example).length <= LONGEST) media.example ??= example;
        }
      }
    }
  }
  return copy;
}

/** Status whose answer is the example of `default`: a wrong method, or a wrong body, as the hub has both media types then. */
function exampleError(path: string): string {
  return path === "/api/websub/hub" ? "415" : "405";
}

interface AnyResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { example?: unknown }>>;
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses?: Record<string, AnyResponse> }>>>
  >;
  readonly components: { readonly responses: Readonly<Record<string, AnyResponse>> };
}

function resolved(response: AnyResponse, { components }: Document): AnyResponse {
  return components.responses[response.$ref?.split("/").at(-1) ?? ""] ?? response;
}

interface Wanted {
  readonly status: string;
  readonly path: string;
  readonly method: string;
  readonly mediaType: string;
}

async function ask(wanted: Wanted, { ready, unready }: ExampleApps): Promise<unknown> {
  const { status, path, method, mediaType } = wanted;
  const answer = status === "503" ? unready : ready;
  const url = URLS[path]?.[status] ?? URLS[path]?.["200"] ?? path;
  const response = await answer(url, exampleRequest(wanted));
  const type = response.headers.get("content-type")?.split(";")[0];
  if (String(response.status) !== status || type !== mediaType) {
    throw new Error(`No example for ${method} ${path} ${status} ${mediaType}: ${url} gave ${response.status} ${type}.`);
  }
  const body = await response.text();
  return /[/+]json$/.test(mediaType) ? JSON.parse(body) : body;
}

function exampleRequest({ status, path, method, mediaType }: Wanted): RequestInit {
  const headers = new Headers({ accept: mediaType });
  if (status === "405") return { method: "PUT", headers };
  if (path === "/mcp") return mcpExampleRequest(status, mediaType);
  if (method !== "post") return { method: method.toUpperCase(), headers };
  const type = status === "415" ? "application/json" : "application/x-www-form-urlencoded";
  headers.set("content-type", type);
  return {
    method: "POST",
    headers,
    body: new URLSearchParams(status === "400" ? FAULTY_FORM : EXAMPLE_FORM).toString(),
  };
}

const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "search_reviews", arguments: { query: "hot water", limit: 1 } },
};

const REVISION = "2026-07-28";
const UNKNOWN = {
  jsonrpc: "2.0",
  id: 1,
  method: "reviews/list",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": REVISION,
      "io.modelcontextprotocol/clientInfo": { name: "example", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};

const REBOUND = { origin: "http://rebound.example", host: "rebound.example" };

/** The request to `/mcp` whose response serves as example for a status and media type. */
function mcpExampleRequest(status: string, mediaType: string): RequestInit {
  const headers = new Headers({ accept: mediaType, ...(status === "403" ? REBOUND : {}) });
  headers.set("content-type", status === "415" ? "text/plain" : "application/json");
  if (status === "404") {
    headers.set("mcp-protocol-version", REVISION);
    headers.set("mcp-method", UNKNOWN.method);
  }
  const message = status === "404" ? UNKNOWN : CALL;
  const body = status === "400" ? "{" : status === "413" ? "x".repeat(1024 * 1024 + 1) : JSON.stringify(message);
  return { method: "POST", headers, body };
}
