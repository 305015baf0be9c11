import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { TLS_FOLDER } from "../bench/subscriber.ts";
import { type Behaviour, behaviourOf, NEVER_CONFIRMS, secretOf } from "./behaviours.ts";
import { newestChange } from "./import_book.ts";
import type { SubscriberEvent } from "./subscriber_book.ts";

/** Path of the certificate authority that the service must trust to call the subscribers. */
export const AUTHORITY = `${TLS_FOLDER}/ca.pem`;

const SLOW_MS = 1000;
const DRIP_MS = 200;
const HANG_MS = 60_000;
const GENERATIONS_TRIED = 40;
const BODIES_KEPT = 100;

/**
 * Serves all subscribers on one port; each has a host name. The answer depends on the behaviour of the subscriber.
 *
 * @param take Called with each request that they receive, before its answer.
 * @returns A function that returns the callback URL of a subscriber.
 */
export async function serveSubscribers(take: (event: SubscriberEvent) => void): Promise<(name: string) => string> {
  const delivered = deliveryReader();
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const name = (request.headers.host ?? "").split(".")[0] ?? "";
    const { searchParams } = new URL(request.url ?? "/", "https://subscriber.localhost");
    const mode = searchParams.get("hub.mode");
    if (request.method === "GET" && mode === "denied") {
      take({ kind: "denial", at, name, reason: searchParams.get("hub.reason") ?? "" });
      return answer(response, 200);
    }
    if (request.method === "GET" && mode !== null) {
      const lease = searchParams.get("hub.lease_seconds");
      const isConfirmed = !NEVER_CONFIRMS.includes(behaviourOf(name));
      const leaseSeconds = lease === null ? null : Number(lease);
      take({ kind: "verification", at, name, mode, leaseSeconds, isConfirmed });
      return answerVerification(behaviourOf(name), searchParams.get("hub.challenge") ?? "", response);
    }
    if (request.method !== "POST") {
      take({ kind: "other", at, name, request: `${request.method} ${request.url}` });
      return answer(response, 405);
    }
    const body = await bodyOf(request);
    if (body === null) return;
    take({ kind: "delivery", at, name, ...delivered(name, body, request.headers["x-hub-signature"]) });
    answerDelivery(behaviourOf(name), response);
  }
  const [cert, key] = ["pem", "key"].map((end) => Deno.readTextFileSync(`${TLS_FOLDER}/subscriber.${end}`));
  const server = createServer({ cert, key }, (request, response) => {
    response.on("error", () => {});
    receive(request, response).catch((error) => {
      take({ kind: "other", at: Date.now(), name: String(error), request: request.url ?? "" });
      response.socket?.destroy();
    });
  });
  server.on("tlsClientError", () => {});
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (name) => `https://${name}.subscriber.localhost:${port}/callback`;
}

/** Reads the body of a request; null if the hub has aborted it. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const piece of request) pieces.push(new Uint8Array(piece));
  } catch {
    return null;
  }
  return request.complete ? await new Blob(pieces).bytes() : null;
}

type Delivery = Extract<SubscriberEvent, { kind: "delivery" }>;

/** Makes a function that describes the body and the signature of a delivery. */
function deliveryReader() {
  // Cached by hash, because a distribution sends the same body to many.
  const bodies = new Map<string, Pick<Delivery, "hash" | "newest" | "isWhole">>();
  /** Number of the last secret of each subscriber. */
  const generations = new Map<string, number>();

  function described(body: Uint8Array): Pick<Delivery, "hash" | "newest" | "isWhole"> {
    const hash = createHash("sha256").update(body).digest("hex");
    const known = bodies.get(hash);
    if (known !== undefined) return known;
    const text = new TextDecoder().decode(body);
    const isWhole = text.startsWith("<") ? /<\/feed>\s*$/.test(text) : isJson(text);
    const found = { hash, newest: newestChange(text), isWhole };
    if (bodies.size === BODIES_KEPT) bodies.clear();
    bodies.set(hash, found);
    return found;
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

  return (name: string, body: Uint8Array, field: string | string[] | undefined) => ({
    ...described(body),
    generation: generationOf(name, body, field),
    isTaken: ["good", "plain", "slow", "leaving", "brief"].includes(behaviourOf(name)),
  });
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
}

function answerVerification(behaviour: Behaviour, challenge: string, response: ServerResponse): void {
  if (behaviour === "silent") return hang(response);
  if (behaviour === "refuse") return answer(response, 404);
  answer(response, 200, behaviour === "wrong" ? "yes" : challenge);
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
