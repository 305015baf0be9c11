/**
 * Determines the container of a file from its content. The name decides only where the content is ambiguous: a single
 * object may be a JSON document or an NDJSON file of one line.
 *
 * @param start The beginning of the file with LF line breaks.
 */
export function fileContainer(start: string, file: string): Container {
  const named = containerOfName(file);
  const content = start.trimStart();
  if (content.startsWith("[")) return "json";
  if (/^<(?:\?xml|rss|feed)\b/i.test(content) && !/<(?:!doctype )?html\b/i.test(content)) return "xml";
  if (/^<(?:!doctype html|html|head|body|script|div|!--|\?xml)/i.test(content)) return "html";
  if (!content.startsWith("{")) return named ?? "csv";
  const lineEnd = content.indexOf("\n");
  const isFirstOfSeveral = lineEnd >= 0 && content.slice(lineEnd).trim() !== "";
  if (isFirstOfSeveral && isJson(content.slice(0, lineEnd))) return "ndjson";
  return named === "ndjson" ? "ndjson" : "json";
}

function containerOfName(file: string): Container | undefined {
  if (/\.(?:ndjson|jsonl)$/i.test(file)) return "ndjson";
  if (/\.html?$/i.test(file)) return "html";
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

/** How rows are contained in a file, independent of their format. */
export type Container = "csv" | "json" | "ndjson" | "html" | "xml";
