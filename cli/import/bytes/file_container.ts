import { sentence } from "../../../domain/sentences/sentence.ts";
import { UsageError } from "../../command/run_command.ts";
import { parsedJson } from "./json_positions.ts";

/** A file that cannot be imported at all. The message is one sentence for the operator. */
export class ImportFileError extends UsageError {
  override readonly name: string = "ImportFileError";
}

/** A file of no known format. An archive skips such a file if another one holds reviews. */
export class UnknownFormatError extends ImportFileError {}

/** Minimum length of a run of zero bytes that is refused. Shorter runs are left to the decoder and the parser. */
const LONGEST_ZEROS = 64;

/** Whether a file begins like gzip (RFC 1952 2.3.1). */
export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

/** Whether a file begins like a ZIP archive, which includes Excel workbooks. */
export function isZip(start: Uint8Array): boolean {
  return start[0] === 0x50 && start[1] === 0x4b &&
    (start[2] === 3 && start[3] === 4 || start[2] === 5 && start[3] === 6);
}

/** Refuses old Excel workbooks, PDF and pictures with an ImportFileError that names the kind of file. */
export function refuseBinary(file: string, start: Uint8Array): void {
  const begin = String.fromCharCode(...start.subarray(0, 4));
  if (begin.startsWith("\xd0\xcf\x11")) {
    const parts = { file, format: "Excel 97" };
    throw new ImportFileError(sentence("{file} has the format {format}: save it as .xlsx or CSV.", parts));
  }
  const format = begin === "%PDF"
    ? "PDF"
    : begin === "\x89PNG"
    ? "PNG"
    : begin.startsWith("\xff\xd8\xff")
    ? "JPEG"
    : null;
  if (format === null) return;
  throw new ImportFileError(
    sentence("{file} has the format {format}: take an export as CSV, JSON or XLSX.", { file, format }),
  );
}

/** Refuses a long run of zeros with an ImportFileError: no text has it in any encoding, but broken downloads have. */
export function refuseZeros(file: string, bytes: Uint8Array): void {
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at)) {
    const begin = at;
    while (bytes[at] === 0) at++;
    if (at - begin < LONGEST_ZEROS) continue;
    throw new ImportFileError(
      sentence("{file} is no text: it holds a run of zero bytes, as a broken download does.", { file }),
    );
  }
}

/**
 * The container of a file, from its beginning with LF line breaks. The name decides where that is ambiguous: a single
 * object may be a JSON document or an NDJSON file of one line.
 */
export function fileContainer(start: string, file: string): Container {
  const named = containerOfName(file);
  const content = start.trimStart();
  if (content.startsWith("[")) return "json";
  if (/^<(?:\?xml|rss|feed)\b/i.test(content) && !/<(?:!doctype )?html\b/i.test(content)) return "xml";
  if (/^<(?:!doctype html|html|head|body|script|div|!--|\?xml)/i.test(content)) return "html";
  if (!content.startsWith("{")) return named ?? (/^<[a-z][\w:.-]*[\s>]/i.test(content) ? "xml" : "csv");
  const lineEnd = content.indexOf("\n");
  const isFirstOfSeveral = lineEnd >= 0 && content.slice(lineEnd).trim() !== "";
  if (isFirstOfSeveral && parsedJson(content.slice(0, lineEnd)) !== undefined) return "ndjson";
  return named === "ndjson" ? "ndjson" : "json";
}

function containerOfName(file: string): Container | undefined {
  if (/\.(?:ndjson|jsonl)$/i.test(file)) return "ndjson";
  if (/\.html?$/i.test(file)) return "html";
  return /\.json$/i.test(file) ? "json" : undefined;
}

/** How rows are contained in a file, independent of their format. */
export type Container = typeof CONTAINERS[number];

/** The forms of files. */
export const CONTAINERS = ["csv", "json", "ndjson", "html", "xml"] as const;
