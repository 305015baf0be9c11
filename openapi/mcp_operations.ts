import { z } from "zod";
import { uncachedHeaders } from "./headers.ts";
import { OTHER_ERRORS } from "./responses.ts";

const LONGEST = 65_536;

const Id = z.union([z.string().max(LONGEST), z.int()]);

/** The body of POST `/mcp`: one JSON-RPC 2.0 message. */
export const McpMessage = z.object({
  jsonrpc: z.enum(["2.0"]).meta({ description: "The version of JSON-RPC." }),
  id: Id.optional().meta({
    description: "Comes back with the answer. A message without it is a notification: nothing is answered.",
    examples: [1],
  }),
  method: z.string().max(LONGEST).meta({
    description: "What to do, such as `initialize`, `tools/list` or `tools/call`.",
    examples: ["tools/call"],
  }),
  params: z.looseObject({}).optional().meta({
    description: "What the method needs: for `tools/call` the tool's `name` and its `arguments`.",
  }),
}).meta({ id: "McpMessage", description: "A message of the Model Context Protocol, in JSON-RPC 2.0." });

const McpAnswer = z.object({
  jsonrpc: z.enum(["2.0"]).meta({ description: "The version of JSON-RPC." }),
  id: z.union([z.string().max(LONGEST), z.number(), z.null()]).meta({
    description: "That of the request, which may be a fraction in an error; null where it is not known.",
  }),
  result: z.looseObject({}).optional().meta({ description: "What the method returns; absent with `error`." }),
  error: z.object({
    code: z.int().min(-2_147_483_648).meta({ description: "What kind of fault (JSON-RPC 2.0 5.1)." }),
    message: z.string().max(LONGEST).meta({ description: "What is wrong and what is allowed." }),
    data: z.unknown().optional().meta({ description: "More on the fault." }),
  }).optional().meta({ description: "What went wrong; absent with `result`." }),
}).meta({ id: "McpAnswer", description: "The answer to a message, in JSON-RPC 2.0." });

const McpEventStream = z.string().max(10_000_000).meta({
  id: "McpEventStream",
  description: "An event stream of one event, whose data is the answer in JSON.",
});

function faultResponse(description: string) {
  return {
    description: `${description} The body is a JSON-RPC error.`,
    headers: uncachedHeaders(),
    content: { "application/json": { schema: McpAnswer } },
  };
}

/** The responses of POST `/mcp` (MCP 2025-11-25, Sending Messages to the Server). */
export const MCP_RESPONSES = {
  200: {
    description: "The answer, which may be a JSON-RPC error: one JSON document, or an event stream where `Accept` " +
      "takes nothing else.",
    headers: uncachedHeaders({ "Mcp-Session-Id": "McpSessionId" }),
    content: { "application/json": { schema: McpAnswer }, "text/event-stream": { schema: McpEventStream } },
  },
  202: { description: "The message was a notification; the body is empty.", headers: uncachedHeaders() },
  400: faultResponse(
    "The body is no message or has too many values, or its revision of the protocol is not spoken here.",
  ),
  403: faultResponse("A web page whose host name was made to lead here sent this."),
  404: faultResponse("There is no such method, in revision 2026-07-28."),
  413: faultResponse("The body is larger than 64 KiB."),
  415: faultResponse("The body is no `application/json`."),
  ...OTHER_ERRORS,
};
