import { weightedValues } from "../../domain/quality_values.ts";

const JSON_TYPES: ReadonlySet<string> = new Set(["application/json", "application/*", "*/*"]);

/** The media types of responses (MCP 2025-11-25, Sending Messages to the Server). */
export type AnswerType = "application/json" | "text/event-stream";

/**
 * The media type for a client's `Accept` (RFC 9110 12.5.1): an event stream only if the client accepts that and no
 * JSON. The specification requires clients to list both; those that list one or none are served as well.
 */
export function acceptedType(accept: string | null): AnswerType {
  if (accept === null || accept === "") return "application/json";
  const types = weightedValues(accept).filter(({ weight }) => weight > 0).map(({ name }) => name);
  const onlyStream = types.includes("text/event-stream") && !types.some((type) => JSON_TYPES.has(type));
  return onlyStream ? "text/event-stream" : "application/json";
}
