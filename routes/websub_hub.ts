import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { type BodyFault, readBody } from "../domain/request_body.ts";
import { StoreTroubleError, TROUBLE_RETRY_SECONDS } from "../domain/store/store_trouble.ts";
import { HUB_RESPONSES, SubscriptionForm } from "../openapi/hub_operation.ts";
import type { Fault } from "../openapi/problem.ts";
import { publicHeaders } from "./answer/cors.ts";
import { problemResponse, uncachedResponse } from "./answer/problem_response.ts";
import { clientAddress } from "./request/client_address.ts";
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
    "the subscription. A parameter given twice is refused; unknown parameters are ignored. The answer is the same " +
    "whether or not there is such a subscription.",
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
    const client = clientAddress(request, env, services.isTrustedProxy);
    const body = await readBody(request, LONGEST_BODY, services.clientNetwork(client));
    if ("status" in body) return refuseBody(request, body);
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
  if (prefersType(request.headers.get("accept"), "application/json", "text/plain")) {
    return problemResponse(status, detail, options);
  }
  const lines = options.faults?.map(({ path, message }) => [...path, message].join(": ")) ?? [detail];
  const contentType = "text/plain; charset=utf-8";
  return uncachedResponse(lines.join("\n") + "\n", { status, contentType, headers: options.headers ?? {} });
}
