import type { Store } from "../../domain/store/store.ts";
import type { OwnedShard } from "./owned_shard.ts";
import { ShardRow } from "./shard_row.ts";

// Thresholds of a progress write, in deliveries and in milliseconds. The first one reached counts.
const WRITE_AFTER_DELIVERIES = 40;
const WRITE_AFTER_MS = 25;
// Maximum number of deliveries not yet written as progress. No other begins meanwhile, because a crash repeats them
// all.
const MOST_UNRECORDED = 50;

/** Writes the progress of shards into their rows, for the process that continues if this one dies. */
export class Progress {
  #writing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param shards Returns the shards that this process owns.
   * @param onWritten Called after each write of the progress of some shards, with the error if it failed.
   */
  constructor(
    private readonly kv: Store,
    private readonly shards: () => readonly OwnedShard[],
    private readonly onWritten: (shards: readonly OwnedShard[], error?: unknown) => void,
  ) {}

  get isFull(): boolean {
    return sumOf(this.shards(), ({ hasFailed }) => !hasFailed) >= MOST_UNRECORDED;
  }

  /** Writes the progress now or within 100 ms. Skips shards that are being released: their release writes it. */
  soon(): void {
    const sum = sumOf(this.shards(), isToWrite);
    if (sum >= WRITE_AFTER_DELIVERIES) this.#write();
    else if (sum > 0) this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS);
  }

  rest(): void {
    if (sumOf(this.shards(), ({ hasFailed }) => !hasFailed) > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing !== null) return;
    const topics = Map.groupBy(this.shards().filter(isToWrite), ({ path }) => path);
    this.#writing = Promise.all([...topics.values()].map((shards) => this.#writeAll(shards))).then(() => {
      this.#writing = null;
      this.soon();
    });
  }

  /** Writes the shards of a topic in one commit. All topics together would exceed the checks of a commit. */
  async #writeAll(shards: readonly OwnedShard[]): Promise<void> {
    const counts = new Map<OwnedShard, number>();
    const changes = new Map(shards.map((shard) => [shard.row, () => {
      counts.set(shard, shard.unrecorded);
      return shard.progressRow();
    }]));
    try {
      await ShardRow.write(this.kv, changes);
      for (const [shard, count] of counts) shard.unrecorded -= count;
      this.onWritten(shards);
    } catch (error) {
      this.onWritten(shards, error);
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
