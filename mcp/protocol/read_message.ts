import { isJsonContentType, readRequestBody } from "@modelcontextprotocol/server";
import { errorResponse, RPC_CODES } from "./rpc_error.ts";

const LONGEST_BODY = 1024 * 1024;

/**
 * Parses the JSON of a POST.
 *
 * @returns The value, or a response: 415; 413; or 400 if it is not JSON.
 */
export async function readMessage(request: Request): Promise<{ readonly value: unknown } | Response> {
  const type = request.headers.get("content-type");
  if (!isJsonContentType(type)) {
    return errorResponse(
      415,
      RPC_CODES.refused,
      `The Content-Type has to be application/json, not ${type ?? "missing"}.`,
    );
  }
  const text = await readText(request);
  if (text === null) return errorResponse(413, RPC_CODES.refused, `The body may have at most ${LONGEST_BODY} bytes.`);
  try {
    return { value: JSON.parse(text) };
  } catch {
    return errorResponse(400, RPC_CODES.notJson, "The body is not JSON; it has to be a JSON-RPC message.");
  }
}

async function readText(request: Request): Promise<string | null> {
  try {
    const read = await readRequestBody(request, LONGEST_BODY);
    if (!read.tooLarge) return read.text;
    await request.body?.cancel();
    return null;
  } catch {
    // The client has disconnected and gets no response; an empty text is refused as invalid JSON.
    return "";
  }
}

const NAMED_METHODS: ReadonlySet<unknown> = new Set(["tools/call", "prompts/get"]);

type Message = Readonly<Record<string, unknown>>;

/**
 * Removes null `arguments`, and null arguments of a prompt, which the library refuses. Returns other values unchanged.
 */
export function withoutNulls(message: unknown): unknown {
  if (!isObject(message) || !NAMED_METHODS.has(message.method) || !isObject(message.params)) return message;
  const { arguments: given, ...rest } = message.params;
  if (given === null) return { ...message, params: rest };
  if (message.method !== "prompts/get" || !isObject(given)) return message;
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return { ...message, params: { ...rest, arguments: stated } };
}

/** The method of a message; empty if it has none. */
export function methodOf(message: unknown): string {
  return isObject(message) && typeof message.method === "string" ? message.method : "";
}

function isObject(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
