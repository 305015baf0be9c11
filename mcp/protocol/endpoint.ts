import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { isIP } from "node:net";
import { type After, afterTime } from "../../domain/deadline.ts";
import type { Site } from "../../domain/site.ts";
import { StoreTroubleError, TROUBLE_RETRY_SECONDS } from "../../domain/store/store_trouble.ts";
import type { ProtocolLife } from "../mcp_services.ts";
import { answerResponse } from "./answer_response.ts";
import { BATCH_LIMITS, type BatchLimits, legacyBatch, legacyExchange, LONGEST_BATCH } from "./legacy_messages.ts";
import { inheritedName, methodOf, readMessage, withoutNulls } from "./read_message.ts";
import { errorResponse, messageId, plainError, RPC_CODES } from "./rpc_error.ts";
import type { Sessions } from "./sessions.ts";

/** The Model Context Protocol over HTTP, both eras at one URL. */
export interface McpEndpoint {
  /** Answers POST and DELETE; other methods get 405. No request content leads to a 5xx. */
  readonly fetch: (request: Request, onSubject?: OnSubject) => Promise<Response>;
}

/** Called with the subject of a message, for the log. */
type OnSubject = (subject: string) => void;

/** Dependencies of the endpoint. */
export interface McpEndpointParts {
  /** Builds a server with all tools, resources and prompts for one era of the protocol. */
  readonly build: (life: ProtocolLife) => McpServer;
  readonly sessions: Sessions;
  readonly site: Site;
  /** Subject of a message for the log; a fixed text for each tool, resource and prompt. */
  readonly subjectOf?: (message: unknown) => string;
  /** Limits of a batch; those of a running service by default. */
  readonly batchLimits?: BatchLimits;
  /** The timer of slow bodies. */
  readonly after?: After;
}

const BATCHING_VERSION = "2025-03-26";
const LONGEST_ERROR = 20_000;
const MOST_IDLE = 64;
/** The method that the library answers itself, with a stream that stays open. */
const LISTEN = "subscriptions/listen";

/** The parts of an endpoint that are created once. */
interface RunningEndpoint extends McpEndpointParts {
  /** Lends a server of an era for one exchange. */
  readonly lend: Readonly<Record<ProtocolLife, () => McpServer>>;
  readonly modern: ReturnType<typeof createMcpHandler>;
}

/**
 * Creates the endpoint (MCP 2025-11-25 and 2026-07-28, Streamable HTTP). `initialize` starts a session, whose id is
 * validated if a request carries one; requests without a session are answered as well, as sessions hold no state.
 */
export function mcpEndpoint(parts: McpEndpointParts): McpEndpoint {
  const { build, sessions, site } = parts;
  const lend = { legacy: serverPool(() => build("legacy")), modern: serverPool(() => build("modern")) };
  const modern = createMcpHandler(() => lend.modern(), { legacy: "reject" });
  const endpoint: RunningEndpoint = { ...parts, lend, modern };
  return {
    fetch: async (request, onSubject) => {
      if (isRebound(request, site)) {
        const text = "Pages of this origin may not ask this host. If it is the service's own, BASE_URL has to name it.";
        return errorResponse(403, RPC_CODES.refused, text);
      }
      if (request.method === "POST") return await answerPost(endpoint, request, onSubject);
      if (request.method === "DELETE") return await endSession(sessions, request.headers.get("mcp-session-id"));
      const text = "There is no stream to GET here: POST sends a message, DELETE ends a session.";
      return errorResponse(405, RPC_CODES.refused, text, { headers: { allow: "POST, DELETE" } });
    },
  };
}

async function answerPost(
  endpoint: RunningEndpoint,
  request: Request,
  onSubject: OnSubject = () => {},
): Promise<Response> {
  const { subjectOf, after = afterTime } = endpoint;
  const read = await readMessage(request, after);
  if (read instanceof Response) return read;
  const message = withoutNulls(read.value);
  if (subjectOf !== undefined) onSubject(subjectOf(message));
  const name = inheritedName(message);
  if (name !== null) {
    const text = `There is nothing called ${name} here.`;
    return errorResponse(200, RPC_CODES.invalidParams, text, { id: messageId(message) });
  }
  const isLegacy = Array.isArray(message) || await isLegacyRequest(request, message);
  return isLegacy
    ? await answerLegacy(endpoint, request.headers, message)
    : await answerModern(endpoint, request, message);
}

