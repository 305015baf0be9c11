import type { Clock } from "../clock.ts";
import { wakeHub } from "../schedule/wake_hub.ts";
import type { Store } from "../../domain/store/store.ts";

/** How often a process that owns something says that it lives; milliseconds. */
export const BEAT_EVERY_MS = 1000;
/**
 * How long a process may begin exchanges after its last heartbeat. Other processes wait longer than this, so that one
 * that was held up knows it before they act.
 */
export const OWNERSHIP_MS = 6000;
/**
 * So many unchanged looks, at least {@linkcode BEAT_EVERY_MS} apart, and a process counts as dead. Looks are counted
 * and not seconds: on a machine that is held up, whoever waits is held up as well.
 */
export const LOOKS_UNTIL_DEAD = 8;

/**
 * A process whose last heartbeat is as old as this, by its own clock and that of whoever looks, counts as dead after
 * fewer looks: a host may end each process after some seconds, and none would ever look often enough. While a clock is
 * wrong by so much, a living process is taken for dead if it pauses for two seconds, which costs repeated deliveries.
 */
export const OLD_MS = 30_000;
const LOOKS_AT_OLD = 3;

// A process that has just worked will soon work again: its row stays for so many heartbeats.
const BEATS_AFTER_WORK = 5;
// A row that nobody is left to remove goes by itself.
const KEPT_MS = 86_400_000;

interface Beat {
  readonly beatenAt: number;
}

interface Seen {
  readonly versionstamp: string;
  /** How many looks after the first have seen no newer heartbeat, and how many in a row have seen an old one. */
  readonly unchanged: number;
  readonly old: number;
}

/** Key of a process that owns shards. */
export function processKey(id: string): Deno.KvKey {
  return ["process", id];
}

/**
 * What a process owns, it owns as long as its row is there, and only another process removes that row, by an atomic
 * check of the last heartbeat. A process that wakes up late either writes its next heartbeat, and nobody has taken
 * anything, or finds its row gone, and owns nothing.
 */
export class Heartbeat {
  #id: string = crypto.randomUUID();
  #versionstamp: string | null = null;
  #beatenAt: { readonly time: number; readonly elapsed: number } | null = null;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #beatsLeft = 0;
  readonly #seen = new Map<string, Seen>();

  /** @param onLost Called when another process has taken this one for dead: it owns nothing any more. */
  constructor(private readonly kv: Store, private readonly clock: Clock, private readonly onLost: () => void) {}

  /** Names this process as an owner; another name after it was taken for dead. */
  get id(): string {
    return this.#id;
  }

  /** The row of this process as it was last written; what is committed with its check is surely its own. */
  get row(): Deno.AtomicCheck {
    return { key: processKey(this.#id), versionstamp: this.#versionstamp };
  }

  /** Whether there was another process with a row at the last look. */
  get seesOthers(): boolean {
    return this.#seen.size > 0;
  }

  /** Whether this process may begin an exchange of what it owns. */
  isFresh(): boolean {
    return this.#sinceBeat() < OWNERSHIP_MS;
  }

  /** Makes sure that this process lives in the eyes of the others, if need be under a new name. */
  async ensure(): Promise<boolean> {
    this.#beatsLeft = BEATS_AFTER_WORK;
    const isRecent = () => this.#sinceBeat() < BEAT_EVERY_MS;
    // Many ask at once when a process that was held up goes on: one heartbeat serves them all.
    return isRecent() || await this.#inTurn(async () => isRecent() || await this.#write() || await this.#write());
  }

  /** Writes a heartbeat. Resolves to false when another process has taken this one for dead. */
  beat(): Promise<boolean> {
    return this.#inTurn(() => this.#write());
  }

  /** Writes a heartbeat as long as this process owns something and a little longer, and none while it is idle. */
  async tick(isOwner: boolean): Promise<void> {
    if (isOwner) this.#beatsLeft = BEATS_AFTER_WORK;
    else this.#beatsLeft--;
    if (this.#beatsLeft > 0) await this.beat();
    else await this.#rest();
  }

  /** Removes the row at the end of this process, which owns nothing any more. */
  stop(): Promise<void> {
    this.#beatsLeft = 0;
    return this.#rest();
  }

  /**
   * Looks at the other processes, and removes the rows of those that have died. What they owned is free then, and all
   * processes are woken to take it.
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
      // A machine that was suspended finds all heartbeats old when it wakes.
      const old = isOld ? (isSame ? before.old + 1 : 1) : 0;
      this.#seen.set(id, { versionstamp, unchanged, old });
      if (unchanged < LOOKS_UNTIL_DEAD && old < LOOKS_AT_OLD) continue;
      await wakeHub(this.kv.atomic().check({ key, versionstamp }).delete(key)).commit();
    }
  }

  #rest(): Promise<void> {
    return this.#inTurn(async () => {
      // Who began to take a shard meanwhile relies on the row.
      if (this.#versionstamp === null || this.#beatsLeft > 0) return;
      const { row } = this;
      this.#versionstamp = this.#beatenAt = null;
      await this.kv.atomic().check(row).delete(row.key).commit();
    });
  }

  /** One after the other: a row that is removed just when it is written anew would make this process look dead. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastTurn.then(work);
    this.#lastTurn = done.catch(() => {});
    return done;
  }

  async #write(): Promise<boolean> {
    const key = processKey(this.#id);
    for (;;) {
      // From before the commit: others see it at the earliest then.
      const beatenAt = { time: this.clock.now(), elapsed: performance.now() };
      const operation = this.kv.atomic().check({ key, versionstamp: this.#versionstamp });
      const beat: Beat = { beatenAt: beatenAt.time };
      const result = await operation.set(key, beat, { expireIn: KEPT_MS }).commit();
      if (result.ok) {
        this.#versionstamp = result.versionstamp;
        this.#beatenAt = beatenAt;
        return true;
      }
      // A row that is there was written by this process: the answer to an earlier heartbeat was lost.
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

  /** By both clocks: one may be set back, the other stands still while the machine sleeps. */
  #sinceBeat(): number {
    if (this.#beatenAt === null) return Infinity;
    const { time, elapsed } = this.#beatenAt;
    return Math.max(this.clock.now() - time, performance.now() - elapsed);
  }
}
