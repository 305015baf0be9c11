import type { Clock } from "../clock.ts";
import { wakeHub } from "../schedule/wake_hub.ts";
import type { Store } from "../../domain/store/store.ts";

/** Interval of the heartbeats of a process that owns something, in milliseconds. */
export const BEAT_EVERY_MS = 1000;
/**
 * How long a process may begin exchanges after its last heartbeat, in milliseconds. Other processes wait longer before
 * they take its shards, so that a process that was held up notices first.
 */
export const OWNERSHIP_MS = 6000;
/**
 * Number of looks without a new heartbeat, at least {@linkcode BEAT_EVERY_MS} apart, after which a process counts as
 * dead. Looks instead of seconds, because a machine that is held up holds up the observer as well.
 */
export const LOOKS_UNTIL_DEAD = 8;

/**
 * Age of a heartbeat, by both clocks, from which fewer looks suffice: a host may end each process after some seconds,
 * so that none looks often enough. If a clock is wrong by so much, a living process counts as dead after a pause of two
 * seconds, which costs repeated deliveries.
 */
export const OLD_MS = 30_000;
const LOOKS_AT_OLD = 3;

// Heartbeats after the last work: a process that has just worked will soon work again.
const BEATS_AFTER_WORK = 5;
// Expiry of a row that no process is left to remove.
const KEPT_MS = 86_400_000;

interface Beat {
  readonly beatenAt: number;
}

interface Seen {
  readonly versionstamp: string;
  /** Looks after the first without a newer heartbeat, and consecutive looks at an old one. */
  readonly unchanged: number;
  readonly old: number;
}

/** Key of a process that owns shards. */
export function processKey(id: string): Deno.KvKey {
  return ["process", id];
}

/**
 * Heartbeat of this process. It owns its shards as long as its row exists. Another process removes the row only with an
 * atomic check of the last heartbeat. So a process that wakes up late either writes its next heartbeat, and nobody has
 * taken anything, or finds its row gone, and owns nothing.
 */
export class Heartbeat {
  #id: string = crypto.randomUUID();
  #versionstamp: string | null = null;
  #beatenAt: { readonly time: number; readonly elapsed: number } | null = null;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #beatsLeft = 0;
  readonly #seen = new Map<string, Seen>();

  /** @param onLost Called when another process has removed the row: this process owns nothing any more. */
  constructor(private readonly kv: Store, private readonly clock: Clock, private readonly onLost: () => void) {}

  /** Id of this process as an owner. It changes after the row was lost. */
  get id(): string {
    return this.#id;
  }

  /** Check of the row as it was last written: a commit with it succeeds only while this process owns its shards. */
  get row(): Deno.AtomicCheck {
    return { key: processKey(this.#id), versionstamp: this.#versionstamp };
  }

  /** True if another process had a row at the last look. */
  get seesOthers(): boolean {
    return this.#seen.size > 0;
  }

  /** True if this process may begin an exchange. */
  isFresh(): boolean {
    return this.#sinceBeat() < OWNERSHIP_MS;
  }

  /** Makes sure that this process has a recent heartbeat, under a new id if the row was lost. */
  async ensure(): Promise<boolean> {
    this.#beatsLeft = BEATS_AFTER_WORK;
    const isRecent = () => this.#sinceBeat() < BEAT_EVERY_MS;
    // One heartbeat serves all parallel calls, as after a pause.
    return isRecent() || await this.#inTurn(async () => isRecent() || await this.#write() || await this.#write());
  }

  /** Writes a heartbeat. Resolves to false if the row was lost. */
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

  /** Removes the row at the end of this process, once it owns nothing. */
  stop(): Promise<void> {
    this.#beatsLeft = 0;
    return this.#rest();
  }

  /**
   * Looks at the other processes. Removes the rows of dead ones, which frees their shards, and wakes all to take them.
   */
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
      // One look is not enough: a machine that was suspended finds all heartbeats old.
      const old = isOld ? (isSame ? before.old + 1 : 1) : 0;
      this.#seen.set(id, { versionstamp, unchanged, old });
      if (unchanged < LOOKS_UNTIL_DEAD && old < LOOKS_AT_OLD) continue;
      await wakeHub(this.kv.atomic().check({ key, versionstamp }).delete(key)).commit();
    }
  }

  #rest(): Promise<void> {
    return this.#inTurn(async () => {
      // A shard taken meanwhile relies on the row.
      if (this.#versionstamp === null || this.#beatsLeft > 0) return;
      const { row } = this;
      this.#versionstamp = this.#beatenAt = null;
      await this.kv.atomic().check(row).delete(row.key).commit();
    });
  }

  /** Runs writes and removals one after the other: if they crossed, this process would look dead. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastTurn.then(work);
    this.#lastTurn = done.catch(() => {});
    return done;
  }

  async #write(): Promise<boolean> {
    const key = processKey(this.#id);
    for (;;) {
      // Taken before the commit: others cannot see it earlier.
      const beatenAt = { time: this.clock.now(), elapsed: performance.now() };
      const operation = this.kv.atomic().check({ key, versionstamp: this.#versionstamp });
      const beat: Beat = { beatenAt: beatenAt.time };
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
    this.#versionstamp = this.#beatenAt = null;
    this.onLost();
    return false;
  }

  /** By both clocks: one may be put back, the other stops while the machine sleeps. */
  #sinceBeat(): number {
    if (this.#beatenAt === null) return Infinity;
    const { time, elapsed } = this.#beatenAt;
    return Math.max(this.clock.now() - time, performance.now() - elapsed);
  }
}
