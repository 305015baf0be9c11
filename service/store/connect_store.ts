import { deserialize, serialize } from "node:v8";
import {
  type Store,
  type StoreListOptions,
  type StoreOperation,
  type StoreRows,
  storeRows,
} from "../../domain/store/store.ts";

const FORMAT = 0xff;

/**
 * A database behind KV Connect, which programs of several versions of Deno share. `Deno.Kv` writes values in the newest
 * format of its V8, which older versions refuse: Deno 2.5, which Deno Deploy runs, reads nothing that Deno 2.9 has
 * written. So values are stored as bytes, in the format of `node:v8`, which all read. Bytes are stored as they are,
 * unless they begin like that format.
 */
export class ConnectStore implements Store {
  constructor(private readonly kv: Omit<Deno.Kv, "watch" | "commitVersionstamp">) {}

  async get<T>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<T>> {
    return readEntry(await this.kv.get<T>(key));
  }

  async getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    const entries = await this.kv.getMany<T>(keys);
    return entries.map((entry) => readEntry(entry)) as typeof entries;
  }

  list<T>(selector: Deno.KvListSelector, options?: StoreListOptions): StoreRows<T> {
    const rows = this.kv.list<T>(selector, options);
    return storeRows(async () => {
      const { done, value } = await rows.next();
      return done ? { done, value } : { done: false, value: readEntry(value) };
    }, () => rows.cursor);
  }

  set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): Promise<Deno.KvCommitResult> {
    return this.kv.set(key, written(value), options);
  }

  delete(key: Deno.KvKey): Promise<void> {
    return this.kv.delete(key);
  }

  atomic(): StoreOperation {
    const operation = this.kv.atomic();
    const set = operation.set.bind(operation);
    operation.set = (key, value, options) => set(key, written(value), options);
    return operation;
  }

  listenQueue(handler: (value: unknown) => Promise<void> | void): Promise<void> {
    return this.kv.listenQueue(handler);
  }

  close(): void {
    this.kv.close();
  }
}

function written(value: unknown): unknown {
  if (value instanceof Deno.KvU64 || value instanceof Uint8Array && value[0] !== FORMAT) return value;
  return new Uint8Array(serialize(value));
}

function readEntry<Entry extends Deno.KvEntryMaybe<unknown>>(entry: Entry): Entry {
  const { value } = entry;
  if (!(value instanceof Uint8Array) || value[0] !== FORMAT) return entry;
  // Copied: Deno 2.5 looks for bytes within a value from the start of its buffer on.
  return { ...entry, value: deserialize(new Uint8Array(value)) };
}