/** Answers a message of revision 2026-07-28. */
async function answerModern({ modern }: RunningEndpoint, request: Request, message: unknown): Promise<Response> {
  const method = methodOf(message);
  const id = messageId(message);
  if (method === LISTEN && id !== null) return errorResponse(404, RPC_CODES.noMethod, "Method not found", { id });
  // Without the request's signal, which Deno aborts even after a complete answer.
  const bare = new Request(request.url, { method: "POST", headers: request.headers });
  const answer = await modern.fetch(bare, { parsedBody: message });
  if (answer.headers.get("content-type") !== "application/json") return answer;
  const json = await answer.text();
  return answerResponse(request.headers.get("accept"), {
    status: answer.status,
    // Texts in an answer have escaped quotation marks. Errors are short, so long answers are not searched.
    json: json.length < LONGEST_ERROR && json.includes('"error":')
      ? JSON.stringify(plainError(JSON.parse(json), method))
      : json,
  });
}

/** Answers a message or batch of a revision up to 2025-11-25. */
async function answerLegacy(endpoint: RunningEndpoint, headers: Headers, message: unknown): Promise<Response> {
  const { build, sessions, lend } = endpoint;
  const id = messageId(message);
  const isBeginning = methodOf(message) === "initialize";
  const token = headers.get("mcp-session-id");
  if (!isBeginning && token !== null && !await sessions.use(token)) return noSession(id);
  const version = headers.get("mcp-protocol-version");
  if (!isBeginning && version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const text = `The MCP-Protocol-Version ${JSON.stringify(version.slice(0, 50))} is not spoken here for this ` +
      `message; ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")} are.`;
    return errorResponse(400, RPC_CODES.refused, text, { id });
  }
  const accept = headers.get("accept");
  if (Array.isArray(message)) return await answerBatch(endpoint, message, version, accept);
  // A server remembers its initialization, so this one does not come from the pool.
  const answer = await legacyExchange(isBeginning ? build("legacy") : lend.legacy(), message);
  if (answer === null) return new Response(null, { status: 202 });
  const plain = "error" in answer ? plainError(answer, methodOf(message)) : answer;
  const status = isInvalidRequest(plain) ? 400 : 200;
  const response = answerResponse(accept, { status, json: JSON.stringify(plain) });
  if (isBeginning && "result" in answer) response.headers.set("mcp-session-id", sessions.issue());
  return response;
}

async function answerBatch(
  { lend, batchLimits = BATCH_LIMITS }: RunningEndpoint,
  messages: readonly unknown[],
  version: string | null,
  accept: string | null,
): Promise<Response> {
  if (version !== null && version !== BATCHING_VERSION) {
    const text = `Revision ${version} has no batches, only ${BATCHING_VERSION} has: send each message alone.`;
    return errorResponse(400, RPC_CODES.invalidRequest, text);
  }
  if (messages.length === 0 || messages.length > LONGEST_BATCH) {
    const text = `A batch has 1 to ${LONGEST_BATCH} messages, not ${messages.length}.`;
    return errorResponse(400, RPC_CODES.invalidRequest, text);
  }
  const json = await legacyBatch(lend.legacy, messages, batchLimits);
  return json === "" ? new Response(null, { status: 202 }) : answerResponse(accept, { status: 200, json });
}

async function endSession(sessions: Sessions, token: string | null): Promise<Response> {
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

function isInvalidRequest(answer: object): boolean {
  return "error" in answer && typeof answer.error === "object" && answer.error !== null && "code" in answer.error &&
    answer.error.code === RPC_CODES.invalidRequest;
}

function noSession(id: ReturnType<typeof messageId>): Response {
  const text = "This session is unknown, has ended or has expired. Send initialize again, without Mcp-Session-Id.";
  return errorResponse(404, RPC_CODES.noSession, text, { id });
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

/**
 * A pool of servers, each used for one exchange at a time, because registering the tools of a new one takes longer than
 * a tool call. A server returns to the pool when its connection closes.
 */
function serverPool(build: () => McpServer): () => McpServer {
  const idle: McpServer[] = [];
  return () => {
    const lent = idle.pop() ?? build();
    lent.server.onclose = () => {
      if (idle.length < MOST_IDLE) idle.push(lent);
    };
    return lent;
  };
}
