import { wait } from "../wait.ts";

/** One thing that a lane does. */
export interface Action {
  readonly name: string;
  /** How often it comes in a round of the lane. */
  readonly times: number;
  readonly run: () => Promise<void>;
}

/** How a lane goes. */
export interface LaneTime {
  /** Pseudo-random numbers of this lane alone, so that its choices depend on the seed and on nothing else. */
  readonly random: () => number;
  /** Shortest and longest rest after an action, in milliseconds. */
  readonly rest: readonly [least: number, most: number];
  /** Aborted when nothing is to be begun any more. */
  readonly over: AbortSignal;
}

/** Does the actions in rounds until it is over: in each round every one as often as it says, in a random order. */
export async function runLane(actions: readonly Action[], { random, rest, over }: LaneTime): Promise<void> {
  const [least, most] = rest;
  while (!over.aborted && actions.length > 0) {
    const round = actions.flatMap((action) => Array.from({ length: action.times }, () => action));
    for (const action of shuffled(round, random)) {
      await wait(least + random() * (most - least), over);
      if (over.aborted) return;
      await action.run();
    }
  }
}

/** The same in a random order (Fisher and Yates). */
export function shuffled<T>(all: readonly T[], random: () => number): readonly T[] {
  const rest = [...all];
  return all.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
}

/** One of them by chance. */
export function pick<T>(all: readonly T[], random: () => number): T | undefined {
  return all[Math.floor(random() * all.length)];
}
