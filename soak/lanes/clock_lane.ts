import type { SoakStage } from "../soak_stage.ts";
import type { Action } from "./lane.ts";

const MINUTE_MS = 60_000;
/** How far the clock is ahead of the true one, or behind it. */
const SHIFTS = [-120, -60, -5, -0.2, 0, 0.2, 5, 60, 120].map((minutes) => minutes * MINUTE_MS);

/** Sets the clock of services and commands ahead and back. */
export function clockActions({ clock, findings, options }: SoakStage): readonly Action[] {
  if (options.without.has("clock")) return [];
  return SHIFTS.map((shift) => ({
    name: `clock ${shift / MINUTE_MS}`,
    times: 1,
    run: async () => {
      findings.count(shift < clock.shift ? "attack: clock put back" : "attack: clock put ahead");
      await clock.set(shift);
    },
  }));
}
