import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { isIP } from "node:net";
import { StoreTroubleError, TROUBLE_RETRY_SECONDS } from "../domain/store/store_trouble.ts";
import { HUB_RESPONSES, SubscriptionForm } from "../openapi/hub_operation.ts";
import { type Fault, PROBLEM_TYPES } from "../openapi/problem.ts";
import { publicHeaders } from "./answer/cors.ts";
import { problemResponse, uncachedResponse } from "./answer/problem_response.ts";
import { prefersType } from "./request/prefers_type.ts";
import type { Services } from "./services.ts";
import type { RequestFault } from "../websub/request/hub_answer.ts";

const LONGEST_BODY = 8192;
const FORM = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
const OTHER_CHARSET = /;[ \t]*charset=(?!"?utf-8"?[ \t]*(?:;|$))/i;

const route = createRoute({
  method: "post",
  path: "/api/websub/hub",
  operationId: "requestSubscription",
  tags: ["WebSub"],
  summary: "Subscribe to a topic, or end a subscription",
  description:
    "The WebSub hub of this service's topics. The same pair of topic and callback again renews and changes " +
    "the subscription. A parameter given twice is refused; unknown parameters are ignored. No answer waits for the " +
    "callback. Two answers depend on an existing subscription: without its secret, a renewal gets a 400; at a limit of " +
    "subscriptions, a renewal gets a 202 and a new request a 429.",
  request: { body: { required: true, content: { "application/x-www-form-urlencoded": { schema: SubscriptionForm } } } },
  responses: HUB_RESPONSES,
});

/**
 * Registers POST `/api/websub/hub`. The hub parses the body, because a form parser hides duplicate and badly escaped
 * parameters.
 */
export function registerWebsubHub(app: OpenAPIHono, services: Services): void {
  app.openAPIRegistry.registerPath(route);
  app.post(route.path, async ({ req: { raw: request }, env }) => {
    const contentType = request.headers.get("content-type") ?? "";
    if (!FORM.test(contentType) || OTHER_CHARSET.test(contentType)) {
      return refuseHubRequest(request, 415, "The body has to be application/x-www-form-urlencoded in UTF-8.");
    }
    const body = await readBodyText(request, LONGEST_BODY);
    if (body === "too long") {
      return refuseHubRequest(request, 413, `The body may have at most ${LONGEST_BODY} bytes.`);
    }
    if (body === "not UTF-8" || body === "cut off") {
      const message = body === "cut off" ? "The body ended too early." : "The body is not UTF-8; it has to be.";
      return refuseHubRequest(request, 400, message, {
        faults: [{ in: "body", path: [], code: "malformed", message }],
      });
    }
    const { headers } = request;
    const client = clientAddress(remoteHostname(env), headers.get("x-forwarded-for"), services.isTrustedProxy);
    const answer = await services.hub(body.text, client).catch(troubleOf);
    if (answer instanceof StoreTroubleError) {
      return refuseHubRequest(request, 503, answer.message, {
        headers: { "retry-after": String(TROUBLE_RETRY_SECONDS) },
      });
    }
    if (answer.kind === "refused") return refuseSubscription(request, answer.faults);
    if (answer.kind === "limited") {
      return refuseHubRequest(request, 429, `${answer.reason}.`, {
        headers: { "retry-after": String(answer.retryAfterSeconds) },
      });
    }
    return new Response(null, { status: 202, headers: [...publicHeaders(), ["cache-control", "no-store"]] });
  });
}

function troubleOf(error: unknown): StoreTroubleError {
  if (error instanceof StoreTroubleError) return error;
  throw error;
}

function refuseSubscription(request: Request, found: readonly RequestFault[]): Response {
  const faults = found.map(({ parameter, code, message }): Fault => ({ in: "body", path: [parameter], code, message }));
  const names = found.map(({ parameter }) => parameter).join(", ");
  return refuseHubRequest(request, 400, `The request has a wrong value for: ${names}.`, { faults });
}

/**
 * Refuses a request to the hub: in plain text, one fault per line (WebSub 5.1.2), or as a problem (RFC 9457) if the
 * client prefers JSON.
 */
function refuseHubRequest(
  request: Request,
  status: number,
  detail: string,
  options: { readonly faults?: readonly Fault[]; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const accept = request.headers.get("accept");
  if (PROBLEM_TYPES.some((type) => prefersType(accept, type, "text/plain"))) {
    return problemResponse(status, detail, options);
  }
  const lines = options.faults?.map(({ path, message }) => [...path, message].join(": ")) ?? [detail];
  const contentType = "text/plain; charset=utf-8";
  return uncachedResponse(lines.join("\n") + "\n", { status, contentType, headers: options.headers ?? {} });
}

async function readBodyText(
  request: Request,
  most: number,
): Promise<{ readonly text: string } | "too long" | "not UTF-8" | "cut off"> {
  if (Number(request.headers.get("content-length")) > most) return "too long";
  // Rejects if the connection ends before the body.
  const bytes = await readBytes(request.body, most).catch(() => undefined);
  if (bytes === undefined) return "cut off";
  if (bytes === null) return "too long";
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return "not UTF-8";
  }
}

async function readBytes(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(most);
  let length = 0;
  for await (const chunk of body ?? []) {
    // Leaving the loop cancels the stream: the rest is not read.
    if (length + chunk.length > most) return null;
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.subarray(0, length);
}

/**
 * Finds the address of a client behind proxies. Each proxy appends its peer's address to `X-Forwarded-For`. The list
 * is read from its end as long as the writer of an entry is trusted, because clients can forge all earlier entries.
 * @param remote The address of the connection's peer.
 * @param forwardedFor The field's value; null if absent.
 * @returns The first address that is not a trusted proxy, or the leftmost. Stops at an entry that is no address.
 */
function clientAddress(
  remote: string,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string {
  let client = remote;
  for (const entry of (forwardedFor ?? "").split(",").reverse()) {
    const address = addressOf(entry.trim());
    if (address === null || !isTrusted(client)) return client;
    client = address;
  }
  return client;
}

function addressOf(entry: string): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  const address = bracketed ?? dotted ?? entry;
  return isIP(address) === 0 ? null : address;
}

function remoteHostname(environment: unknown): string {
  const hostname = member(member(environment, "remoteAddr"), "hostname");
  return typeof hostname === "string" ? hostname : "unknown";
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
