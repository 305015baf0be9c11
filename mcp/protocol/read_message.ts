import { isJsonContentType, readRequestBody } from "@modelcontextprotocol/server";
import { isNestedDeeper } from "../is_nested_deeper.ts";
import { refusal, RPC_CODES } from "./rpc_error.ts";

const LONGEST_BODY = 1024 * 1024;
const DEEPEST = 64;

/**
 * Reads the JSON of a POST.
 *
 * @returns The value, or the refusal: 415, 413, or 400 for what is no JSON or nested more than 64 levels deep, which
 *   what walks a value by recursion could not take.
 */
export async function readMessage(request: Request): Promise<{ readonly value: unknown } | Response> {
  const type = request.headers.get("content-type");
  if (!isJsonContentType(type)) {
    return refusal(415, RPC_CODES.refused, `The Content-Type has to be application/json, not ${type ?? "missing"}.`);
  }
  const text = await readText(request);
  if (text === null) return refusal(413, RPC_CODES.refused, `The body may have at most ${LONGEST_BODY} bytes.`);
  if (isNestedDeeper(text, DEEPEST)) {
    const message = `The body has arrays or objects more than ${DEEPEST} levels deep; it may have that many.`;
    return refusal(400, RPC_CODES.invalidRequest, message);
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return refusal(400, RPC_CODES.notJson, "The body is not JSON; it has to be a JSON-RPC message.");
  }
}

async function readText(request: Request): Promise<string | null> {
  try {
    const read = await readRequestBody(request, LONGEST_BODY);
    if (!read.tooLarge) return read.text;
    await request.body?.cancel();
    return null;
  } catch {
    // The client has gone, so no answer reaches it; an empty text is refused as no JSON.
    return "";
  }
}
