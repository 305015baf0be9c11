import { z } from "zod";

/** The part of a chat completion that is read; other members are ignored. */
const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** Returns about how many tokens a text has: four bytes each, as in English. */
export function aboutTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4);
}

/** What a model is asked to do with data of strangers. */
export interface ChatTask {
  readonly instructions: string;
  readonly data: unknown;
  /** The form of the answer. Its JSON Schema is part of the request, so it has no limits that endpoints do not know. */
  readonly answer: z.ZodType;
  /** Maximum length of the answer: a hostile text may ask for an endless one. */
  readonly mostTokens: number;
}

/** Returns the body of a chat completions request. The same task always gives the same bytes. */
export function chatRequest(model: string, { instructions, data, answer, mostTokens }: ChatTask) {
  return {
    model,
    temperature: 0,
    max_tokens: mostTokens,
    messages: [{ role: "system", content: instructions }, { role: "user", content: JSON.stringify(data) }],
    response_format: {
      type: "json_schema",
      json_schema: { name: "answer", strict: true, schema: z.toJSONSchema(answer) },
    },
  };
}

/** Reads the body of an answer; null if it is not of the form. */
export function chatAnswer<Schema extends z.ZodType>(body: string, answer: Schema): z.output<Schema> | null {
  const completion = Completion.safeParse(jsonOf(body));
  return answer.safeParse(jsonOf(completion.data?.choices[0]?.message.content ?? "")).data ?? null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
