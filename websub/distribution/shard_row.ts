import type { Store } from "../../domain/store/store.ts";
import type { Shard } from "../store/shard.ts";

/** The row of a shard that this process owns. */
export class ShardRow {
  #entry: Deno.KvEntry<Shard>;
  #writing: Promise<void> | null = null;
  #isLost = false;

  /**
   * @param entry The row, with this process as its owner.
   * @param onLost Called when another process owns the row, after which this one no longer writes it.
   */
  constructor(entry: Deno.KvEntry<Shard>, private readonly onLost: () => void) {
    this.#entry = entry;
  }

  get value(): Shard {
    return this.#entry.value;
  }

  /**
   * Writes several rows in one commit, which costs as much as one row.
   *
   * @param changes Functions that return the new values. Called once earlier writes of these rows have ended.
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
    // We still own the row, so the newer version is our own commit whose answer was lost.
    if (current.value?.owner === this.value.owner) {
      this.#entry = current as Deno.KvEntry<Shard>;
      return;
    }
    this.#isLost = true;
    this.onLost();
  }
}
