import { setTimeout as delay } from "node:timers/promises";
import { retryAfterMilliseconds } from "../../websub/distribution/retries.ts";
import type { ReadVariable } from "../../service/store/kv_location.ts";
import type { ChatTask } from "../../domain/insights/labeller/chat_completion.ts";
import { type LabellerSettings, readLabellerSettings } from "./labeller_settings.ts";

/** A call without an answer, and why. */
export interface LabellerFailure {
  readonly failure: string;
  /** True if the endpoint is busy, does not answer or refuses all calls, whatever the reviews say. */
  readonly isDown: boolean;
}

/** The language model that the operator has set. */
export interface Labeller {
  readonly settings: LabellerSettings;
  /** Gives it a task. Never rejects. */
  readonly ask: <Result extends object>(task: ChatTask<Result>) => Promise<Result | LabellerFailure>;
}

/** A small model on a slow machine needs a minute for a long review. */
const TIMEOUT_MS = 120_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 1000;
/** Longest pause that a `Retry-After` may ask for. */
const LONGEST_PAUSE_MS = 60_000;
/** Statuses that mean the settings, and not a review. A hostile review may cause others, such as that of a filter. */
const REFUSALS: readonly number[] = [301, 302, 303, 307, 308, 401, 402, 403, 404, 405];
const MOST_CHARACTERS = 1_000_000;

/** An answer, or why there is none. `pause` is set if another try may help: how long the endpoint asks to wait, or null. */
type Try = { readonly body: string } | LabellerFailure & { readonly pause?: number | null };

/**
 * Returns the labeller that the operator has set; null without one.
 *
 * @throws {ConfigurationError} If a setting is wrong.
 */
export function readLabeller(variable: ReadVariable): Labeller | null {
  const settings = readLabellerSettings(variable);
  return settings && labellerOf(settings);
}

/**
 * Makes the labeller of a chat completions endpoint. It tries a call up to three times if the endpoint is busy or does not
 * answer, and waits as long as `Retry-After` asks (RFC 9110 10.2.3), at most a minute. It follows no redirect. The
 * permission of its process allows this host alone, so it needs no check of addresses.
 *
 * @param wait Waits some milliseconds. Tests replace it.
 */
export function labellerOf(
  settings: LabellerSettings,
  wait: (milliseconds: number) => Promise<void> = delay,
  timeoutMilliseconds = TIMEOUT_MS,
): Labeller {
  const { url, key, model } = settings;
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...key === null ? {} : { authorization: `Bearer ${key}` },
  };
  const once = async (body: string): Promise<Try> => {
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
      const failure = signal.aborted
        ? `it does not answer within ${timeoutMilliseconds / 1000} seconds`
        : "it cannot be reached, or breaks off";
      return { failure, isDown: true, pause: null };
    }
  };
  return {
    settings,
    ask: async ({ request, read }) => {
      const body = request(model);
      for (let attempt = 1;; attempt++) {
        const answer = await once(body);
        if ("body" in answer) {
          return read(answer.body) ?? { failure: "its answer does not have the requested form", isDown: false };
        }
        const { pause = Infinity, ...failure } = answer;
        const asked = pause ?? FIRST_PAUSE_MS * 4 ** (attempt - 1);
        if (attempt === TRIES || asked > LONGEST_PAUSE_MS) return failure;
        await wait(asked);
      }
    },
  };
}

/** Reads a body; null if it is too long. */
async function boundedText({ body }: Response): Promise<string | null> {
  let text = "";
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if ((text += piece).length > MOST_CHARACTERS) return null;
  }
  return text;
}
