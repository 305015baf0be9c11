import { isJsonContentType, readRequestBody } from "@modelcontextprotocol/server";
import { errorResponse, RPC_CODES } from "./rpc_error.ts";

const LONGEST_BODY = 1024 * 1024;
const DEEPEST = 64;
const SLOWEST_MS = 30_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Runs a function after some milliseconds, unless the function that is returned is called before. */
export type After = (milliseconds: number, run: () => void) => () => void;

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

/** The text; null if it is too long, undefined if it takes too long. */
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
