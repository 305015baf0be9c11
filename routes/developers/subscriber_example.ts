import { absoluteUrl, hubUrl } from "../../domain/site.ts";
import type { DataContext } from "../pages/frame/page_context.ts";
import { word } from "./shell.ts";

/** A subscriber of twenty lines for Node and Deno: it agrees to what it asked for, and checks who sends. */
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
    // The hub asks whether this was wanted, or says that it has ended.
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

/** What is said before the subscriber is started: the secret, which the hub and it share. */
export const SUBSCRIBER_START = "export SECRET=$(openssl rand -hex 32)\nnode subscriber.mjs";

/** Asks the hub to send every change to a callback. */
export function subscription({ site }: DataContext): string {
  return `curl -s -i ${word(hubUrl(site))} -d hub.mode=subscribe \\
  -d hub.topic=${word(absoluteUrl(site, "/reviews.json"))} \\
  -d hub.callback=https://subscriber.example/reviews \\
  -d hub.secret="$SECRET"`;
}
