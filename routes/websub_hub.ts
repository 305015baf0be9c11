import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { isIP } from "node:net";
import { StoreTroubleError, TROUBLE_RETRY_SECONDS } from "../domain/store/store_trouble.ts";
import { HUB_RESPONSES, LONGEST_FORM, subscriptionForm } from "../openapi/hub_operation.ts";
import { type Fault, PROBLEM_TYPES } from "../openapi/problem.ts";
import { validationHook } from "../openapi/request_validation.ts";
import { publicHeaders } from "./answer/cors.ts";
import { problemResponse, uncachedResponse } from "./answer/problem_response.ts";
import { prefersType } from "./request/prefers_type.ts";
import type { Services } from "./services.ts";

const FORM = "application/x-www-form-urlencoded";
const IS_FORM = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
const OTHER_CHARSET = /;[ \t]*charset=(?!"?utf-8"?[ \t]*(?:;|$))/i;
const SECRET_MISSING: Fault = {
  in: "body",
  path: ["hub.secret"],
  code: "missing",
  message: "The subscription has a secret; give the same or another one, or unsubscribe first.",
};
const DESCRIPTION =
  "The WebSub hub of this service's topics. The same pair of topic and callback again renews and changes the " +
  "subscription. A parameter given twice is refused; unknown and ignored parameters may have any form. No answer waits " +
  "for the callback. Two answers depend on an existing subscription: without its secret, a renewal gets a 400; at a " +
  "limit of subscriptions, a renewal gets a 202 and a new request a 429.";

/** Registers POST `/api/websub/hub`. */
export function registerWebsubHub(app: OpenAPIHono, services: Services): void {
  const schema = subscriptionForm(services.site, services.allowsLocalCallbacks ?? false);
  const route = createRoute({
    method: "post",
    path: "/api/websub/hub",
    operationId: "requestSubscription",
    tags: ["WebSub"],
    summary: "Subscribe to a topic, or end a subscription",
    description: DESCRIPTION,
    request: { body: { required: true, content: { [FORM]: { schema } } } },
    middleware: [readForm] as const,
    responses: HUB_RESPONSES,
  });
  app.openapi(route, async ({ req, env }) => {
    const { raw: request } = req;
    const forwardedFor = request.headers.get("x-forwarded-for");
    const client = clientAddress(remoteHostname(env), forwardedFor, services.isTrustedProxy);
    const answer = await services.hub(req.valid("form"), client).catch(troubleOf);
    if (answer instanceof StoreTroubleError) {
      return refuseHubRequest(request, 503, answer.message, {
        headers: { "retry-after": String(TROUBLE_RETRY_SECONDS) },
      });
    }
    if (answer.kind === "secret missing") return refuseSubscription(request, [SECRET_MISSING]);
    if (answer.kind === "limited") {
      return refuseHubRequest(request, 429, `${answer.reason}.`, {
        headers: { "retry-after": String(answer.retryAfterSeconds) },
      });
    }
    return new Response(null, { status: 202, headers: [...publicHeaders(), ["cache-control", "no-store"]] });
  }, (result, context) => validationHook((faults) => refuseSubscription(context.req.raw, faults))(result, context));
}

/** Reads the body of a request within its limit, and leaves it to the validation in place of the stream. */
const readForm: MiddlewareHandler = async ({ req }, next) => {
  const { raw: request } = req;
  const contentType = request.headers.get("content-type") ?? "";
  if (!IS_FORM.test(contentType) || OTHER_CHARSET.test(contentType)) {
    return refuseHubRequest(request, 415, `The body has to be ${FORM} in UTF-8.`);
  }
  const bytes = Number(request.headers.get("content-length")) > LONGEST_FORM
    ? null
    // Rejects if the connection ends before the body.
    : await readBytes(request.body, LONGEST_FORM).catch(() => undefined);
  if (bytes === null) return refuseHubRequest(request, 413, `The body may have at most ${LONGEST_FORM} bytes.`);
  if (bytes === undefined) {
    const message = "The body ended too early.";
    const fault: Fault = { in: "body", path: [], code: "malformed", message };
    return refuseHubRequest(request, 400, message, { faults: [fault] });
  }
  const headers = new Headers(request.headers);
  headers.set("content-type", FORM);
  req.raw = new Request(request.url, { method: "POST", headers, body: bytes });
  await next();
};

function troubleOf(error: unknown): StoreTroubleError {
  if (error instanceof StoreTroubleError) return error;
  throw error;
}

function refuseSubscription(request: Request, faults: readonly Fault[]): Response {
  const names = faults.map(({ path }) => path.join("/")).join(", ");
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

async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
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
