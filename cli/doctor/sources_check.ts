import type { SourceStates } from "../watch/source_state.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** A source is late that was not looked at for so long after it was due. */
const LATE_MS = 15 * 60_000;

/**
 * Judges the sources that are looked at; null where there are none.
 *
 * @param names Those that are configured; null where none is configured here, but others may look.
 */
export function checkSources(states: SourceStates, names: readonly string[] | null, now: number): Finding | null {
  if (names === null && states.size === 0) return null;
  const failing = [...states].filter(([name, { result }]) => result === "failed" && (names?.includes(name) ?? true));
  const [first] = failing;
  if (first !== undefined) {
    const [name, { reason, failures }] = first;
    const more = failing.length > 1 ? ` So do ${failing.length - 1} more.` : "";
    const text = `The source ${name} fails, ${failures} ${
      failures === 1 ? "time" : "times"
    } in a row: ${reason}${more}`;
    return warning("sources", text, "deno task watch --once looks at all of them now.");
  }
  const late = names?.find((name) => {
    const state = states.get(name);
    return state === undefined || now - state.nextLookAt > LATE_MS;
  });
  if (late !== undefined) {
    const text = `The source ${late} ${states.has(late) ? "is due and was" : "was"} not looked at.`;
    return warning("sources", text, "deno task start looks at them, and deno task watch; look whether one runs.");
  }
  const { size } = states;
  return ok("sources", `${size} ${size === 1 ? "source is" : "sources are"} looked at, and none fails.`);
}
