import { type Text } from "../domain/sentences/sentence.ts";
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

/** Formats a count: `1 review`, `2 reviews`. Words may follow that differ too: `1 row has`, `2 rows have`. */
export function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}

/** Lists the first of some items: `a, b and 3 more`. */
export function listed(items: readonly string[], most: number, separator = ", "): string {
  return items.slice(0, most).join(separator) + (items.length > most ? ` and ${items.length - most} more` : "");
}

/** Aligns cells in columns, the header first. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), title.length)
  );
  return [header, ...rows]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd())
    .join("\n");
}

/** Aligns names and values in two columns. */
export function pairs(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

/**
 * Replaces control characters, invisible ones and lone surrogates with JSON escapes, so that no text can control the
 * terminal. Line feeds stay.
 */
export function escapedControls(text: Text): string {
  return String(text).replace(/(?!\n)\p{C}/gu, escaped);
}

/** Escapes a name for a sentence, such as a file name: as {@linkcode escapedControls}, and line feeds too. */
export function shownName(name: string): string {
  return escapedControls(name).replaceAll("\n", "\\n");
}

function escaped(character: string): string {
  return character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

/** Asks at the terminal, on standard error, and returns the line that is typed, without white space around it. */
export function typedLine(question: string): string {
  writeAll(Deno.stderr, question);
  // A terminal delivers whole lines.
  const bytes = new Uint8Array(1024);
  return new TextDecoder().decode(bytes.subarray(0, Deno.stdin.readSync(bytes) ?? 0)).trim();
}

/** A word of a command line, quoted if a shell needs it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Runs a command that only prints. If its reader closes the pipe, as `head` does, the command ends without an error.
 *
 * @returns The exit code of `run`; 0 if the pipe was closed.
 */
export async function untilPipeCloses(run: () => number | Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return 0;
    throw error;
  }
}
