import type { Store } from "../../domain/store/store.ts";
import { ShardRow } from "./shard_row.ts";
import type { ShardWork } from "./shard_work.ts";

// Progress is written after so many deliveries or so many milliseconds, whichever comes first.
const NOTE_AFTER_DELIVERIES = 40;
const MOST_UNRECORDED = 50;
const NOTE_AFTER_MS = 100;

/** What the progress is about, and who is to know of it. */
export interface ProgressParts {
  readonly kv: Store;
  /** The shards that this process works on. */
  readonly works: () => readonly ShardWork[];
  /** Called when the progress of some has been written, or could not be. */
  readonly onNoted: (works: readonly ShardWork[], error?: unknown) => void;
}

/** Notes how far the work on shards is, for the process that goes on with it should this one die. */
export class Progress {
  #noting: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: ProgressParts) {}

  /** Whether so many deliveries are not noted that no other may begin: they are repeated after a crash. */
  get isFull(): boolean {
    return sumOf(this.parts.works(), ({ isBroken }) => !isBroken) >= MOST_UNRECORDED;
  }

  /** Notes it now or soon. A shard that is being given back is noted by that. */
  soon(): void {
    const sum = sumOf(this.parts.works(), isToNote);
    if (sum >= NOTE_AFTER_DELIVERIES) this.#note();
    else if (sum > 0) this.#timer ??= setTimeout(() => this.#note(), NOTE_AFTER_MS);
  }

  /** Forgets to note it, where nothing is left that could be noted. */
  rest(): void {
    if (sumOf(this.parts.works(), ({ isBroken }) => !isBroken) > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #note(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#noting !== null) return;
    const topics = Map.groupBy(this.parts.works().filter(isToNote), ({ path }) => path);
    this.#noting = Promise.all([...topics.values()].map((works) => this.#noteAll(works))).then(() => {
      this.#noting = null;
      this.soon();
    });
  }

  /** Those of a topic in one commit; of several topics they would be more checks than it may have. */
  async #noteAll(works: readonly ShardWork[]): Promise<void> {
    const counts = new Map<ShardWork, number>();
    const changes = new Map(works.map((work) => [work.row, () => {
      counts.set(work, work.unrecorded);
      return work.noted();
    }]));
    try {
      await ShardRow.write(this.parts.kv, changes);
      for (const [work, count] of counts) work.unrecorded -= count;
      this.parts.onNoted(works);
    } catch (error) {
      this.parts.onNoted(works, error);
    }
  }
}

function isToNote({ unrecorded, isEnding, isBroken }: ShardWork): boolean {
  return unrecorded > 0 && !isEnding && !isBroken;
}

function sumOf(works: readonly ShardWork[], counts: (work: ShardWork) => boolean): number {
  let sum = 0;
  for (const work of works) if (counts(work)) sum += work.unrecorded;
  return sum;
}
