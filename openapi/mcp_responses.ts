import { z } from "zod";
import { uncachedHeaders } from "./headers.ts";
import { McpAnswer } from "./mcp_message.ts";
import { INTERNAL_ERROR, METHOD_NOT_ALLOWED, sharedResponse } from "./responses.ts";

const McpEventStream = z.string().max(10_000_000).meta({
  id: "McpEventStream",
  description: "An event stream. The data of each event is one message in JSON; the last one is the answer.",
});

function faultResponse(description: string, headers: Readonly<Record<string, "RetryAfter">> = {}) {
  return {
    description: `${description} The body is a JSON-RPC error.`,
    headers: uncachedHeaders(headers),
    content: { "application/json": { schema: { $ref: "#/components/schemas/McpAnswer" } } },
  };
}

/** Response components: those that both methods of `/mcp` have. */
export const MCP_SHARED_RESPONSES = {
  McpHostRefused: faultResponse("A web page whose host name was made to lead here sent this."),
  McpNotFound: faultResponse(
    "The session is unknown, has ended or has expired: send `initialize` again, without `Mcp-Session-Id`. Or, from " +
      "revision 2026-07-28 on: there is no such method.",
  ),
  McpStopping: faultResponse("The service is stopping, or an end cannot be noted in the store at the moment.", {
    "Retry-After": "RetryAfter",
  }),
};

const EVERYWHERE = {
  403: sharedResponse("McpHostRefused"),
  404: sharedResponse("McpNotFound"),
  ...METHOD_NOT_ALLOWED,
  ...INTERNAL_ERROR,
  503: sharedResponse("McpStopping"),
};

/** The responses of POST `/mcp` (MCP 2025-11-25, Sending Messages to the Server). */
export const MCP_RESPONSES = {
  200: {
    description: "The answer, which may be a JSON-RPC error: one JSON document, or an event stream where `Accept` " +
      "takes nothing else or the method is `subscriptions/listen`.",
    headers: uncachedHeaders({ "Cache-Control": "NoStoreStream", "Mcp-Session-Id": "McpSessionId" }),
    content: { "application/json": { schema: McpAnswer }, "text/event-stream": { schema: McpEventStream } },
  },
  202: { description: "The message was a notification; the body is empty.", headers: uncachedHeaders() },
  400: faultResponse("The body is no message, or its revision of the protocol is not spoken here."),
  413: faultResponse("The body is larger than 1 MiB."),
  415: faultResponse("The body is no `application/json`."),
  ...EVERYWHERE,
};

/** The responses of DELETE `/mcp` (MCP 2025-11-25, Session Management). */
export const MCP_END_RESPONSES = {
  204: { description: "The session has ended.", headers: uncachedHeaders() },
  400: faultResponse("`Mcp-Session-Id` is missing."),
  ...EVERYWHERE,
};
