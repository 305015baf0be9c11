import type { Clock } from "./clock.ts";
import { wakeHub } from "./schedule/scheduler.ts";
import type { Store } from "../domain/store/store.ts";

/** Heartbeat interval of a process that owns shards, in milliseconds. */
export const BEAT_EVERY_MS = 1000;
/**
 * Maximum age of the last heartbeat at which a process may begin exchanges, in milliseconds. Other processes wait
 * longer before they take its shards, so that a paused process stops first.
 */
const OWNERSHIP_MS = 6000;
/**
 * Number of polls without a new heartbeat after which a process counts as dead. Polls are at least {@linkcode
 * BEAT_EVERY_MS} apart. Counts polls instead of seconds, because a stall of the machine stalls the observer too.
 */
export const LOOKS_UNTIL_DEAD = 8;

/**
 * Age of a heartbeat, in milliseconds, from which {@linkcode LOOKS_AT_OLD} polls suffice. Needed because some hosts end
 * each process after seconds, before it has polled often enough. If two machines' clocks differ by this much, a live
 * process counts as dead after a pause of two seconds. That costs repeated deliveries.
 */
const OLD_MS = 30_000;
const LOOKS_AT_OLD = 3;

// Number of heartbeats after the last work, because more work often follows soon.
const BEATS_AFTER_WORK = 5;
// Expiry of a heartbeat row, in milliseconds, in case no process is left to remove it.
const KEPT_MS = 86_400_000;

interface Beat {
  readonly beatenAt: number;
  /** True if the process holds its lock, see {@linkcode ProcessLocks}. */
  readonly isLocked?: boolean;
}

/** Locks of the processes on one machine. The system releases a lock when its process ends. */
export interface ProcessLocks {
  /** Takes the lock of this process in place of an earlier one. Resolves to false if locks do not work here. */
  readonly hold: (id: string) => Promise<boolean>;
  /** True if the process that held the lock has ended. */
  readonly isFree: (id: string) => Promise<boolean>;
  /** Removes the lock of a process that has ended. */
  readonly forget: (id: string) => Promise<void>;
  /** Releases the lock of this process. */
  readonly release: () => void;
}

interface Seen {
  readonly versionstamp: string;
  /** Number of repeated polls that found the same heartbeat, and of consecutive polls that found the same old one. */
  readonly unchanged: number;
  readonly old: number;
}

/** Key of the heartbeat row of a process. */
export function processKey(id: string): Deno.KvKey {
  return ["process", id];
}

/**
 * Heartbeat of this process. The process owns its shards as long as its row exists. Another process removes the row
 * only with an atomic check of the last heartbeat. After a pause, this process therefore either writes its next
 * heartbeat and still owns everything, or finds no row and owns nothing.
 */
export class Heartbeat {
  #id: string = crypto.randomUUID();
  /** True if this process holds the lock of its id; null before the first heartbeat with that id. */
  #isLocked: boolean | null = null;
  #versionstamp: string | null = null;
  #beatenAt: { readonly time: number; readonly elapsed: number } | null = null;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #beatsLeft = 0;
  readonly #seen = new Map<string, Seen>();

  /**
   * @param onLost Called when another process has removed the row, so that this one no longer owns any shard.
   * @param locks Locks that show at once that a process has ended; null on stores of several machines.
   */
  constructor(
    private readonly kv: Store,
    private readonly clock: Clock,
    private readonly onLost: () => void,
    private readonly locks: ProcessLocks | null = null,
  ) {}

  /** Id of this process as an owner. Changes when the row is lost. */
  get id(): string {
    return this.#id;
  }

