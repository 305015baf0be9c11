/** Prints a line, or several, to standard output. */
export function print(text: string): void {
  writeAll(Deno.stdout, text + "\n");
}

/** Prints a line, or several, to standard error. */
export function printError(text: string): void {
  writeAll(Deno.stderr, text + "\n");
}

/** Writes all of some text or bytes: a pipe may take less than it is given at once. */
export function writeAll(to: { writeSync(bytes: Uint8Array): number }, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length;) at += to.writeSync(bytes.subarray(at));
}
