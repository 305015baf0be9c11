/**
 * A WebSub subscriber that checks each request and its sender. Saves the last delivery as `delivery.body` and
 * `delivery.json`. Variables: TOPIC, SECRET, CERT, KEY and PORT.
 */

// deno-lint-ignore-file no-console -- It prints what it receives.
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { gunzipSync } from "node:zlib";

const env = (name: string, otherwise: string) => Deno.env.get(name) ?? otherwise;
const topic = env("TOPIC", "http://localhost:8000/reviews.json");
const secret = env("SECRET", "a long random text");
const cert = await Deno.readTextFile(env("CERT", "localhost.pem"));
const key = await Deno.readTextFile(env("KEY", "localhost.key"));
const mac = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac("sha256", secret));

function isEqual(given: string | null, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ""), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The content of a delivery; null if the hub did not send it, or more than five minutes ago. */
function genuineContent(headers: Headers, body: Uint8Array): Uint8Array | null {
  // Before anything is decompressed.
  if (!isEqual(headers.get("x-hub-signature"), `sha256=${mac(body).digest("hex")}`)) return null;
  const content = headers.get("content-encoding") === "gzip" ? gunzipSync(body) : body;
  const timestamp = headers.get("webhook-timestamp");
  const signature = mac(`${headers.get("webhook-id")}.${timestamp}.`, content).digest("base64");
  if (!isEqual(headers.get("webhook-signature"), `v1,${signature}`)) return null;
  return Math.abs(Date.now() / 1000 - Number(timestamp)) < 300 ? content : null;
}

Deno.serve({ hostname: "127.0.0.1", port: Number(env("PORT", "8443")), cert, key }, async (request) => {
  const query = new URL(request.url).searchParams;
  if (request.method === "GET") {
    // A verification, or the end. Refuse what you did not request; a real subscriber also compares the mode.
    if (query.get("hub.topic") !== topic) return new Response(null, { status: 404 });
    console.log("the hub says:", query.get("hub.mode"), query.get("hub.reason") ?? "");
    // The header field accepts compressed deliveries.
    return new Response(query.get("hub.challenge"), { headers: { "accept-encoding": "gzip" } });
  }
  const body = await request.bytes();
  const content = genuineContent(request.headers, body);
  if (content === null) console.log("ignored: it does not come from the hub, or is old");
  else {
    await Deno.writeFile("delivery.body", body);
    await Deno.writeTextFile("delivery.json", JSON.stringify(Object.fromEntries(request.headers)));
    console.log("received:", content.length, "bytes of", request.headers.get("content-type"));
  }
  return new Response(null, { status: 204 });
});
