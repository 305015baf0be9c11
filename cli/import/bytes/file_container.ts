/**
 * Tells how a file is laid out from how it begins. Its name counts only where the content leaves it
 * open: a single object may be a JSON document or the only line of an NDJSON file.
 *
 * @param start The beginning of the file with LF line breaks.
 */
export function fileContainer(start: string, file: string): Container {
  const named = containerOfName(file);
  const content = start.trimStart();
  if (content.startsWith("[")) return "json";
  if (!content.startsWith("{")) return named ?? "csv";
  const lineEnd = content.indexOf("\n");
  const isFirstOfSeveral = lineEnd >= 0 && content.slice(lineEnd).trim() !== "";
  if (isFirstOfSeveral && isJson(content.slice(0, lineEnd))) return "ndjson";
  return named === "ndjson" ? "ndjson" : "json";
}

function containerOfName(file: string): Container | undefined {
  if (/\.(?:ndjson|jsonl)$/i.test(file)) return "ndjson";
  return /\.json$/i.test(file) ? "json" : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How a file is laid out, whatever its rows mean. */
export type Container = "csv" | "json" | "ndjson";
