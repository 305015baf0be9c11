/**
 * A WebSub subscriber: finds the hub of a topic, subscribes, renews, and prints the reviews that are new. Ctrl-C ends
 * the subscription; a restart continues it. Variables: TOPIC; CALLBACK, the public address of this program; PORT; CERT
 * and KEY, empty behind a proxy that ends TLS.
 */

// deno-lint-ignore-file no-console -- It prints what it receives.
import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { gunzipSync } from "node:zlib";

const env = (name: string, otherwise: string) => Deno.env.get(name) ?? otherwise;
const MOST_BYTES = 64 * 1024 * 1024;
const HOUR_MS = 3_600_000;
/** Maximum delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;
/** A hub may ask again if our confirmation was lost, so a request stays open for this time. */
const PENDING_MS = 600_000;

/** Challenges that we return: short, and without characters that have a meaning in HTML. */
const CHALLENGE = /^[\w.~-]{1,256}$/;

/** File with what a restart must know. Nobody can guess the path, so nobody else can send the hub requests for it. */
const STATE = "subscription.json";
const state: { readonly path: string; readonly secret: string } = await Deno.readTextFile(STATE).then(
  JSON.parse,
  () => ({ path: `/${randomBytes(16).toString("hex")}`, secret: randomBytes(32).toString("hex") }),
);
await Deno.writeTextFile(STATE, JSON.stringify(state), { mode: 0o600 });

interface Topic {
  /** Canonical URL, `rel=self`. */
  readonly self: string;
  readonly hub: string;
}

/** Our last request, which alone may be confirmed. */
let asked: { readonly mode: string; readonly topic: string; readonly until: number } | null = null;
let renewal: ReturnType<typeof setTimeout> | undefined;
let ended = () => {};
const known = new Set<string>();

/** Finds hub and canonical URL (WebSub 4), in `Link` fields before elements of the content. Also reads its reviews. */
async function discover(url: string): Promise<Topic> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  const text = await response.text();
  const fields = (response.headers.get("link") ?? "").matchAll(/<([^>]*)>([^<]*)/g);
  // Not in JSON, where a review may hold any text.
  const isMarkup = /html|xml/.test(response.headers.get("content-type") ?? "");
  const elements = (isMarkup ? text : "").matchAll(/<(?:atom:)?link\b[^>]*>/gi);
  const found = [
    ...Array.from(fields, ([, href = "", parameters = ""]) => ({ href, rel: attribute(parameters, "rel") })),
    ...Array.from(
      elements,
      ([tag]) => ({ href: attribute(tag, "href").replaceAll("&amp;", "&"), rel: attribute(tag, "rel") }),
    ),
  ];
  const target = (rel: string) => found.find((link) => link.rel.toLowerCase().split(/\s+/).includes(rel))?.href;
  const [hub, self] = [target("hub"), target("self")];
  if (hub === undefined) throw new Error(`${url} names no hub.`);
  if (known.size === 0) newReviews(text);
  else printNew(text);
  return { hub: new URL(hub, response.url).href, self: new URL(self ?? "", response.url).href };
}

function attribute(text: string, name: string): string {
  const [, quoted, single, plain] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s;,>]+))`, "i").exec(text) ?? [];
  return quoted ?? single ?? plain ?? "";
}

/** Sends a request to the hub (WebSub 5.1), and tries again in an hour unless it is confirmed before. */
async function request(mode: "subscribe" | "unsubscribe"): Promise<void> {
  renewAfter(HOUR_MS);
  try {
    const { self: topic, hub } = await discover(env("TOPIC", "http://localhost:8000/reviews.json"));
    asked = { mode, topic, until: Date.now() + PENDING_MS };
    const form = { "hub.mode": mode, "hub.topic": topic, "hub.callback": callback, "hub.secret": state.secret };
    // Follows a hub that has moved (307, 308).
    const response = await fetch(hub, { method: "POST", body: new URLSearchParams(form) });
    if (!response.ok) throw new Error(`${hub} answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
  } catch (error) {
    console.error(`no ${mode}:`, error instanceof Error ? error.message : error);
  }
}

