import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { type BodyFault, readBody } from "../domain/request_body.ts";
import { StoreTroubleError, TROUBLE_RETRY_SECONDS } from "../domain/store/store_trouble.ts";
import { HUB_RESPONSES, LONGEST_FORM, subscriptionForm } from "../openapi/hub_operation.ts";
import { type Fault, PROBLEM_TYPES } from "../openapi/problem.ts";
import { validationHook } from "../openapi/request_validation.ts";
import { publicHeaders } from "./answer/cors.ts";
import { problemResponse, uncachedResponse } from "./answer/problem_response.ts";
import { clientAddress } from "./request/client_address.ts";
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
    middleware: [formReader(services)] as const,
    responses: HUB_RESPONSES,
  });
  app.openapi(route, async ({ req, env }) => {
    const { raw: request } = req;
    const client = clientAddress(request, env, services.isTrustedProxy);
    const answer = await services.hub(req.valid("form"), client).catch(troubleOf);
    if (answer instanceof StoreTroubleError) {
      return refuseHubRequest(request, 503, answer.message, {
        headers: { "retry-after": String(TROUBLE_RETRY_SECONDS) },
      });
    }
    if (answer.kind === "secret_missing") return refuseSubscription(request, [SECRET_MISSING]);
    if (answer.kind === "limited") {
      return refuseHubRequest(request, 429, `${answer.reason}. The operator chooses the limits with WEBSUB_LIMITS.`, {
        headers: { "retry-after": String(answer.retryAfterSeconds) },
      });
    }
    return new Response(null, { status: 202, headers: [...publicHeaders(), ["cache-control", "no-store"]] });
  }, (result, context) => validationHook((faults) => refuseSubscription(context.req.raw, faults))(result, context));
}

/** Middleware that reads the form within its limit, and gives the validation a request with these bytes as its body. */
function formReader(services: Services): MiddlewareHandler {
  return async ({ req, env }, next) => {
    const { raw: request } = req;
    const contentType = request.headers.get("content-type") ?? "";
    if (!IS_FORM.test(contentType) || OTHER_CHARSET.test(contentType)) {
      return refuseHubRequest(request, 415, `The body has to be ${FORM} in UTF-8.`);
    }
    const network = services.clientNetwork(clientAddress(request, env, services.isTrustedProxy));
    const body = await readBody(request, LONGEST_FORM, network);
    if (!(body instanceof Uint8Array)) return refuseBody(request, body);
    const headers = new Headers(request.headers);
    headers.set("content-type", FORM);
    req.raw = new Request(request.url, { method: "POST", headers, body });
    await next();
  };
}

function refuseBody(request: Request, { status, message, headers }: BodyFault): Response {
  if (status !== 400) return refuseHubRequest(request, status, message, { headers });
  return refuseHubRequest(request, status, message, {
    faults: [{ in: "body", path: [], code: "malformed", message }],
  });
}

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
