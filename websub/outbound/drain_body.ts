import type { Readable } from "node:stream";
import { readBody } from "./read_body.ts";

/** Most that is read of a body that nobody wants, in bytes, and the longest time for it. */
const MAX_BYTES = 16 * 1024;
const MAX_MILLISECONDS = 1000;

/**
 * Reads a body that nobody wants, so that the connection can be used again; false when that is not worth it. Never
 * rejects: the status has been received, and only the status counts (WebSub 7).
 */
export async function drainBody(stream: Readable): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const giveUp = () => resolve(false);
  const timer = setTimeout(giveUp, MAX_MILLISECONDS);
  readBody(stream, MAX_BYTES).then(({ isComplete }) => resolve(isComplete), giveUp);
  return await promise.finally(() => clearTimeout(timer));
}
