import { Parser } from "htmlparser2";
import { ImportFileError } from "./import_file_error.ts";

/** Maximum bytes that are parsed at once. */
const PIECE_BYTES = 32_768;

/** Handlers of an XML document. Names have no namespace prefix. */
export interface XmlEvents {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/**
 * Parses XML as a stream, so that a long sheet is never in memory as a whole.
 *
 * @param taken Called after each piece; returns the items that are complete.
 * @throws {ImportFileError} If the bytes are no UTF-8.
 */
export async function* xmlEvents<Item>(
  stream: ReadableStream<Uint8Array>,
  file: string,
  events: XmlEvents,
  taken: () => readonly Item[],
): AsyncGenerator<Item> {
  const parser = new Parser({
    onopentag: (name, attributes) => events.open(local(name), attributes),
    ontext: (text) => events.text?.(text),
    onclosetag: (name) => events.close?.(local(name)),
  }, { xmlMode: true, decodeEntities: true });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of stream) {
    // A tightly packed stream gives chunks of megabytes.
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      parser.write(decoded(decoder, chunk.subarray(at, at + PIECE_BYTES), file));
      yield* taken();
    }
  }
  parser.end();
  yield* taken();
}

function decoded(decoder: TextDecoder, chunk: Uint8Array, file: string): string {
  try {
    return decoder.decode(new Uint8Array(chunk), { stream: true });
  } catch {
    throw new ImportFileError(`${file} is a damaged workbook: its parts are not UTF-8.`);
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
