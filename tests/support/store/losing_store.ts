import assert from "node:assert/strict";
import { seededRandom } from "../seeded_random.ts";
import { storeProxy } from "./store_proxy.ts";

/** A store for a process that is killed after `lives` commits: they succeed, and every later one fails. */
function dyingStore(kv: Deno.Kv, lives: number): Deno.Kv {
  let left = lives;
  return storeProxy(kv, {
    commit: async (commit) => {
      if (left === 0) throw new KilledError("The process was killed.");
      const answer = await commit();
      left--;
      return answer;
    },
  });
}

/** Thrown by a commit after the process was killed. */
class KilledError extends Error {
  override readonly name = "KilledError";
}

/**
 * Repeats `act` on a new store, killed after no commit, after one, and so on, until it completes.
 *
 * @param seed Creates the store for each repetition.
 * @param look Checks the store after a kill.
 * @returns The number of commits that `act` needs.
 */
export async function killedAtEachCommit(
  seed: () => Promise<Deno.Kv>,
  act: (kv: Deno.Kv) => Promise<unknown>,
  look: (kv: Deno.Kv, commits: number) => Promise<void>,
): Promise<number> {
  for (let commits = 0;; commits++) {
    using kv = await seed();
    try {
      await act(dyingStore(kv, commits));
      return commits;
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
    }
    await look(kv, commits);
  }
}

type Line = Readonly<Record<string, unknown>>;

/** Minimum intervals between log lines: ten seconds for the same fault, one second for another (`repeated_fault.ts`). */
const SAME_MS = 9000;
const OTHER_MS = 500;

/** Asserts that a log has errors, and that none of them is repeated too often. */
export function assertToldRarely(log: readonly Line[]): void {
  const errors = log.filter(({ level }) => level === "error");
  assert.ok(errors.length > 0, "No error was told.");
  const last = new Map<unknown, Line>();
  for (const line of errors) {
    const before = last.get(line["message"]);
    last.set(line["message"], line);
    if (before === undefined) continue;
    const gap = Date.parse(String(line["time"])) - Date.parse(String(before["time"]));
    const least = line["reason"] === before["reason"] ? SAME_MS : OTHER_MS;
    assert.ok(gap >= least, `told after ${gap} ms again: ${JSON.stringify([before, line])}`);
  }
  assert.ok(last.size <= 3, `${last.size} kinds of errors`);
}

/** A fault of a commit or of its answer. */
export type Loss =
  /** The commit succeeds, and the caller gets an error. */
  | "answer"
  /** The commit succeeds, and is repeated because its answer was lost. The caller gets the second answer. */
  | "repeated"
  /** The commit fails, and the caller gets an error. */
  | "commit"
  /** The caller gets an error, and the commit takes effect just before the next call. */
  | "late";

/** All losses. */
export const LOSSES: readonly Loss[] = ["answer", "repeated", "commit", "late"];

/**
 * A store that loses commits or their answers.
 *
 * @param lossOf The fault of the nth commit, counted from 0; null for none.
 */
export function losingStore(kv: Deno.Kv, lossOf: (nth: number) => Loss | null): Deno.Kv {
  let nth = 0;
  let delayed: (() => Promise<unknown>) | null = null;

  async function arrive(): Promise<void> {
    const commit = delayed;
    delayed = null;
    await commit?.();
  }

  async function lose(commit: () => Promise<unknown>): Promise<unknown> {
    await arrive();
    const loss = lossOf(nth++);
    if (loss === null) return await commit();
    if (loss === "late") delayed = commit;
    else if (loss !== "commit") await commit();
    if (loss === "repeated") return await commit();
    throw new Error(`The connection was lost (${loss}).`);
  }

  return storeProxy(kv, {
    commit: lose,
    read: async (read) => {
      await arrive();
      return await read();
    },
  });
}

/**
 * Repeats `act` on a new store that loses its first commit, its second one, and so on, until none is lost.
 *
 * @param seed Creates the store for each repetition.
 * @param lossOf The fault of this repetition, counted from 0.
 * @param act Gets the losing store, the store behind it, and the number of the repetition.
 */
export async function losingEachCommit(
  seed: () => Promise<Deno.Kv>,
  lossOf: (at: number) => Loss,
  act: (losing: Deno.Kv, kv: Deno.Kv, at: number) => Promise<void>,
): Promise<void> {
  for (let at = 0, commits = 1; at <= commits; at++) {
    using kv = await seed();
    commits = 0;
    const losing = losingStore(kv, (nth) => {
      commits = nth + 1;
      return nth === at ? lossOf(at) : null;
    });
    await act(losing, kv, at);
  }
}

/** Chooses faults by a seed: about two of eight commits, at most three of sixteen, so that retries succeed in the end. */
export function seededLosses(seed: number): (nth: number) => Loss | null {
  const random = seededRandom(seed);
  const lost: number[] = [];
  return (nth) => {
    const loss = LOSSES[Math.floor(random() * 4 * LOSSES.length)];
    const third = lost.at(-3) ?? -Infinity;
    if (loss === undefined || nth - third < 16) return null;
    lost.push(nth);
    return loss;
  };
}

/**
 * Resolves when every thread of a process has stopped after a SIGSTOP; without /proc, at once. One thread takes the
 * signal and stops the others. On a busy machine that takes half a second.
 */
export async function stopped(pid: number): Promise<void> {
  if (Deno.build.os === "linux") { while (await isMoving(pid)); }
}

async function isMoving(pid: number): Promise<boolean> {
  // Deno reads /proc only with all permissions.
  const { stdout } = await new Deno.Command("sh", { args: ["-c", `cat /proc/${pid}/task/*/stat`], stderr: "null" })
    .output();
  const threads = new TextDecoder().decode(stdout).trimEnd().split("\n");
  return threads.some((stat) => !stat.split(") ").at(-1)?.startsWith("T"));
}
