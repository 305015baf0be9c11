import { ImportFileError } from "./import_file_error.ts";

const ZEROS = "\0".repeat(64);

/** Whether a file begins as gzip (RFC 1952 2.3.1). */
export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

/** Whether a file begins as a ZIP archive, such as an Excel workbook is. */
export function isZip(start: Uint8Array): boolean {
  return start[0] === 0x50 && start[1] === 0x4b &&
    (start[2] === 3 && start[3] === 4 || start[2] === 5 && start[3] === 6);
}

/**
 * Refuses what is no text: the workbooks of old Excel, PDF, pictures, and files of zeros, which a broken download leaves.
 *
 * @throws {ImportFileError} Says what the file is, as far as its first bytes tell.
 */
export function refuseBinary(file: string, start: Uint8Array): void {
  if (start[0] === 0xd0 && start[1] === 0xcf && start[2] === 0x11) {
    throw new ImportFileError(`${file} is a workbook of an old Excel: save it as .xlsx or CSV.`);
  }
  const begin = String.fromCharCode(...start.subarray(0, 4));
  if (begin === "%PDF" || begin === "\x89PNG" || begin.startsWith("\xff\xd8\xff")) {
    throw new ImportFileError(
      `${file} is a ${begin === "%PDF" ? "PDF" : "picture"}: take an export as CSV, JSON or XLSX.`,
    );
  }
}

/**
 * Refuses a text with a long run of zeros, which no text has.
 *
 * @throws {ImportFileError} Names the file.
 */
export function refuseZeros(file: string, text: string): void {
  if (text.includes(ZEROS)) throw zeros(file);
}

/** The same for bytes of UTF-8. */
export function refuseZeroBytes(file: string, bytes: Uint8Array): void {
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    if (bytes.subarray(at, at + 64).every((byte) => byte === 0)) throw zeros(file);
    // A short run is for the decoder and the parser to judge.
    while (bytes[at + 1] === 0) at++;
  }
}

function zeros(file: string): ImportFileError {
  return new ImportFileError(`${file} is no text: it holds a run of zero bytes, as a broken download does.`);
}
