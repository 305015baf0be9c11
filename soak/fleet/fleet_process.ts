import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { newestChange } from "../changes.ts";
import type { FleetEvent } from "./fleet_event.ts";
import { type Manner, mannerOf, secretOf } from "./manners.ts";

// The subscribers, one a host name, in a process of their own. It writes its port and then what they are sent, one line of
// JSON each. What they answer is the business of their manner.

const [tlsFolder = ""] = Deno.args;
const SLOW_MS = 1000;
const DRIP_MS = 200;
const HANG_MS = 60_000;
const GENERATIONS_TRIED = 40;
const BODIES_KEPT = 100;

/** What is known of a body, by its hash: a distribution sends the same one to many. */
const bodies = new Map<string, { readonly newest: number; readonly isWhole: boolean }>();
/** The secret that each subscriber was sent last. */
const generations = new Map<string, number>();

function tell(event: FleetEvent | { readonly port: number }): void {
  const line = new TextEncoder().encode(`${JSON.stringify(event)}\n`);
  for (let at = 0; at < line.length;) at += Deno.stdout.writeSync(line.subarray(at));
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = Date.now();
  const name = (request.headers.host ?? "").split(".")[0] ?? "";
  const manner = mannerOf(name);
  const url = new URL(request.url ?? "/", "https://subscriber.localhost");
  const mode = url.searchParams.get("hub.mode");
  if (request.method === "GET" && mode === "denied") {
    tell({ kind: "denial", at, name, reason: url.searchParams.get("hub.reason") ?? "" });
    return answer(response, 200);
  }
  if (request.method === "GET" && mode !== null) {
    const isConfirmed = manner !== "refuse" && manner !== "wrong" && manner !== "silent";
    const lease = url.searchParams.get("hub.lease_seconds");
    const leaseSeconds = lease === null ? null : Number(lease);
    tell({ kind: "verification", at, name, mode, leaseSeconds, isConfirmed });
    if (manner === "silent") return hang(response);
    if (manner === "refuse") return answer(response, 404);
    return answer(response, 200, manner === "wrong" ? "yes" : url.searchParams.get("hub.challenge") ?? "");
  }
  if (request.method !== "POST") {
    tell({ kind: "other", at, name, request: `${request.method} ${request.url}` });
    return answer(response, 405);
  }
  const body = await bodyOf(request);
  if (body === null) return;
  const hash = createHash("sha256").update(body).digest("hex");
  const isTaken = ["good", "plain", "slow", "leaving", "brief"].includes(manner);
  const generation = generationOf(name, body, request.headers["x-hub-signature"]);
  tell({ kind: "delivery", at, name, hash, ...knownBody(hash, body), generation, isTaken });
  answerDelivery(manner, response);
}

/** All of the body; null when the hub has given up. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of request) pieces.push(piece);
  } catch {
    return null;
  }
  return request.complete ? new Uint8Array(await new Blob(pieces.map((piece) => new Uint8Array(piece))).bytes()) : null;
}

function knownBody(hash: string, body: Uint8Array): { readonly newest: number; readonly isWhole: boolean } {
  const known = bodies.get(hash);
  if (known !== undefined) return known;
  const text = new TextDecoder().decode(body);
  const found = {
    newest: newestChange(text),
    isWhole: text.startsWith("<") ? /<\/feed>\s*$/.test(text) : isJson(text),
  };
  bodies.set(hash, found);
  const oldest = bodies.keys().next().value;
  if (bodies.size > BODIES_KEPT && oldest !== undefined) bodies.delete(oldest);
  return found;
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
}

function generationOf(name: string, body: Uint8Array, field: string | string[] | undefined): number | null {
  if (field === undefined) return null;
  const last = generations.get(name) ?? 0;
  // The newest that was seen, those after it, and the one before: a renewal may not have been applied yet.
  for (let step = 0; step <= GENERATIONS_TRIED; step++) {
    const generation = step === GENERATIONS_TRIED ? last - 1 : last + step;
    const signature = createHmac("sha256", secretOf(name, generation)).update(body).digest("hex");
    if (field !== `sha256=${signature}`) continue;
    generations.set(name, Math.max(last, generation));
    return generation;
  }
  return -1;
}

function answerDelivery(manner: Manner, response: ServerResponse): void {
  switch (manner) {
    case "slow":
      setTimeout(() => answer(response, 202), SLOW_MS);
      return;
    case "failing":
      return answer(response, 500);
    case "gone":
      return answer(response, 410);
    case "redirect":
      response.setHeader("location", "https://redirected.subscriber.localhost/");
      return answer(response, 307);
    case "reset":
      return void response.socket?.destroy();
    case "hang":
      return hang(response);
    case "drip":
      return drip(response);
    default:
      return answer(response, 204);
  }
}

function answer(response: ServerResponse, status: number, body = ""): void {
  response.statusCode = status;
  response.end(body);
}

function hang(response: ServerResponse): void {
  const timer = setTimeout(() => response.socket?.destroy(), HANG_MS);
  response.on("close", () => clearTimeout(timer));
}

function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write("."), DRIP_MS);
  response.on("close", () => clearInterval(timer));
}

const server = createServer({
  cert: Deno.readTextFileSync(`${tlsFolder}/subscriber.pem`),
  key: Deno.readTextFileSync(`${tlsFolder}/subscriber.key`),
}, (request, response) => {
  response.on("error", () => {});
  receive(request, response).catch((error) => {
    tell({ kind: "other", at: Date.now(), name: String(error), request: request.url ?? "" });
    response.socket?.destroy();
  });
});
server.on("tlsClientError", () => {});
server.on("clientError", (_error, socket) => socket.destroy());
server.listen(0, "127.0.0.1", () => tell({ port: (server.address() as AddressInfo).port }));
