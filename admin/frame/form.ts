// Reads the forms that pages send. A form may have 1 MB of fields; files go to the disk as they arrive.

import { lastPart } from "../../cli/command/file_path.ts";
import { sentence } from "../../domain/sentences/sentence.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { readBody } from "../../domain/request_body.ts";

/** Maximum length of the files of a form, in bytes. */
export const MOST_FILE_BYTES = 200_000_000;
const MOST_FIELD_BYTES = 1_000_000;
const MOST_PARTS = 2000;
const MOST_HEADER_BYTES = 8192;
/** Maximum length of a file name, in UTF-16 units. In UTF-8 each takes up to 3 bytes, and file systems allow 255. */
const LONGEST_NAME = 80;

/** A file that was uploaded, in a folder of its own. */
export interface Upload {
  readonly id: string;
  /** Name of the field. */
  readonly field: string;
  /** Name as on the sender's computer, without folders. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** Value of a field for a yes. */
export const YES = "yes";

/** A form as it was sent. */
export interface Form {
  /** The first value of a field; empty without one. */
  readonly text: (name: string) => string;
  /** All values of a field. */
  readonly texts: (name: string) => readonly string[];
  /** All fields in order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly Upload[];
}

/** Thrown if a form exceeds a limit. */
export class FormTooLargeError extends OperatorError {
  override readonly name = "FormTooLargeError";
}

/**
 * Reads a form (URL Standard 5.1, RFC 7578).
 *
 * @param folder Folder in which files are kept; null to refuse files.
 * @param onBytes Called as the bytes of files arrive.
 * @throws {FormTooLargeError} If it exceeds a limit. Its files are removed.
 * @throws {OperatorError} If it is no form, or broken. Its files are removed.
 */
export async function readForm(
  request: Request,
  folder: string | null,
  onBytes: (count: number) => void = () => {},
): Promise<Form> {
  const type = request.headers.get("content-type") ?? "";
  const [, quoted, plain] = /^multipart\/form-data;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary !== undefined && folder !== null) {
    return await readParts(new Pieces(request.body, onBytes), boundary, folder);
  }
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(type)) {
    throw new OperatorError(sentence("This is not a form."));
  }
  const body = await readBody(request, MOST_FIELD_BYTES);
  if (body instanceof Uint8Array) return formOf([...new URLSearchParams(new TextDecoder().decode(body))], []);
  throw body.status === 413
    ? new FormTooLargeError(sentence("The form has more than {count} bytes.", { count: MOST_FIELD_BYTES }))
    : new OperatorError(BROKEN);
}

const FILES_TOO_LARGE = sentence("The files have more than {count} MB together.", {
  count: MOST_FILE_BYTES / 1_000_000,
});

/** Makes a form of its fields and files. */
export function formOf(fields: Form["fields"], files: Form["files"] = []): Form {
  const texts = (wanted: string) => fields.filter(([name]) => name === wanted).map(([, value]) => value);
  return { fields, files, texts, text: (name) => texts(name)[0] ?? "" };
}

async function readParts(body: Pieces, boundary: string, folder: string): Promise<Form> {
  const fields: [string, string][] = [];
  const files: Upload[] = [];
  let [fieldRoom, fileRoom] = [MOST_FIELD_BYTES, MOST_FILE_BYTES];
  const end = `\r\n--${boundary}`;
  try {
    await body.until(end.trim(), MOST_HEADER_BYTES);
    for (let part = 0; await body.hasPart(); part++) {
      if (part === MOST_PARTS) {
        throw new FormTooLargeError(sentence("The form has more than {count} parts.", { count: MOST_PARTS }));
      }
      const header = String(await body.until("\r\n\r\n", MOST_HEADER_BYTES));
      const name = parameter(header, "name") ?? "";
      const fileName = parameter(header, "filename");
      if (fileName === null) {
        const value = await body.until(end, fieldRoom);
        fieldRoom -= value.length;
        fields.push([name, String(value)]);
      } else {
        const upload = { field: name, ...await saved(body.pieces(end, fileRoom, FILES_TOO_LARGE), fileName, folder) };
        fileRoom -= upload.bytes;
        files.push(upload);
      }
    }
  } catch (error) {
    for (const { id } of files) await removeUpload(folder, id);
    throw error;
  } finally {
    await body.end();
  }
  // A browser sends an empty file without a name for a field that was left empty.
  const [empty, chosen] = [files.filter(({ bytes }) => bytes === 0), files.filter(({ bytes }) => bytes > 0)];
  for (const { id } of empty) await removeUpload(folder, id);
  return formOf(fields, chosen);
}

