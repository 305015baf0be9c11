import { z } from "zod";

/** The part of a chat completion that is read; other members are ignored. */
const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** Returns about how many tokens a text has: four bytes each, as in English. */
export function aboutTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4);
}

/** A task for a language model. */
export interface ChatTask<Result> {
  /** Returns the body of a chat completions request. The same task always gives the same bytes. */
  readonly request: (model: string) => string;
  /** Reads the body of the response; null if it does not have the requested form. */
  readonly read: (response: string) => Result | null;
}

/**
 * Makes a task with data of strangers.
 *
 * @param asked `mostTokens` is the maximum length of the answer: a hostile text may ask for an endless one.
 * @param answer The form of the answer. Its JSON Schema is part of the request, so it has no limits that endpoints do not
 * know.
 * @param read Reads an answer of the form; null to refuse it.
 */
export function chatTask<Schema extends z.ZodType, Result>(
  { instructions, data, mostTokens }: {
    readonly instructions: string;
    readonly data: unknown;
    readonly mostTokens: number;
  },
  answer: Schema,
  read: (answer: z.output<Schema>) => Result | null,
): ChatTask<Result> {
  const messages = [{ role: "system", content: instructions }, { role: "user", content: JSON.stringify(data) }];
  const form = { name: "answer", strict: true, schema: z.toJSONSchema(answer) };
  const response_format = { type: "json_schema", json_schema: form };
  return {
    request: (model) => JSON.stringify({ model, temperature: 0, max_tokens: mostTokens, messages, response_format }),
    read: (response) => {
      const content = Completion.safeParse(jsonOf(response)).data?.choices[0]?.message.content ?? "";
      const { success, data } = answer.safeParse(jsonOf(content));
      return success ? read(data) : null;
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
