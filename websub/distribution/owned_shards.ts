import type { TopicPath } from "../../domain/site.ts";
import type { ShardWork } from "./shard_work.ts";

/** The shards that this process owns, and who waits until something about them has changed. */
export class OwnedShards {
  readonly #works = new Map<string, ShardWork>();
  readonly #waiters: (() => void)[] = [];
  #all: readonly ShardWork[] = [];
  #topics: readonly (readonly ShardWork[])[] = [];

  /** All of them. */
  get all(): readonly ShardWork[] {
    return this.#all;
  }

  /** The same by topic. */
  get topics(): readonly (readonly ShardWork[])[] {
    return this.#topics;
  }

  /** The work on a shard. */
  get(path: TopicPath, number: number): ShardWork | undefined {
    return this.#works.get(nameOf({ path, number }));
  }

  /** Those of a topic. */
  of(path: TopicPath): readonly ShardWork[] {
    return this.#all.filter((work) => work.path === path);
  }

  /** Whether a work has not been dropped. */
  has(work: ShardWork): boolean {
    return this.#works.get(nameOf(work)) === work;
  }

  /** Adds a shard that was taken. */
  add(work: ShardWork): void {
    this.#works.set(nameOf(work), work);
    this.#arrange();
  }

  /** Takes off a shard that was given back or lost. */
  drop(work: ShardWork): void {
    this.#works.delete(nameOf(work));
    this.#arrange();
  }

  /** Resolves when something has changed. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Says that something has changed. */
  changed(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  #arrange(): void {
    this.#all = [...this.#works.values()];
    this.#topics = [...Map.groupBy(this.#all, ({ path }) => path).values()];
  }
}

function nameOf({ path, number }: Pick<ShardWork, "path" | "number">): string {
  return `${path} ${number}`;
}
