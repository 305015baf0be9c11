import { setTimeout as delay } from "node:timers/promises";
import { retryAfterMilliseconds } from "../../websub/distribution/retries.ts";
import type { ReaderSettings } from "./reader_settings.ts";

/** A call without an answer, and why. */
export interface ReaderFailure {
  readonly failure: string;
  /** True if the endpoint is busy, does not answer or refuses all calls, whatever the reviews say. */
  readonly isDown: boolean;
}

/** The body of an answer, or why there is none. */
export type ReaderAnswer = { readonly body: string } | ReaderFailure;

/** Sends the body of a request to the endpoint. Never rejects. */
export type ReaderClient = (body: string) => Promise<ReaderAnswer>;

/** A small model on a slow machine needs a minute for a long review. */
const TIMEOUT_MS = 120_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 1000;
/** Longest pause that a `Retry-After` may ask for. */
const LONGEST_PAUSE_MS = 60_000;
/** Statuses that mean the settings, and not a review. A hostile review may cause others, such as that of a filter. */
const REFUSALS: readonly number[] = [301, 302, 303, 307, 308, 401, 402, 403, 404, 405];
const MOST_BYTES = 1_000_000;

/**
 * Makes the client of a chat completions endpoint. It tries a call up to three times if the endpoint is busy or does not
 * answer, and waits as long as `Retry-After` asks (RFC 9110 10.2.3), at most a minute. It follows no redirect. The
 * permission of its process allows this host alone, so it needs no check of addresses.
 *
 * @param wait Waits some milliseconds. Tests replace it.
 */
export function readerClient(
  { url, key }: Pick<ReaderSettings, "url" | "key">,
  wait: (milliseconds: number) => Promise<void> = delay,
  timeoutMilliseconds = TIMEOUT_MS,
): ReaderClient {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...key === null ? {} : { authorization: `Bearer ${key}` },
  };
  const once = async (body: string): Promise<ReaderAnswer & { readonly pause?: number | null }> => {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    try {
      const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
      const { status } = response;
      if (status === 200) {
        const text = await boundedText(response);
        return text === null ? { failure: "its answer is too long", isDown: false } : { body: text };
      }
      await response.body?.cancel();
      const isBusy = status === 429 || status >= 500;
      const pause = isBusy ? { pause: retryAfterMilliseconds(response.headers.get("retry-after"), Date.now()) } : {};
      return { failure: `it answers with status ${status}`, isDown: isBusy || REFUSALS.includes(status), ...pause };
    } catch {
      const isLate = signal.aborted;
      const failure = isLate
        ? `it does not answer within ${timeoutMilliseconds / 1000} seconds`
        : "it cannot be reached, or breaks off";
      return { failure, isDown: true, pause: null };
    }
  };
  return async (body) => {
    for (let attempt = 1;; attempt++) {
      const { pause, ...answer } = await once(body);
      if (pause === undefined || attempt === TRIES) return answer;
      const asked = pause ?? FIRST_PAUSE_MS * 4 ** (attempt - 1);
      if (asked > LONGEST_PAUSE_MS) return answer;
      await wait(asked);
    }
  };
}

/** Reads a body; null if it is too long. */
async function boundedText({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for await (const chunk of body ?? []) {
    if ((length += chunk.length) > MOST_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
