import type { TopicPath } from "../../domain/site.ts";

/** Key of a topic's state. */
export function topicKey(path: TopicPath): Deno.KvKey {
  return ["topic", path];
}

/** Key of a subscription. */
export function subscriptionKey(path: TopicPath, id: string): Deno.KvKey {
  return ["subscription", path, id];
}

/** Key of a request that waits for verification. */
export function pendingKey(id: string): Deno.KvKey {
  return ["pending", id];
}

/** Key of a denial that is to be told. */
export function denialKey(id: string): Deno.KvKey {
  return ["denial", id];
}

/**
 * Names a pair of topic and callback, everywhere: in keys, in the log and to the operator. It is the SHA-256 of both in
 * hexadecimal; callbacks may be longer than a key.
 */
export async function subscriptionId(path: TopicPath, callback: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${path}\n${callback}`));
  return new Uint8Array(digest).toHex();
}
