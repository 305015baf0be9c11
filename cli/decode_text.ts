import { ImportFileError } from "../domain/import/import_file_error.ts";

/**
 * Decodes a file as UTF-8, or as UTF-16 where it begins with the mark of it. The byte order mark is
 * left out and every line break becomes LF, so that lines can be counted in what follows.
 *
 * @throws {ImportFileError} When the bytes are not valid, or begin like a ZIP archive (which an
 * Excel workbook also is).
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let previous = new Uint8Array();
  let offset = 0;
  let held = "";
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk, file);
    const decoded = decode(decoder, chunk);
    if (decoded === null) {
      throw invalidBytes(file, decoder, offset + validLength(previous, chunk));
    }
    // A CR at the end may be the first half of a line break.
    const text = held + decoded;
    held = text.endsWith("\r") ? "\r" : "";
    yield lineFeeds(held === "" ? text : text.slice(0, -1));
    offset += chunk.length;
    previous = new Uint8Array(chunk);
  }
  if (decoder === undefined) return;
  if (decode(decoder) === null) throw invalidBytes(file, decoder, offset);
  if (held !== "") yield "\n";
}

function decoderFor(start: Uint8Array, file: string): TextDecoder {
  const [first, second] = start;
  if (first === 0x50 && second === 0x4b && start[2] === 3 && start[3] === 4) {
    throw new ImportFileError(
      `${file} is a ZIP archive or an Excel workbook: unpack it, or save it as CSV.`,
    );
  }
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8", { fatal: true });
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string | null {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    return null;
  }
}

function invalidBytes(file: string, { encoding }: TextDecoder, offset: number): ImportFileError {
  return new ImportFileError(
    encoding === "utf-8"
      ? `${file} is not valid UTF-8 at byte ${offset}: save it as UTF-8.`
      : `${file} begins as ${encoding.toUpperCase()} but is not valid: save it as UTF-8.`,
  );
}

/** Counts the bytes of a chunk that are valid UTF-8 after the chunk before it. */
function validLength(previous: Uint8Array, chunk: Uint8Array): number {
  const whole = previous.findIndex((byte) => (byte & 0xc0) !== 0x80);
  let valid = 0;
  let invalid = chunk.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    const decoder = new TextDecoder("utf-8", { fatal: true });
    decode(decoder, previous.subarray(Math.max(whole, 0)));
    if (decode(decoder, chunk.subarray(0, middle)) === null) invalid = middle;
    else valid = middle;
  }
  return valid;
}

function lineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
