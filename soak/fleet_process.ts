import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { newestChange } from "./import_book.ts";
import type { FleetEvent } from "./fleet.ts";
import { type Behaviour, behaviourOf, secretOf } from "./behaviours.ts";

// Process of all subscribers; each has a host name. It prints its port and then each request that a subscriber
// receives, as lines of JSON. The answer depends on the behaviour of the subscriber.

const [tlsFolder = ""] = Deno.args;
const SLOW_MS = 1000;
const DRIP_MS = 200;
const HANG_MS = 60_000;
const GENERATIONS_TRIED = 40;
const BODIES_KEPT = 100;

/** Cached properties of bodies by their hash, because a distribution sends the same body to many. */
const bodies = new Map<string, { readonly newest: number; readonly isWhole: boolean }>();
/** Number of the last secret of each subscriber. */
const generations = new Map<string, number>();

function tell(event: FleetEvent | { readonly port: number }): void {
  const line = new TextEncoder().encode(`${JSON.stringify(event)}\n`);
  for (let at = 0; at < line.length;) at += Deno.stdout.writeSync(line.subarray(at));
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = Date.now();
  const name = (request.headers.host ?? "").split(".")[0] ?? "";
  const behaviour = behaviourOf(name);
  const url = new URL(request.url ?? "/", "https://subscriber.localhost");
  const mode = url.searchParams.get("hub.mode");
  if (request.method === "GET" && mode === "denied") {
    tell({ kind: "denial", at, name, reason: url.searchParams.get("hub.reason") ?? "" });
    return answer(response, 200);
  }
  if (request.method === "GET" && mode !== null) {
    const isConfirmed = behaviour !== "refuse" && behaviour !== "wrong" && behaviour !== "silent";
    const lease = url.searchParams.get("hub.lease_seconds");
    const leaseSeconds = lease === null ? null : Number(lease);
    tell({ kind: "verification", at, name, mode, leaseSeconds, isConfirmed });
    if (behaviour === "silent") return hang(response);
    if (behaviour === "refuse") return answer(response, 404);
    return answer(response, 200, behaviour === "wrong" ? "yes" : url.searchParams.get("hub.challenge") ?? "");
  }
  if (request.method !== "POST") {
    tell({ kind: "other", at, name, request: `${request.method} ${request.url}` });
    return answer(response, 405);
  }
  const body = await bodyOf(request);
  if (body === null) return;
  const hash = createHash("sha256").update(body).digest("hex");
  const isTaken = ["good", "plain", "slow", "leaving", "brief"].includes(behaviour);
  const generation = generationOf(name, body, request.headers["x-hub-signature"]);
  tell({ kind: "delivery", at, name, hash, ...knownBody(hash, body), generation, isTaken });
  answerDelivery(behaviour, response);
}

/** Reads the body of a request; null if the hub has aborted it. */
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
  // Tries the newest known secret, later ones, and the one before: a renewal may not be applied yet.
  for (let step = 0; step <= GENERATIONS_TRIED; step++) {
    const generation = step === GENERATIONS_TRIED ? last - 1 : last + step;
    const signature = createHmac("sha256", secretOf(name, generation)).update(body).digest("hex");
    if (field !== `sha256=${signature}`) continue;
    generations.set(name, Math.max(last, generation));
    return generation;
  }
  return -1;
}

function answerDelivery(behaviour: Behaviour, response: ServerResponse): void {
  switch (behaviour) {
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
