import { weightedValues } from "../../domain/quality_values.ts";

const JSON_TYPES: ReadonlySet<string> = new Set(["application/json", "application/*", "*/*"]);

/** The media types of responses (MCP 2025-11-25, Sending Messages to the Server). */
type AnswerType = "application/json" | "text/event-stream";

/** Turns a JSON response into an event stream of one event if the client accepts only that; others stay as they are. */
export async function inAcceptedType(accept: string | null, answer: Response): Promise<Response> {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  if (!answer.ok || !isJson || acceptedType(accept) === "application/json") return answer;
  const headers = new Headers(answer.headers);
  headers.set("content-type", "text/event-stream");
  // The libraries write JSON without line breaks, so one `data:` line holds it.
  return new Response(`event: message\ndata: ${await answer.text()}\n\n`, { status: answer.status, headers });
}

/**
 * The media type for a client's `Accept` (RFC 9110 12.5.1): an event stream only if the client accepts that and no
 * JSON. The specification requires clients to list both; those that list one or none are served as well.
 */
function acceptedType(accept: string | null): AnswerType {
  if (accept === null || accept === "") return "application/json";
  const types = weightedValues(accept).filter(({ weight }) => weight > 0).map(({ name }) => name);
  const onlyStream = types.includes("text/event-stream") && !types.some((type) => JSON_TYPES.has(type));
  return onlyStream ? "text/event-stream" : "application/json";
}
