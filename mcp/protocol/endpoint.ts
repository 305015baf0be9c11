import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { Site } from "../../domain/site.ts";
import { StoreTroubleError, TROUBLE_RETRY_SECONDS } from "../../domain/store/store_trouble.ts";
import type { ProtocolLife } from "../mcp_services.ts";
import { inAcceptedType } from "./accepted_type.ts";
import { isRebound } from "./is_rebound.ts";
import { legacyBatch, legacyExchange } from "./legacy_exchange.ts";
import { readMessage } from "./read_message.ts";
import { errorResponse, messageId, RPC_CODES } from "./rpc_error.ts";
import { serverPool } from "./server_pool.ts";
import type { Sessions } from "./sessions.ts";

/** The parts of the endpoint. */
export interface McpEndpointParts {
  /** Builds a server with all tools, resources and prompts for one era of the protocol. */
  readonly build: (life: ProtocolLife) => McpServer;
  readonly sessions: Sessions;
  readonly site: Site;
}

/** The Model Context Protocol over HTTP, both eras at one URL. */
export interface McpEndpoint {
  /** Answers POST and DELETE; other methods get 405. No request content leads to a 5xx. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Notifies subscribers of a resource (MCP 2026-07-28, `subscriptions/listen`) that it has changed. */
  readonly resourceUpdated: (uri: string) => void;
  /** Closes the streams of subscribers; later requests get 503. */
  readonly close: () => Promise<void>;
}

const BATCHING_VERSION = "2025-03-26";

/**
 * Creates the endpoint (MCP 2025-11-25 and 2026-07-28, Streamable HTTP). `initialize` starts a session, whose id is
 * validated if a request carries one; requests without a session are answered as well, as sessions hold no state.
 */
export function mcpEndpoint({ build, sessions, site }: McpEndpointParts): McpEndpoint {
  const lend = { legacy: serverPool(() => build("legacy")), modern: serverPool(() => build("modern")) };
  const modern = createMcpHandler(() => lend.modern(), { legacy: "reject" });
  let isClosed = false;

  async function post(request: Request): Promise<Response> {
    const read = await readMessage(request);
    if (read instanceof Response) return read;
    const message = read.value;
    const isLegacy = Array.isArray(message) || await isLegacyRequest(request, message);
    const answer = isLegacy ? await legacy(request.headers, message) : await modern.fetch(
      // Without the request's signal: a client that disconnects closes the response body.
      new Request(request.url, { method: "POST", headers: request.headers }),
      { parsedBody: message },
    );
    return inAcceptedType(request.headers.get("accept"), answer);
  }

  async function legacy(headers: Headers, message: unknown): Promise<Response> {
    if (isInitialize(message)) return initialize(message);
    const id = messageId(message);
    const token = headers.get("mcp-session-id");
    if (token !== null && !await sessions.use(token)) return noSession(id);
    const version = headers.get("mcp-protocol-version");
    if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
      const text = `The MCP-Protocol-Version ${JSON.stringify(version.slice(0, 50))} is not spoken here for this ` +
        `message; ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")} are.`;
      return errorResponse(400, RPC_CODES.refused, text, { id });
    }
    if (!Array.isArray(message)) return legacyExchange(lend.legacy(), message);
    if (version === null || version === BATCHING_VERSION) return legacyBatch(lend.legacy, message);
    const text = `Revision ${version} has no batches, only ${BATCHING_VERSION} has: send each message alone.`;
    return errorResponse(400, RPC_CODES.invalidRequest, text);
  }

  async function initialize(message: unknown): Promise<Response> {
    // A server remembers its initialization, so this one does not come from the pool.
    const answer = await legacyExchange(build("legacy"), message);
    if (answer.status === 200 && "result" in await answer.clone().json()) {
      answer.headers.set("mcp-session-id", sessions.issue());
    }
    return answer;
  }

  async function end(token: string | null): Promise<Response> {
    if (token === null) {
      return errorResponse(400, RPC_CODES.refused, "Mcp-Session-Id is missing: it names what to end.");
    }
    try {
      return await sessions.end(token) ? new Response(null, { status: 204 }) : noSession(null);
    } catch (error) {
      if (!(error instanceof StoreTroubleError)) throw error;
      const headers = { "retry-after": String(TROUBLE_RETRY_SECONDS) };
      return errorResponse(503, RPC_CODES.refused, error.message, { headers });
    }
  }

  return {
    fetch: async (request) => {
      if (isRebound(request, site)) {
        const text = "Pages of this origin may not ask this host. If it is the service's own, BASE_URL has to name it.";
        return errorResponse(403, RPC_CODES.refused, text);
      }
      if (isClosed) {
        return errorResponse(503, RPC_CODES.refused, "The service is stopping.", { headers: { "retry-after": "1" } });
      }
      if (request.method === "POST") return await post(request);
      if (request.method === "DELETE") return await end(request.headers.get("mcp-session-id"));
      const text = "There is no stream to GET here: POST sends a message, DELETE ends a session.";
      return errorResponse(405, RPC_CODES.refused, text, { headers: { allow: "POST, DELETE" } });
    },
    resourceUpdated: (uri) => modern.notify.resourceUpdated(uri),
    close: () => {
      isClosed = true;
      return modern.close();
    },
  };
}

function isInitialize(message: unknown): boolean {
  return typeof message === "object" && message !== null && "method" in message && message.method === "initialize";
}

function noSession(id: ReturnType<typeof messageId>): Response {
  const text = "This session is unknown, has ended or has expired. Send initialize again, without Mcp-Session-Id.";
  return errorResponse(404, RPC_CODES.noSession, text, { id });
}
