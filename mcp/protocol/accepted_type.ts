import { weightedValues } from "../../domain/quality_values.ts";

const JSON_TYPES: ReadonlySet<string> = new Set(["application/json", "application/*", "*/*"]);

/** The two media types of answers (MCP 2025-11-25, Sending Messages to the Server). */
type AnswerType = "application/json" | "text/event-stream";

/** Writes an answer as one event for a client that takes only event streams; any other answer stays as it is. */
export async function inAcceptedType(accept: string | null, answer: Response): Promise<Response> {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  if (!answer.ok || !isJson || acceptedType(accept) === "application/json") return answer;
  const headers = new Headers(answer.headers);
  headers.set("content-type", "text/event-stream");
  // The libraries write JSON without line ends: one line of data holds it.
  return new Response(`event: message\ndata: ${await answer.text()}\n\n`, { status: answer.status, headers });
}

/**
 * The media type for a client's `Accept` (RFC 9110 12.5.1): an event stream only for who takes that and no JSON. The
 * specification lets clients name both; those that name one, or none, are answered all the same.
 */
function acceptedType(accept: string | null): AnswerType {
  if (accept === null || accept === "") return "application/json";
  const types = weightedValues(accept).filter(({ weight }) => weight > 0).map(({ name }) => name);
  const onlyStream = types.includes("text/event-stream") && !types.some((type) => JSON_TYPES.has(type));
  return onlyStream ? "text/event-stream" : "application/json";
}
