import { setTimeout as delay } from "node:timers/promises";
import { beginningOf } from "../../domain/cut_text.ts";
import { type LabelAnswer, labelRequest, readLabels } from "../../domain/insights/labeller/label_prompt.ts";
import type { LabelledText } from "../../domain/insights/labeller/review_labels.ts";
import type { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { retryAfterMilliseconds } from "../../websub/distribution/retries.ts";
import type { LabellerSettings } from "./labeller_settings.ts";

/** A call without labels. */
export interface LabellerFailure {
  /** Reason, as the end of a sentence. */
  readonly failure: string;
  /**
   * `refused`: the endpoint refuses this call, and would refuse others. `down`: it is busy or does not answer.
   * `unread`: its answer has another form, which a hostile review may cause.
   */
  readonly kind: "refused" | "down" | "unread";
}

/** The language model that labels reviews. */
export interface Labeller {
  readonly settings: LabellerSettings;
  /** Asks for the labels of a review. Never rejects. */
  readonly ask: (taxonomy: Taxonomy, review: LabelledText) => Promise<LabelAnswer | LabellerFailure>;
}

/** Deadline of a call from its sending on. A small model on a slow machine needs a minute for a long review. */
const TIMEOUT_MS = 120_000;
const [TRIES, FIRST_PAUSE_MS] = [3, 1000];
/** Longest pause that a `Retry-After` may ask for. */
const LONGEST_PAUSE_MS = 60_000;
const [MOST_CHARACTERS, LONGEST_SENTENCE] = [1_000_000, 300];

/** An answer, or why there is none. `pause` is set if another try may help: how long the endpoint asks to wait, or null. */
type Try = { readonly body: string } | LabellerFailure & { readonly pause?: number | null };

/**
 * Makes the labeller of a chat completions endpoint. If the endpoint is busy, it tries a call up to three times. It
 * waits as long as `Retry-After` asks (RFC 9110 10.2.3), at most a minute. It follows no redirect. The permission of
 * its process allows this host alone, so it needs no check of addresses.
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
      const text = await boundedText(response);
      if (status === 200) return text === null ? { failure: "its answer is too long", kind: "unread" } : { body: text };
      const explanation = sentenceIn(text ?? "").replaceAll(key ?? "\0", "…");
      const failure = `it answers with status ${status}${explanation === "" ? "" : ` and says "${explanation}"`}`;
      if (status !== 429 && status < 500) return { failure, kind: "refused" };
      const pause = retryAfterMilliseconds(response.headers.get("retry-after"), Date.now());
      return { failure, kind: "down", pause };
    } catch {
      const failure = signal.aborted
        ? `it does not answer within ${timeoutMilliseconds / 1000} seconds`
        : "it cannot be reached, or breaks off";
      return { failure, kind: "down" };
    }
  };
  return {
    settings,
    ask: async (taxonomy, review) => {
      const body = labelRequest(model, taxonomy, review);
      for (let attempt = 1;; attempt++) {
        const answer = await once(body);
        if ("body" in answer) {
          return readLabels(answer.body, taxonomy, review.text ?? "") ??
            { failure: "its answer does not have the requested form", kind: "unread" };
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

/** Returns the sentence of an error, wherever its server puts it; empty for a page. */
function sentenceIn(body: string): string {
  let parts: unknown[] = [body.startsWith("<") ? "" : body];
  try {
    const { error, message, detail } = Object(JSON.parse(body));
    parts = [Object(error).message, error, message, detail];
  } catch {
    // Not JSON.
  }
  const text = parts.find((part) => typeof part === "string") ?? "";
  return beginningOf(String(text).replace(/\s+/g, " ").trim(), LONGEST_SENTENCE);
}