/** A parameter of `Content-Disposition`. Browsers escape the quote and line ends alone (HTML, multipart/form-data). */
function parameter(header: string, name: string): string | null {
  const [, value] = new RegExp(`^content-disposition:[^\\r\\n]*;\\s*${name}="([^"\\r\\n]*)"`, "im").exec(header) ?? [];
  return value?.replace(/%22|%0[AD]/gi, (code) => code === "%22" ? '"' : " ") ?? null;
}

async function saved(pieces: AsyncIterable<Uint8Array>, fileName: string, folder: string) {
  const id = crypto.randomUUID();
  const name = lastPart(fileName).replace(/[\p{C}:*?"<>|]/gu, "").replace(/^\.+/, "").slice(-LONGEST_NAME)
    .toWellFormed() || "file";
  const path = `${folder}/${id}/${name}`;
  await Deno.mkdir(`${folder}/${id}`, { mode: 0o700 });
  let bytes = 0;
  try {
    using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    for await (const piece of pieces) {
      bytes += piece.length;
      for (let at = 0; at < piece.length;) at += await file.write(piece.subarray(at));
    }
  } catch (error) {
    await removeUpload(folder, id);
    throw error;
  }
  return { id, name, path, bytes };
}

/** Removes an uploaded file. */
export async function removeUpload(folder: string, id: string): Promise<void> {
  await Deno.remove(`${folder}/${id}`, { recursive: true });
}

const BROKEN = sentence("The form ended too early; send it again.");

/** Yields the pieces of a body. Throws an OperatorError if its sender leaves before the end. */
async function* received(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* body ?? [];
  } catch {
    throw new OperatorError(BROKEN);
  }
}

/** Reads the bytes of a body up to a text, such as a boundary. */
class Pieces {
  readonly #body: AsyncGenerator<Uint8Array, undefined>;
  #held = Buffer.alloc(0);

  constructor(body: ReadableStream<Uint8Array> | null, private readonly onBytes: (count: number) => void) {
    this.#body = received(body);
  }

  /** Reads on. */
  async #more(): Promise<void> {
    const { value } = await this.#body.next();
    if (value === undefined) throw new OperatorError(BROKEN);
    this.onBytes(value.length);
    this.#held = Buffer.concat([this.#held, value]);
  }

  #taken(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  /** Yields the bytes before a text, which are at most `most`, and skips the text. */
  async *pieces(end: string, most: number, fault = sentence("The form has more than {count} bytes.", { count: most })) {
    for (let left = most;;) {
      const at = this.#held.indexOf(end);
      // The text may have begun in the last bytes.
      const piece = this.#taken(at === -1 ? Math.max(0, this.#held.length - end.length + 1) : at);
      left -= piece.length;
      if (left < 0) throw new FormTooLargeError(fault);
      yield piece;
      if (at !== -1) return void this.#taken(end.length);
      await this.#more();
    }
  }

  /** As {@linkcode pieces}, in one. */
  async until(end: string, most: number): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.pieces(end, most)));
  }

  /** Ends the reading; the rest is dropped. */
  async end(): Promise<void> {
    await this.#body.return(undefined);
  }

  /** After a boundary: true if a part follows, false if the form ends. */
  async hasPart(): Promise<boolean> {
    while (this.#held.length < 2) await this.#more();
    const sign = String(this.#taken(2));
    if (sign !== "\r\n" && sign !== "--") throw new OperatorError(BROKEN);
    return sign === "\r\n";
  }
}
