/**
 * Finds every buffer in some plain data, each once: those that a worker can hand over without a copy.
 */
export function buffersIn(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    return found;
  }
  if (typeof value !== "object" || value === null) return found;
  const members = value instanceof Map ? value.values() : Object.values(value);
  for (const member of members) {
    // A list of texts or numbers is long and holds no buffer; its first member that is not null tells.
    if (typeof member === "string" || typeof member === "number") {
      if (Array.isArray(value)) break;
      continue;
    }
    buffersIn(member, found);
  }
  return found;
}
