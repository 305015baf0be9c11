import { exampleSearch } from "../../domain/queries/example_search.ts";
import { absoluteUrl, hubUrl } from "../../domain/site.ts";
import type { DataContext } from "../pages/frame/page_context.ts";

/** A request with its purpose, as code in several languages. */
export interface Example {
  readonly about: string;
  /** Path and query of the request. */
  readonly path: string;
  readonly command: string;
  /** JavaScript, for browsers, Node and Deno; a module. */
  readonly javaScript: string;
  /** Python 3 without packages. */
  readonly python: string;
}

/** A request to each path, with values that have results in the published data. */
export function httpExamples({ site, snapshot }: DataContext): readonly Example[] {
  const get = (about: string, path: string): Example => {
    const url = absoluteUrl(site, path);
    const isJson = !path.endsWith(".xml");
    return {
      about,
      path,
      command: `curl -s ${word(url)}`,
      javaScript: `const response = await fetch(${JSON.stringify(url)});
const answer = await response.${isJson ? "json" : "text"}();`,
      python: `${isJson ? "import json\n" : ""}from urllib.request import urlopen

with urlopen(${JSON.stringify(url)}) as response:
    print(${isJson ? "json.load(response)" : "response.read().decode()"})`,
    };
  };
  const found = exampleSearch(snapshot);
  const { query: text, min_rating, mentions_technician, mentions_service, aspect, sentiment } = found?.filters ?? {};
  const search = (about: string, parameters: Readonly<Record<string, string | number | undefined>>): Example[] => {
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const]
    );
    return given.length < Object.keys(parameters).length
      ? []
      : [get(about, `/api/reviews/search?${query(Object.fromEntries(given))}`)];
  };
  return [
    get("The business and its rating", "/api/business"),
    get("The newest reviews", "/api/reviews/search?limit=3"),
    ...search("Words and stars; words match anywhere in the text", { query: text, min_rating, limit: 3 }),
    ...search("Who was there", { mentions_technician, limit: 3 }),
    ...search("What was done", { mentions_service, limit: 3 }),
    ...search("What the analysis found", { aspect, sentiment, limit: 3 }),
    ...found === null ? [] : [
      get("One review, with what was found in it", `/api/reviews/${found.review.id}`),
      get("Everything since a day", `/api/reviews/since/${found.review.date}`),
    ],
    get("The newest place in the list of changes, to go on from", "/api/changes"),
    get("What the reviews say together: aspects, people, months, questions and answers", "/insights.json"),
    {
      ...get("Everything, compressed on the way", "/reviews.json"),
      command: `curl -s --compressed -o reviews.json ${word(absoluteUrl(site, "/reviews.json"))}`,
    },
    get("The feeds, for readers and scripts", "/feed.xml"),
    get("", "/api/feed.json"),
    get("Whether it runs, and since when the data are there", "/healthz"),
    get("The description, from which clients are generated", "/openapi.json"),
  ];
}

/** Command for the next page of a search, by the cursor of its answer; null if there is none. */
export function pagingExample({ site, snapshot }: DataContext): string | null {
  if (snapshot.reviewCount < 3) return null;
  const first = absoluteUrl(site, "/api/reviews/search?limit=2");
  return `cursor=$(curl -s ${word(first)} | sed -n 's/.*"next":"\\([^"]*\\)".*/\\1/p')
curl -s ${word(`${first}&cursor=`)}"$cursor"`;
}

/** Command for an unchanged document: 304 without a body. */
export function conditionalExample({ site }: DataContext): string {
  const url = word(absoluteUrl(site, "/reviews.json"));
  return `etag=$(curl -sI ${url} | tr -d '\\r' | sed -n 's/^[Ee][Tt]ag: //p')
curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $etag" ${url}`;
}

/** A subscriber of twenty lines for Node and Deno: confirms its own subscription, and verifies the sender. */
export function subscriber({ site }: DataContext): string {
  return `import { Buffer } from "node:buffer";
import { log } from "node:console";
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import process from "node:process";

const TOPIC = ${JSON.stringify(absoluteUrl(site, "/reviews.json"))};
const { SECRET, PORT = "8080" } = process.env;

const server = createServer(async (request, response) => {
  const query = new URL(request.url, "http://localhost").searchParams;
  if (request.method === "GET") {
    // The hub asks for confirmation of a request, or reports the end of a subscription.
    const isWanted = query.get("hub.topic") === TOPIC;
    return response.writeHead(isWanted ? 200 : 404).end(query.get("hub.challenge") ?? "");
  }
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const expected = Buffer.from("sha256=" + createHmac("sha256", SECRET).update(body).digest("hex"));
  const given = Buffer.from(request.headers["x-hub-signature"] ?? "");
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  log(isGenuine ? \`received \${JSON.parse(body).reviews.length} reviews\` : "ignored: not from the hub");
  response.writeHead(204).end();
}).listen(Number(PORT), () => log("listening on", server.address().port));
`;
}

/** Starts the subscriber, with a secret that the hub shares. */
export const SUBSCRIBER_START = "export SECRET=$(openssl rand -hex 32)\nnode subscriber.mjs";

/** Command that subscribes a callback to every change. */
export function subscription({ site }: DataContext): string {
  return `curl -s -i ${word(hubUrl(site))} -d hub.mode=subscribe \\
  -d hub.topic=${word(absoluteUrl(site, "/reviews.json"))} \\
  -d hub.callback=https://subscriber.example/reviews \\
  -d hub.secret="$SECRET"`;
}

/** Quotes a word of a shell command, if it needs quotes. */
export function word(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** JSON as an argument in single quotes; apostrophes are escaped as JSON allows. */
export function json(value: unknown): string {
  return `'${JSON.stringify(value).replaceAll("'", "\\u0027")}'`;
}

/** A query string, percent-encoded so that no shell interprets it. */
export function query(parameters: Readonly<Record<string, string | number>>): string {
  const encoded = (text: string | number) =>
    encodeURIComponent(text).replace(
      /['()*!~]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return Object.entries(parameters).map(([name, value]) => `${name}=${encoded(value)}`).join("&");
}
