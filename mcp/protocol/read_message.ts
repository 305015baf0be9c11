import { isJsonContentType, readRequestBody } from "@modelcontextprotocol/server";
import type { After } from "../../domain/deadline.ts";
import { errorResponse, RPC_CODES } from "./rpc_error.ts";

const LONGEST_BODY = 1024 * 1024;
const DEEPEST = 64;
const SLOWEST_MS = 30_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Parses the JSON of a POST.
 *
 * @returns The value, or a response: 415; 413; 408 if the body takes more than 30 seconds (RFC 9110 15.5.9); or 400 if
 * it is not JSON or nested more than 64 levels deep, which would overflow the stack of recursive code.
 */
export async function readMessage(request: Request, after: After): Promise<{ readonly value: unknown } | Response> {
  const type = request.headers.get("content-type");
  if (!isJsonContentType(type)) {
    return errorResponse(
      415,
      RPC_CODES.refused,
      `The Content-Type has to be application/json, not ${type ?? "missing"}.`,
    );
  }
  const text = await readInTime(request, after);
  if (text === undefined) {
    const message = `The body was not sent within ${SLOWEST_MS / 1000} seconds.`;
    return errorResponse(408, RPC_CODES.refused, message, { headers: { connection: "close" } });
  }
  if (text === null) return errorResponse(413, RPC_CODES.refused, `The body may have at most ${LONGEST_BODY} bytes.`);
  if (isNestedDeeper(text, DEEPEST)) {
    const message = `The body has arrays or objects more than ${DEEPEST} levels deep; it may have that many.`;
    return errorResponse(400, RPC_CODES.invalidRequest, message);
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return errorResponse(400, RPC_CODES.notJson, "The body is not JSON; it has to be a JSON-RPC message.");
  }
}

/** The text; null if too long, undefined if too slow. */
async function readInTime(request: Request, after: After): Promise<string | null | undefined> {
  const late = Promise.withResolvers<undefined>();
  const stop = after(SLOWEST_MS, () => late.resolve(undefined));
  try {
    return await Promise.race([readText(request), late.promise]);
  } finally {
    stop();
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

/** Whether arrays and objects in a JSON text are nested deeper than `levels`. */
function isNestedDeeper(json: string, levels: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (OPENING.has(code)) {
      if (++depth > levels) return true;
    } else if (CLOSING.has(code)) depth--;
  }
  return false;
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

/**
 * A requested name that the library would find although it is not registered, because every JavaScript object has a
 * member of that name, such as `constructor`. Null for other requests, and for anything but a request (JSON-RPC 2.0
 * 4).
 */
export function inheritedName(message: unknown): string | null {
  if (!isObject(message) || !isObject(message.params)) return null;
  const { params, jsonrpc, id } = message;
  if (jsonrpc !== "2.0" || typeof id !== "string" && !Number.isInteger(id)) return null;
  const name = NAMED_METHODS.has(message.method)
    ? params.name
    : message.method === "completion/complete" && isObject(params.ref)
    ? params.ref.name ?? params.ref.uri
    : null;
  return typeof name === "string" && name in Object.prototype ? name : null;
}

/** The method of a message; empty if it has none. */
export function methodOf(message: unknown): string {
  return isObject(message) && typeof message.method === "string" ? message.method : "";
}

function isObject(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