function renewAfter(milliseconds: number): void {
  clearTimeout(renewal);
  renewal = setTimeout(() => void request("subscribe"), Math.min(milliseconds, LONGEST_MS));
}

/** Answers a verification or denial (WebSub 5.2, 5.3.1). Confirms our own request alone. */
function confirm(query: URLSearchParams): Response {
  const [mode, challenge] = [query.get("hub.mode"), query.get("hub.challenge") ?? ""];
  if (asked === null || asked.topic !== query.get("hub.topic")) return new Response(null, { status: 404 });
  if (mode === "denied") {
    console.log("denied:", query.get("hub.reason"));
    renewAfter(HOUR_MS);
    return new Response(null, { status: 204 });
  }
  if (asked.mode !== mode || asked.until < Date.now() || !CHALLENGE.test(challenge)) {
    return new Response(null, { status: 404 });
  }
  if (mode === "subscribe") {
    const seconds = Number(query.get("hub.lease_seconds"));
    if (seconds > 0) renewAfter(seconds * 900);
    console.log("subscribed to", asked.topic, "as", new URL(callback).origin, "for", seconds, "seconds");
  } else ended();
  // No browser runs this type, whatever somebody sends as challenge.
  const headers = { "content-type": "application/octet-stream", "x-content-type-options": "nosniff" };
  // The field accepts compressed deliveries.
  return new Response(challenge, { headers: { ...headers, "accept-encoding": "gzip" } });
}

/** True if the hub has signed these bytes (WebSub 7.1). */
function isSigned(field: string | null, body: Uint8Array): boolean {
  const [, method = "", given = ""] = /^(sha1|sha256|sha384|sha512)=([0-9a-f]+)$/i.exec(field ?? "") ?? [];
  if (method === "") return false;
  const expected = createHmac(method.toLowerCase(), state.secret).update(body).digest();
  const bytes = Buffer.from(given, "hex");
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** Takes a delivery (WebSub 7). Every answer but 2xx makes the hub try again. */
async function receive({ headers, body: stream }: Request): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.length;
    if (length > MOST_BYTES) return new Response(null, { status: 413 });
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  // Before anything is decompressed or read.
  if (!isSigned(headers.get("x-hub-signature"), body)) {
    console.log("refused: the hub did not sign it");
    return new Response(null, { status: 403 });
  }
  const isPacked = headers.get("content-encoding") === "gzip";
  const content = isPacked ? gunzipSync(body, { maxOutputLength: MOST_BYTES }) : body;
  console.log("received:", content.length, "bytes of", headers.get("content-type"));
  printNew(content.toString());
  return new Response(null, { status: 204 });
}

function printNew(text: string): void {
  for (const review of newReviews(text)) console.log("new:", review);
}

/** Describes the reviews that were not there before, in `/reviews.json` and the JSON feed. Remembers all. */
function newReviews(text: string): readonly string[] {
  if (!text.startsWith("{")) return [];
  const { reviews, items = [] } = JSON.parse(text);
  const found = (reviews ?? items).filter(({ id }: { id: string }) => !known.has(id));
  for (const { id } of found) known.add(id);
  return found.map(({ rating, author, text, title }: Record<string, unknown>) =>
    title ?? `${rating} stars by ${author}: ${text}`
  );
}

const [cert, key] = await Promise.all(
  [["CERT", "localhost.pem"], ["KEY", "localhost.key"]].map(([name = "", file = ""]) =>
    env(name, file) && Deno.readTextFile(env(name, file))
  ),
);
const listening = { hostname: "127.0.0.1", port: Number(env("PORT", "8443")), ...cert && key ? { cert, key } : {} };
const server = Deno.serve(listening, (request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== state.path) return new Response(null, { status: 404 });
  return request.method === "POST" ? receive(request) : confirm(searchParams);
});
const callback = env("CALLBACK", `https://localhost:${server.addr.port}`) + state.path;
Deno.addSignalListener("SIGINT", async () => {
  const end = new Promise<void>((resolve) => ended = resolve);
  await request("unsubscribe");
  await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 10_000))]);
  await Deno.remove(STATE);
  // Closes when the confirmation is sent.
  await server.shutdown();
  Deno.exit(0);
});
await request("subscribe");
