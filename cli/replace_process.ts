const LIBRARIES: Readonly<Partial<Record<typeof Deno.build.os, string>>> = {
  linux: "libc.so.6",
  darwin: "/usr/lib/libSystem.B.dylib",
};

/**
 * Replaces this process by another program (`execve(2)`): it keeps the process id, the terminal and open pipes, so that
 * signals and the exit code need nobody to pass them on. Does not return if it succeeds. Returns if the system cannot;
 * the caller then starts the program as a child.
 *
 * @param program Path of the program.
 * @param args Arguments after the program's name.
 */
export function replaceProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): void {
  const library = LIBRARIES[Deno.build.os];
  if (library === undefined) return;
  try {
    const { symbols } = Deno.dlopen(library, {
      execve: { parameters: ["buffer", "buffer", "buffer"], result: "i32" },
    });
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    symbols.execve(terminated(program), pointers([program, ...args]), pointers(variables));
  } catch {
    // A system with another C library.
  }
}

const encoder = new TextEncoder();
/** Strings that the system reads while it replaces the process; a collected one would be read as garbage. */
const held: Uint8Array[] = [];

function terminated(text: string): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(`${text}\0`);
  held.push(bytes);
  return bytes;
}

/** An array of C strings that ends with a null pointer. */
function pointers(texts: readonly string[]): BigUint64Array<ArrayBuffer> {
  const addresses = texts.map((text) => Deno.UnsafePointer.value(Deno.UnsafePointer.of(terminated(text))));
  return new BigUint64Array([...addresses, 0n]);
}
