import { wait } from "./timeline.ts";

/** An attack, and the number of its runs in each round of its lane. A lane is a series; lanes run in parallel. */
export type Action = readonly [times: number, run: () => Promise<void>];

/** Randomness, pauses and end of a lane. */
export interface LaneTime {
  /** Pseudo-random numbers for this lane only, so that its choices depend on the seed alone. */
  readonly random: () => number;
  /** Minimum and maximum pause before an action, in milliseconds. */
  readonly rest: readonly [least: number, most: number];
  /** Aborted at the end of the lane: no further action begins. */
  readonly over: AbortSignal;
}

/** Runs the actions in rounds until it is over. Each round runs every action its number of times, in a random order. */
export async function runLane(actions: readonly Action[], { random, rest, over }: LaneTime): Promise<void> {
  const [least, most] = rest;
  while (!over.aborted && actions.length > 0) {
    const round = actions.flatMap(([times, run]) => Array.from({ length: times }, () => run));
    for (const run of shuffled(round, random)) {
      await wait(least + random() * (most - least), over);
      if (over.aborted) return;
      await run();
    }
  }
}

/** Returns the items in a random order (Fisher and Yates). */
export function shuffled<T>(all: readonly T[], random: () => number): readonly T[] {
  const rest = [...all];
  return all.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
}

/** Returns a random item. */
export function pick<T>(all: readonly T[], random: () => number): T | undefined {
  return all[Math.floor(random() * all.length)];
}
