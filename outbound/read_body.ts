import type { Readable } from "node:stream";
import { joinBytes } from "../domain/join_bytes.ts";

/** Most that is read of a body that nobody wants, in bytes, and the longest time for it. */
const MAX_BYTES = 16 * 1024;
const MAX_MILLISECONDS = 1000;

/** What became of an answer's body. */
export interface ReadBody {
  /** Null when it is longer than allowed. */
  readonly body: Uint8Array | null;
  /** Whether its end was seen, so that the connection can carry another exchange. */
  readonly isComplete: boolean;
}

/**
 * Reads a body to its end or to its limit, whichever comes first, counting the bytes as they come: a declared length
 * is only a claim. Rejects when the connection ends first.
 *
 * @param limit The longest body that is returned, in bytes.
 */
export function readBody(stream: Readable, limit: number): Promise<ReadBody> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadBody>();
  const chunks: Uint8Array[] = [];
  let length = 0;
  stream.on("data", (chunk: Uint8Array) => {
    length += chunk.length;
    if (length <= limit) return void chunks.push(chunk);
    resolve({ body: null, isComplete: false });
  });
  stream.once("end", () => resolve({ body: joinBytes(chunks), isComplete: true }));
  stream.on("error", reject);
  stream.once("close", () => reject(new Error("The connection was closed before the end of the body.")));
  return promise;
}

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
