/** Prints one or more lines to standard output. */
export function print(text: string): void {
  writeAll(Deno.stdout, text + "\n");
}

/** Prints one or more lines to standard error. */
export function printError(text: string): void {
  writeAll(Deno.stderr, text + "\n");
}

/** Writes a whole text or byte array: `writeSync` to a pipe may write only a part. */
export function writeAll(to: { writeSync(bytes: Uint8Array): number }, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length;) at += to.writeSync(bytes.subarray(at));
}
