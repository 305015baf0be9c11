import { kvLocation } from "../service/kv_location.ts";
import { openStore, StoreError } from "../service/open_store.ts";

/**
 * Opens the store of a hub for an action. One that is not there is not created: a mistyped path would otherwise look
 * like a hub without subscriptions.
 *
 * @throws {StoreError} when there is none, or it cannot be used.
 */
export async function withHubStore<T>(action: (kv: Deno.Kv) => Promise<T>): Promise<T> {
  const path = kvLocation((name) => Deno.env.get(name));
  if (path !== undefined && await isMissing(path)) {
    throw new StoreError(`There is no store at ${path}. Start the service once, or set KV_PATH to its file.`);
  }
  const kv = await openStore(path);
  try {
    return await action(kv);
  } finally {
    kv.close();
  }
}

async function isMissing(path: string): Promise<boolean> {
  if (path === ":memory:" || /^https?:/.test(path)) return false;
  try {
    await Deno.stat(path);
    return false;
  } catch (error) {
    // Whatever else is wrong with it, opening it says better.
    return error instanceof Deno.errors.NotFound;
  }
}
