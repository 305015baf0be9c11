import { isJsonContentType } from "@modelcontextprotocol/server";
import { readBody } from "../../domain/request_body.ts";
import { errorResponse, RPC_CODES } from "./rpc_error.ts";

/**
 * Maximum length of a message in bytes. A call needs less than 2,000, as arguments are short. The rest is for what
 * clients add in `_meta`, such as their icons.
 */
const LONGEST_BODY = 65_536;
/** Maximum number of members and items of a message, counted by {@linkcode hasMoreValues}. A call has less than 50. */
const MOST_VALUES = 500;
const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/**
 * Parses the JSON of a POST.
 *
 * @param network See {@linkcode readBody}.
 * @returns The value, or a response: 415; 413; 429; or 400 if it is not JSON, or has more values than any message.
 */
export async function readMessage(
  request: Request,
  network?: string,
): Promise<{ readonly value: unknown } | Response> {
  const type = request.headers.get("content-type");
  if (!isJsonContentType(type)) {
    return errorResponse(
      415,
      RPC_CODES.refused,
      `The Content-Type has to be application/json, not ${type ?? "missing"}.`,
    );
  }
  const read = await readBody(request, LONGEST_BODY, network);
  if (!(read instanceof Uint8Array)) {
    const { status, message, headers } = read;
    return errorResponse(status, status === 400 ? RPC_CODES.notJson : RPC_CODES.refused, message, null, headers);
  }
  // Before parsing, because that takes longest of all with many names.
  const json = new TextDecoder().decode(read);
  if (hasMoreValues(json, MOST_VALUES)) {
    const text = `A message may have at most ${MOST_VALUES} commas and opening brackets, those in texts included.`;
    return errorResponse(400, RPC_CODES.invalidRequest, text);
  }
  try {
    return { value: JSON.parse(json) };
  } catch {
    return errorResponse(400, RPC_CODES.notJson, "The body is not JSON; it has to be a JSON-RPC message.");
  }
}

/** Whether a text in JSON may have more members and items than `most`: commas and opening brackets precede each. */
function hasMoreValues(text: string, most: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= most; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === BRACKET || code === BRACE) values++;
  }
  return values > most;
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
