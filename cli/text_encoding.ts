/** The encodings that a review file may have. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** Gives the encoding that the byte order mark at the start of a file shows; UTF-8 without one. */
export function textEncoding(start: Uint8Array): TextEncoding {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  return "utf-8";
}
