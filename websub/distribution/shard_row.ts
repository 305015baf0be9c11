import type { Store } from "../../domain/store/store.ts";
import type { Shard } from "../store/shard.ts";

/** The row of a shard that this process owns. */
export class ShardRow {
  #entry: Deno.KvEntry<Shard>;
  #writing: Promise<void> | null = null;
  #isLost = false;

  /** @param entry The row, with this process as its owner. */
  constructor(entry: Deno.KvEntry<Shard>) {
    this.#entry = entry;
  }

  /** What it says. */
  get value(): Shard {
    return this.#entry.value;
  }

  /** Whether it belongs to another process by now: it is not written any more. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Writes rows in one commit. Each takes as long as the next, whatever it says: a note for each shard of a topic took a
   * tenth of the deliveries a second.
   *
   * @param changes What each is to say, asked when those before have been written: each commit checks the one before.
   */
  static async write(kv: Store, changes: ReadonlyMap<ShardRow, () => Shard>): Promise<void> {
    const rows = [...changes.keys()];
    const isWritten = (row: ShardRow) => row.#writing !== null;
    for (let row = rows.find(isWritten); row !== undefined; row = rows.find(isWritten)) await row.#writing;
    const writing = ShardRow.#commit(kv, changes);
    for (const row of rows) row.#writing = writing;
    await writing.finally(() => {
      for (const row of rows) row.#writing = null;
    });
  }

  static async #commit(kv: Store, changes: ReadonlyMap<ShardRow, () => Shard>): Promise<void> {
    for (;;) {
      const written = [...changes].filter(([row]) => !row.#isLost).map(([row, next]) => ({ row, shard: next() }));
      if (written.length === 0) return;
      const operation = kv.atomic();
      for (const { row, shard } of written) operation.check(row.#entry).set(row.#entry.key, shard);
      const result = await operation.commit();
      for (const { row, shard } of written) {
        if (result.ok) row.#entry = { key: row.#entry.key, value: shard, versionstamp: result.versionstamp };
        else await row.#readAgain(kv);
      }
      if (result.ok) return;
    }
  }

  async #readAgain(kv: Store): Promise<void> {
    const current = await kv.get<Shard>(this.#entry.key);
    // What is still its own was written by itself: the answer to an earlier commit was lost.
    if (current.value?.owner === this.value.owner) this.#entry = current as Deno.KvEntry<Shard>;
    else this.#isLost = true;
  }
}
