import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import type { Heartbeat } from "../ownership/heartbeat.ts";
import { SHARDS } from "../store/shard.ts";
import type { OwnedShards } from "./owned_shards.ts";
import { type TakenShard, takeShards } from "./take_shards.ts";
import type { TopicContent } from "./topic_content.ts";

/** What the shards are taken for, and what becomes of them. */
export interface TakingParts {
  readonly context: HubContext;
  readonly heartbeat: Heartbeat;
  readonly owned: OwnedShards;
  /** The newest content that this process has loaded, by topic. */
  readonly contents: ReadonlyMap<TopicPath, TopicContent>;
  /** Begins the work on a shard. */
  readonly start: (path: TopicPath, shard: TakenShard, content: TopicContent) => void;
}

/** Takes the shards of topics that have work, for each topic one run after the other. */
export class ShardTaking {
  readonly #runs = new Map<TopicPath, Promise<void>>();
  /** The newest version for which all shards of a topic were looked at. */
  readonly #begun = new Map<TopicPath, number>();
  /** Where this process begins in the shards of a topic, so that several share it. */
  readonly #first = Math.floor(Math.random() * SHARDS);

  constructor(private readonly parts: TakingParts) {}

  /** Whether shards are being taken. */
  get isUnderWay(): boolean {
    return this.#runs.size > 0;
  }

  /** Whether all shards of a topic were looked at for a version. */
  hasBegun(path: TopicPath, version: number): boolean {
    return version <= (this.#begun.get(path) ?? 0);
  }

  /** Takes those of a topic for a version, or a newer one. */
  take(path: TopicPath, version: number): Promise<void> {
    const before = (this.#runs.get(path) ?? Promise.resolve()).catch(() => {});
    const run = before.then(() => this.hasBegun(path, version) ? undefined : this.#takeAll(path));
    this.#runs.set(path, run);
    const end = () => {
      if (this.#runs.get(path) === run) this.#runs.delete(path);
      this.parts.owned.changed();
    };
    run.then(end, end);
    return run;
  }

  async #takeAll(path: TopicPath): Promise<void> {
    const { context, heartbeat, owned, contents, start } = this.parts;
    const { version = 0 } = contents.get(path) ?? {};
    const left = Array.from({ length: SHARDS }, (_, turn) => (this.#first + turn) % SHARDS);
    while (left.length > 0) {
      // What is soon done is not worth the sharing.
      const numbers = left.splice(0, context.rows.isFew(path) ? SHARDS : 1);
      // A shard that is being given back can be taken again afterwards.
      while (numbers.some((number) => owned.get(path, number)?.isEnding)) await owned.change();
      const content = contents.get(path);
      if (content === undefined || context.isStopping()) return;
      const others = numbers.filter((number) => owned.get(path, number) === undefined);
      const taken = await takeShards(context, heartbeat, path, others, content.version);
      for (const shard of taken) start(path, shard, content);
      // One shard ahead, the others are left to other processes. A newer version begins the look anew: without the first
      // condition, changes that never stop would keep this process from the other shards.
      const isBusy = () => owned.of(path).filter(({ isLookedThrough }) => !isLookedThrough).length > 1;
      while (contents.get(path) === content && isBusy()) await owned.change();
    }
    this.#begun.set(path, version);
  }
}
