import { z } from "zod";
import { termWords } from "./words_of.ts";

const TaxonomyId = z.string().regex(
  /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
  "Expected lower-case words joined by underscores",
).max(100);

const TaxonomyEntry = z.object({
  id: TaxonomyId.meta({ description: "Stable id, lower-case words joined by underscores." }),
  label: z.string().min(1).max(200).meta({ description: "Name for people." }),
  words: z.array(z.string().min(1).max(100)).min(1).max(1000).meta({
    description: "Words and terms by which a text speaks of it; endings and capitals do not matter.",
  }),
}).strict();

const entries = z.array(TaxonomyEntry).max(100);

/** What the analyser looks for: a line of business has one, and an operator may write another. */
export const Taxonomy = z.object({
  id: TaxonomyId,
  version: z.int().min(1).meta({ description: "Rises with every change of the ids." }),
  aspects: entries.min(1),
  problems: entries,
  topics: entries,
  sentiment_words: z.record(z.string().min(1).max(100), z.number().min(-4).max(4)).optional().meta({
    description: "Further words and phrases with their strength, from -4 (worst) to 4 (best).",
  }),
}).strict().meta({ id: "Taxonomy", description: "What the analyser looks for." });

/** What the analyser looks for (see the schema of the same name). */
export type Taxonomy = Readonly<z.output<typeof Taxonomy>>;
/** An aspect, a problem or a topic with the words that speak of it. */
export type TaxonomyEntry = Readonly<z.output<typeof TaxonomyEntry>>;

/**
 * Lists everything that makes a file unusable as a taxonomy: what the schema refuses, an id given
 * twice in a list, a word given twice in an entry, and a word without letter or digit.
 *
 * @param value Any parsed JSON.
 * @returns One phrase a problem, each beginning with its path; empty when all is well.
 */
export function taxonomyProblems(value: unknown): readonly string[] {
  const { success, data, error } = Taxonomy.safeParse(value);
  if (!success) {
    return error.issues.map(({ path, message }) => `${path.length === 0 ? "the file" : path.join(".")}: ${message}`);
  }
  return [
    ...(["aspects", "problems", "topics"] as const).flatMap((list) => [
      ...twice(data[list].map(({ id }) => id)).map(([id, index]) =>
        `${list}.${index}.id: "${id}" is given twice; every id must be different`
      ),
      ...data[list].flatMap(({ words }, index) => wordProblems(`${list}.${index}.words`, words)),
    ]),
    ...wordProblems("sentiment_words", Object.keys(data.sentiment_words ?? {})),
  ];
}

function wordProblems(path: string, words: readonly string[]): readonly string[] {
  const terms = words.map((word) => termWords(word).join(" "));
  return [
    ...terms.flatMap((term, index) =>
      term === "" ? [`${path}.${index}: "${words[index]}" holds no word; expected one with a letter or digit`] : []
    ),
    ...twice(terms.map((term, index) => term === "" ? String(index) : term)).map(([term, index]) =>
      `${path}.${index}: "${term}" is given twice; every word must be different`
    ),
  ];
}

function twice(values: readonly string[]): readonly (readonly [value: string, index: number])[] {
  return [...values.entries()].flatMap(([index, value]) => values.indexOf(value) < index ? [[value, index]] : []);
}
