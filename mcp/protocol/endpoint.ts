import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { weightedValues } from "../../domain/documents/content_negotiation.ts";
import type { Site } from "../../domain/site.ts";
import { methodOf, readMessage, withoutNulls } from "./read_message.ts";
import { errorResponse, messageId, plainError, RPC_CODES, textResponse } from "./rpc_error.ts";

/** The Model Context Protocol over HTTP, both eras at one URL. */
export interface McpEndpoint {
  /**
   * Answers a POST. No request content leads to a 5xx.
   *
   * @param network See `readBody`.
   */
  readonly fetch: (request: Request, network?: string, onSubject?: (subject: string) => void) => Promise<Response>;
}

interface McpEndpointParts {
  /** Builds a server with all tools, resources and prompts. */
  readonly build: () => McpServer;
  readonly site: Site;
  /** Subject of a message for the log; a fixed text for each tool, resource and prompt. */
  readonly subjectOf?: (message: unknown) => string;
}

/** The method that the library answers itself, with a stream that stays open. */
const LISTEN = "subscriptions/listen";
const NO_BATCH = "The body is a batch, which revisions from 2025-06-18 on do not have: send each message alone.";
const LONGEST_ERROR = 20_000;

/**
 * Creates the endpoint (MCP 2025-11-25 and 2026-07-28, Streamable HTTP). Nothing of a client is kept between requests.
 * `initialize` is answered with a session id, as clients of its revisions expect; later requests may send this or any
 * other id, or none.
 */
export function mcpEndpoint({ build, site, subjectOf }: McpEndpointParts): McpEndpoint {
  const modern = createMcpHandler(build, { legacy: "reject" });
  return {
    fetch: async (request, network, onSubject) => {
      if (isRebound(request, site)) {
        const text = "Pages of this origin may not ask this host. If it is the service's own, BASE_URL has to name it.";
        return errorResponse(403, RPC_CODES.refused, text);
      }
      const read = await readMessage(request, network);
      if (read instanceof Response) return read;
      const message = withoutNulls(read.value);
      if (subjectOf !== undefined) onSubject?.(subjectOf(message));
      if (Array.isArray(message)) return errorResponse(400, RPC_CODES.invalidRequest, NO_BATCH);
      // Without the request's signal, which Deno aborts even after a complete answer.
      const bare = new Request(request.url, { method: "POST", headers: request.headers });
      const method = methodOf(message);
      const id = messageId(message);
      const answer = await isLegacyRequest(request, message)
        ? await legacyAnswer(build(), bare, message)
        : method === LISTEN && id !== null
        ? errorResponse(404, RPC_CODES.noMethod, "Method not found", id)
        : await modern.fetch(bare, { parsedBody: message });
      return await inWords(answer, method, request.headers.get("accept"));
    },
  };
}

async function legacyAnswer(server: McpServer, request: Request, message: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  request.headers.set("accept", "application/json, text/event-stream");
  await server.connect(transport);
  const answer = await transport.handleRequest(request, { parsedBody: message });
  await server.close();
  return answer;
}

async function inWords(answer: Response, method: string, accept: string | null): Promise<Response> {
  const { status, headers } = answer;
  if (headers.get("content-type") !== "application/json") return answer;
  const json = await answer.text();
  // Texts in an answer have escaped quotation marks. Errors are short, so long answers are not searched.
  const isError = json.length < LONGEST_ERROR && json.includes('"error":');
  const plain = isError ? JSON.stringify(plainError(JSON.parse(json), method)) : json;
  const session = method === "initialize" && !isError ? { "mcp-session-id": randomUUID() } : {};
  return status === 200 && acceptsOnlyStream(accept)
    // One `data:` line holds it, as it has no line breaks.
    ? textResponse(status, "text/event-stream", `event: message\ndata: ${plain}\n\n`, session)
    : textResponse(status, "application/json", plain, session);
}

const JSON_TYPES: ReadonlySet<string> = new Set(["application/json", "application/*", "*/*"]);

/**
 * Whether a client's `Accept` has event streams and no JSON (RFC 9110 12.5.1). The specification requires clients to
 * list both; those that list one or none are served as well.
 */
function acceptsOnlyStream(accept: string | null): boolean {
  const types = weightedValues(accept ?? "").filter(({ weight }) => weight > 0).map(({ name }) => name);
  return types.includes("text/event-stream") && !types.some((type) => JSON_TYPES.has(type));
}

/**
 * Whether a request may be a DNS rebinding attack (MCP 2025-11-25, Streamable HTTP, Security Warning): the page's
 * origin equals the requested host, and that is not one of the service's names. Pages of other origins are allowed,
 * because responses are public; IP addresses cannot be rebound.
 */
function isRebound(request: Request, site: Site): boolean {
  const given = request.headers.get("origin");
  if (given === null || given === "null") return false;
  if (!URL.canParse(given)) return true;
  const origin = new URL(given);
  const asked = `${origin.protocol}//${request.headers.get("host") ?? new URL(request.url).host}`;
  if (!URL.canParse(asked) || new URL(asked).host !== origin.host) return false;
  return !isOurs(origin.hostname, site);
}

function isOurs(hostname: string, site: Site): boolean {
  return hostname === new URL(site.baseUrl).hostname || /(?:^|\.)localhost$/.test(hostname) ||
    isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0;
}
