import { retryLocked } from "../../domain/retry_locked.ts";

const KEY = ["key", "mcp-session"];
const LENGTH = 32;

/**
 * The key that session ids are signed with: made by the process that is first to need it and kept in the store, so
 * that every process takes every other's ids, also after a restart.
 *
 * @returns 32 random bytes.
 */
export async function sessionSecret(kv: Deno.Kv): Promise<Uint8Array> {
  const kept = await read(kv);
  if (kept !== null) return kept;
  const made = crypto.getRandomValues(new Uint8Array(LENGTH));
  const { ok } = await retryLocked(() => kv.atomic().check({ key: KEY, versionstamp: null }).set(KEY, made).commit());
  return ok ? made : await read(kv) ?? made;
}

async function read(kv: Deno.Kv): Promise<Uint8Array | null> {
  return (await retryLocked(() => kv.get<Uint8Array>(KEY))).value;
}
