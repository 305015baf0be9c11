import type { Readable } from "node:stream";
import { readBody } from "./read_body.ts";

/** Most that is read of a body that nobody wants, in bytes, and the longest time for it. */
const MAX_BYTES = 16 * 1024;
const MAX_MILLISECONDS = 1000;

/**
 * Reads a body that nobody wants, so that the connection can be used again; false when that is not worth it. The
 * status has been received, so nothing that happens here counts against the exchange (WebSub 7: "the response body
 * from the subscriber must be ignored").
 *
 * @param signal Ends the reading early.
 */
export async function drainBody(stream: Readable, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const giveUp = () => resolve(false);
  const timer = setTimeout(giveUp, MAX_MILLISECONDS);
  signal.addEventListener("abort", giveUp, { once: true });
  readBody(stream, MAX_BYTES).then(({ isComplete }) => resolve(isComplete), giveUp);
  return await promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  });
}
