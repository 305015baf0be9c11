/** Error codes of the endpoint itself (JSON-RPC 2.0 5.1; the last is that of the MCP libraries). */
export const RPC_CODES = {
  notJson: -32700,
  invalidRequest: -32600,
  noMethod: -32601,
  invalidParams: -32602,
  refused: -32000,
} as const;

/** The id of a JSON-RPC message; null if it has none that a response could repeat (JSON-RPC 2.0 4). */
type MessageId = string | number | null;

/** Refuses a whole request with a JSON-RPC error as the body. */
export function errorResponse(
  status: number,
  code: number,
  message: string,
  id: MessageId = null,
  headers: HeadersInit = {},
): Response {
  const text = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id });
  return textResponse(status, "application/json", text, headers);
}

/** A response with its length, which the log and the compression need. */
export function textResponse(status: number, type: string, text: string, headers: HeadersInit = {}): Response {
  const bytes = new TextEncoder().encode(text);
  const all = new Headers(headers);
  all.set("content-type", type);
  all.set("content-length", String(bytes.length));
  return new Response(bytes, { status, headers: all });
}

/** The id of a possible JSON-RPC message. */
export function messageId(message: unknown): MessageId {
  if (typeof message !== "object" || message === null || !("id" in message)) return null;
  const { id } = message;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

const MOST_FAULTS = 3;

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly expected?: string;
}

/**
 * Turns a list of schema faults in an error message into one sentence. The library puts such lists into messages, and
 * calls some of them server errors; here they are invalid parameters (JSON-RPC 2.0 5.1). Other answers stay unchanged.
 */
export function plainError(answer: object, method: string): object {
  if (!("error" in answer) || typeof answer.error !== "object" || answer.error === null) return answer;
  const { message } = { message: null, ...answer.error };
  const issues = typeof message === "string" ? issuesIn(message) : [];
  if (issues.length === 0) return answer;
  const faults = issues.slice(0, MOST_FAULTS).map(faultText).join("; ") +
    (issues.length > MOST_FAULTS ? `; and ${issues.length - MOST_FAULTS} more` : "");
  return {
    ...answer,
    error: { code: RPC_CODES.invalidParams, message: `${method.slice(0, 50)} was not run: ${faults}.` },
  };
}

function issuesIn(message: string): readonly Issue[] {
  const at = message.indexOf("[\n");
  if (at === -1) return [];
  try {
    const found: unknown = JSON.parse(message.slice(at));
    return Array.isArray(found) ? found.filter(isIssue) : [];
  } catch {
    return [];
  }
}

function isIssue(value: unknown): value is Issue {
  return typeof value === "object" && value !== null && "path" in value && Array.isArray(value.path) &&
    "message" in value && typeof value.message === "string";
}

function faultText({ path, message, expected }: Issue): string {
  const name = path.join(".") || "the message";
  if (expected === undefined) return `${name}: ${message}`;
  const type = expected === "record" ? "object" : expected;
  const wanted = `it has to be ${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
  return message.endsWith("received undefined")
    ? `${name} is missing, ${wanted}`
    : `${name} is of the wrong type, ${wanted}`;
}
