import { z } from "zod";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import instructions from "./instructions.json" with { type: "json" };
import { placeOf } from "./passage.ts";
import { hashOf, type LabelledText, POLARITIES, type ReviewLabels } from "./review_labels.ts";

/** A change makes the model label every review again (see `labellerKey`). */
const INSTRUCTIONS = instructions.join("\n");
/** Maximum length of an answer, in tokens: a hostile text may ask for an endless one. */
const MOST_TOKENS = 2000;

/** The part of a chat completion that is read; other members are ignored. */
const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });
/** An answer as it is read. Further members are ignored, and each label is checked by itself. */
const Answer = z.object({
  aspects: z.array(z.unknown()),
  problems: z.array(z.unknown()).default([]),
});
const Label = z.object({
  id: z.string(),
  polarity: z.string().toLowerCase().pipe(z.enum(POLARITIES)).optional().catch(undefined),
  passage: z.string(),
});

/** The labels of a review, and the number of those that are left out. */
export interface LabelAnswer {
  readonly labels: ReviewLabels;
  readonly dropped: number;
}

/** Returns the key of a labeller, a hash of model, instructions and taxonomy. */
export function labellerKey(model: string, { aspects, problems }: Taxonomy): string {
  return hashOf([model, INSTRUCTIONS, aspects, problems]);
}

/**
 * Returns the body of a chat completions request for the labels of a review, always the same bytes. The model gets the
 * text and the stars of the review alone.
 */
export function labelRequest(model: string, { aspects, problems }: Taxonomy, { text, rating }: LabelledText): string {
  const meanings = [
    ...["", "Aspects:", ...aspects.map(({ id, label, question }) => `${id}: ${question ?? label}`)],
    ...["", "Problems:", problems.map(nameOf).join(", ")],
  ];
  const passage = z.string();
  const { $schema: _, ...schema } = z.toJSONSchema(z.object({
    aspects: z.array(z.object({ id: idsOf(aspects), polarity: z.enum(POLARITIES), passage })),
    problems: z.array(z.object({ id: idsOf(problems), passage })),
  }));
  return JSON.stringify({
    model,
    temperature: 0,
    max_tokens: MOST_TOKENS,
    messages: [
      { role: "system", content: [INSTRUCTIONS, ...meanings].join("\n") },
      { role: "user", content: JSON.stringify({ stars: rating, text }) },
    ],
    response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } },
  });
}

/** Returns about how many tokens a request has: four bytes each, as in English. */
export function aboutTokens(request: string): number {
  return Math.ceil(new TextEncoder().encode(request).length / 4);
}

/** Returns the id of a problem, with its label if it has other words. */
function nameOf({ id, label }: TaxonomyEntry): string {
  return id.replaceAll("_", " ") === label.toLowerCase() ? id : `${id} (${label})`;
}

function idsOf(entries: readonly TaxonomyEntry[]): z.ZodType<string> {
  return entries.length === 0 ? z.string() : z.enum(entries.map(({ id }) => id));
}

/**
 * Reads the body of a response. Nothing of it is kept but ids of the taxonomy, polarities and places of passages that stand
 * in the review.
 *
 * @returns Null if it does not have the requested form.
 */
export function readLabels(response: string, taxonomy: Taxonomy, text: string): LabelAnswer | null {
  const content = Completion.safeParse(jsonOf(response)).data?.choices[0]?.message.content ?? "";
  // Models put their thoughts before the object, and prose or a code fence around it.
  const thought = content.slice(content.lastIndexOf("</think>") + 1);
  const { data: answer } = Answer.safeParse(jsonOf(thought.slice(thought.indexOf("{"), thought.lastIndexOf("}") + 1)));
  if (answer === undefined) return null;
  const aspects = soundLabels(answer.aspects, taxonomy.aspects, text)
    .flatMap(({ polarity, ...label }) => polarity === undefined ? [] : [{ ...label, polarity }]);
  const problems = soundLabels(answer.problems, taxonomy.problems, text).map(({ polarity: _, ...label }) => label);
  const dropped = answer.aspects.length + answer.problems.length - aspects.length - problems.length;
  return { labels: { aspects, problems }, dropped };
}

/** Returns the labels with an id of the entries, each id once, and a passage of the text. */
function soundLabels(labels: readonly unknown[], entries: readonly TaxonomyEntry[], text: string) {
  const open = new Set(entries.map(({ id }) => id));
  return labels.flatMap((label) => {
    const { data } = Label.safeParse(label);
    const place = data === undefined ? null : placeOf(data.passage, text);
    if (data === undefined || place === null || !open.delete(data.id)) return [];
    return [{ id: data.id, polarity: data.polarity, ...place }];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