  /** Atomic check of the last heartbeat: a commit with it succeeds only while this process owns its shards. */
  get row(): Deno.AtomicCheck {
    return { key: processKey(this.#id), versionstamp: this.#versionstamp };
  }

  /** True if the last poll found a row of another process. */
  get seesOthers(): boolean {
    return this.#seen.size > 0;
  }

  /** True if the last heartbeat is recent enough to begin an exchange. */
  isFresh(): boolean {
    return this.#sinceBeat() < OWNERSHIP_MS;
  }

  /** Makes sure that this process has a recent heartbeat, under a new id if the row was lost. */
  async ensure(): Promise<boolean> {
    this.#beatsLeft = BEATS_AFTER_WORK;
    const isRecent = () => this.#sinceBeat() < BEAT_EVERY_MS;
    // Checked again in turn, so that parallel calls after a pause write only one heartbeat.
    return isRecent() || await this.#inTurn(async () => isRecent() || await this.#write() || await this.#write());
  }

  beat(): Promise<boolean> {
    return this.#inTurn(() => this.#write());
  }

  /** Writes a heartbeat while this process owns something and shortly after; removes the row when it is idle. */
  async tick(isOwner: boolean): Promise<void> {
    if (isOwner) this.#beatsLeft = BEATS_AFTER_WORK;
    else this.#beatsLeft--;
    if (this.#beatsLeft > 0) await this.beat();
    else await this.#rest();
  }

  async stop(): Promise<void> {
    this.#beatsLeft = 0;
    await this.#rest();
    this.locks?.release();
  }

  /** Polls other heartbeats. Removes the rows of dead processes and wakes all hubs to take their shards. */
  async observe(): Promise<void> {
    const rows = await Array.fromAsync(this.kv.list<Beat>({ prefix: ["process"] }));
    const others = rows.filter(({ key }) => key[1] !== this.#id);
    for (const id of this.#seen.keys()) if (!others.some(({ key }) => key[1] === id)) this.#seen.delete(id);
    for (const { key, value, versionstamp } of others) {
      const id = String(key[1]);
      const before = this.#seen.get(id);
      const isSame = before?.versionstamp === versionstamp;
      const isOld = this.clock.now() - value.beatenAt >= OLD_MS;
      const unchanged = isSame ? before.unchanged + 1 : 0;
      // One poll does not suffice: after a suspension of this machine all heartbeats look old.
      const old = isOld ? (isSame ? before.old + 1 : 1) : 0;
      this.#seen.set(id, { versionstamp, unchanged, old });
      const hasEnded = value.isLocked === true && (await this.locks?.isFree(id) ?? false);
      if (!hasEnded && unchanged < LOOKS_UNTIL_DEAD && old < LOOKS_AT_OLD) continue;
      const { ok } = await wakeHub(this.kv.atomic().check({ key, versionstamp }).delete(key)).commit();
      if (ok && hasEnded) await this.locks?.forget(id);
    }
  }

  #rest(): Promise<void> {
    return this.#inTurn(async () => {
      // Work may have begun meanwhile, and its shards need the row.
      if (this.#versionstamp === null || this.#beatsLeft > 0) return;
      const { row } = this;
      this.#versionstamp = this.#beatenAt = null;
      await this.kv.atomic().check(row).delete(row.key).commit();
    });
  }

  /** Runs writes and removals of the row one after the other. Overlapping ones would make this process look dead. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastTurn.then(work);
    this.#lastTurn = done.catch(() => {});
    return done;
  }

  async #write(): Promise<boolean> {
    const key = processKey(this.#id);
    this.#isLocked ??= await this.locks?.hold(this.#id) ?? false;
    for (;;) {
      // Read before the commit, so that this process never takes its heartbeat for newer than others do.
      const beatenAt = { time: this.clock.now(), elapsed: performance.now() };
      const operation = this.kv.atomic().check({ key, versionstamp: this.#versionstamp });
      const beat: Beat = { beatenAt: beatenAt.time, isLocked: this.#isLocked };
      const result = await operation.set(key, beat, { expireIn: KEPT_MS }).commit();
      if (result.ok) {
        this.#versionstamp = result.versionstamp;
        this.#beatenAt = beatenAt;
        return true;
      }
      // If the row exists, this process wrote it: the answer to an earlier heartbeat was lost.
      this.#versionstamp = (await this.kv.get(key)).versionstamp;
      if (this.#versionstamp === null) return this.#lose();
    }
  }

  #lose(): false {
    this.#id = crypto.randomUUID();
    this.#versionstamp = this.#beatenAt = this.#isLocked = null;
    this.onLost();
    return false;
  }

  /** By whichever clock shows more: the wall clock may be put back, the monotonic one stops during sleep. */
  #sinceBeat(): number {
    if (this.#beatenAt === null) return Infinity;
    const { time, elapsed } = this.#beatenAt;
    return Math.max(this.clock.now() - time, performance.now() - elapsed);
  }
}
