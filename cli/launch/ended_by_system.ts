import type { Launched } from "./launched.ts";

// V8 ends a process with one of these when its heap is full (`signal(7)`).
const HEAP_FULL: readonly (Deno.Signal | null)[] = ["SIGTRAP", "SIGABRT", "SIGILL"];

/**
 * What the operator is told of a program that nobody has stopped and that a signal has ended, which nearly always is for
 * want of memory; null if no such signal has. V8 itself prints a stack of C++, the system nothing.
 */
export function endedBySystem(name: Launched, signal: Deno.Signal | null): string | null {
  const cause = HEAP_FULL.includes(signal)
    ? "ran out of memory"
    : signal === "SIGKILL"
    ? "was ended by the system (SIGKILL), as it does when memory runs out"
    : null;
  if (cause === null) return null;
  const advice = name === "import"
    ? "The store is unharmed; `deno task history` shows what is published. Import the files in parts, CSV rather than " +
      "JSON, or where there is more memory: docs/operate.md has what an import takes."
    : "The store is unharmed. docs/operate.md has how much memory is needed.";
  return `deno task ${name} ${cause}. ${advice}`;
}
