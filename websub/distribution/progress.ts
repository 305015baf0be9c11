import type { Store } from "../../domain/store/store.ts";
import { type OwnedShard, ShardRow } from "./owned_shard.ts";

// Progress is written after so many deliveries or so many milliseconds, whichever comes first.
const WRITE_AFTER_DELIVERIES = 40;
const WRITE_AFTER_MS = 100;
// No delivery begins while so many are not written: a crash repeats them.
const MOST_UNRECORDED = 50;

/** What progress is written of. */
export interface ProgressParts {
  readonly kv: Store;
  /** The shards that this process owns. */
  readonly shards: () => readonly OwnedShard[];
  /** Called when the progress of some shards has been written, or could not be. */
  readonly onWritten: (shards: readonly OwnedShard[], error?: unknown) => void;
}

/** Writes the progress of shards into their rows, for the process that continues if this one dies. */
export class Progress {
  #writing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: ProgressParts) {}

  /** True while no other delivery may begin. */
  get isFull(): boolean {
    return sumOf(this.parts.shards(), ({ hasFailed }) => !hasFailed) >= MOST_UNRECORDED;
  }

  /** Writes the progress now or soon, except of shards that are being released: their release writes it. */
  soon(): void {
    const sum = sumOf(this.parts.shards(), isToWrite);
    if (sum >= WRITE_AFTER_DELIVERIES) this.#write();
    else if (sum > 0) this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS);
  }

  /** Stops the timer if there is nothing left to write. */
  rest(): void {
    if (sumOf(this.parts.shards(), ({ hasFailed }) => !hasFailed) > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing !== null) return;
    const topics = Map.groupBy(this.parts.shards().filter(isToWrite), ({ path }) => path);
    this.#writing = Promise.all([...topics.values()].map((shards) => this.#writeAll(shards))).then(() => {
      this.#writing = null;
      this.soon();
    });
  }

  /** Writes the shards of a topic in one commit. All topics together would exceed the checks that a commit may have. */
  async #writeAll(shards: readonly OwnedShard[]): Promise<void> {
    const counts = new Map<OwnedShard, number>();
    const changes = new Map(shards.map((shard) => [shard.row, () => {
      counts.set(shard, shard.unrecorded);
      return shard.progressRow();
    }]));
    try {
      await ShardRow.write(this.parts.kv, changes);
      for (const [shard, count] of counts) shard.unrecorded -= count;
      this.parts.onWritten(shards);
    } catch (error) {
      this.parts.onWritten(shards, error);
    }
  }
}

function isToWrite({ unrecorded, isLeft, hasFailed }: OwnedShard): boolean {
  return unrecorded > 0 && !isLeft && !hasFailed;
}

function sumOf(shards: readonly OwnedShard[], counts: (shard: OwnedShard) => boolean): number {
  let sum = 0;
  for (const shard of shards) if (counts(shard)) sum += shard.unrecorded;
  return sum;
}
