/** The id of a JSON-RPC message; null where it has none that an answer could repeat (JSON-RPC 2.0 4). */
export type MessageId = string | number | null;

/** Reads the id of what may be a JSON-RPC message. */
export function messageId(message: unknown): MessageId {
  if (typeof message !== "object" || message === null || !("id" in message)) return null;
  const { id } = message;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
