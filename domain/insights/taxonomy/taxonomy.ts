import { z } from "zod";
import { FURTHER_LANGUAGES, Subjects } from "../../subjects.ts";
import { termFault } from "../text/term_pattern.ts";
import { termWords } from "../text/words_of.ts";

const TaxonomyId = z.string().regex(
  /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
  "Expected lower-case words joined by underscores",
).max(100);

const AnyWords = z.array(z.string().min(1).max(500)).max(1000).superRefine((words, context) => {
  for (const [index, message] of wordFaults(words)) context.addIssue({ code: "custom", path: [index], message });
});
const Words = AnyWords.min(1);

const LANGUAGE = /^[a-z]{2,3}$/;

/** Texts in languages other than English, by language subtag (BCP 47). */
function inLanguages(text: z.ZodString) {
  return z.record(z.string().regex(LANGUAGE, "Expected a language, such as de"), text).optional();
}

const TaxonomyEntry = z.object({
  id: TaxonomyId.meta({ description: "Stable id, lower-case words joined by underscores." }),
  label: z.string().regex(/[\p{L}\p{N}]/u, "Expected a name with a letter or digit").max(200).meta({
    description: "Name for people.",
  }),
  labels: inLanguages(z.string().min(1).max(200)).meta({
    description: 'The label in other languages, such as {"de": "Personal"}; pages in these languages show it.',
  }),
  question: z.string().min(1).max(300).regex(/\?$/, "Expected a question that can be answered with yes or no")
    .refine((question) => !isBadWhenYes(question), {
      error:
        "Expected a question whose yes is praise, as praise answers it with yes: ask the other way round, such as " +
        '"Is there enough room?" and not "Is it crowded?"',
    })
    .optional()
    .meta({ description: "The question of those who have not been there, of an aspect: with yes or no as an answer." }),
  questions: inLanguages(z.string().min(1).max(300)).meta({ description: "The question in other languages." }),
  words: AnyWords.meta({
    description:
      "Words and terms by which a text speaks of it; capitals do not matter. Of a single word endings do not " +
      'matter either; of a term of several words only where an asterisk follows the word, as in "hidden fee*". ' +
      '"(came|was) late" stands for both, "left ... hanging" allows up to three words between, # is a number in ' +
      "digits or words, $# an amount of money.",
  }),
  words_in: z.partialRecord(z.enum(FURTHER_LANGUAGES), Words).optional().meta({
    description: 'Words in texts of other languages, such as {"de": ["Zimmer", "Suite"]}: de, es and fr are read.',
  }),
  judged_words: Words.optional().meta({
    description:
      'Further ones that count only where an opinion stands beside them, as "great" beside "work"; of a problem only ' +
      "where criticism does.",
  }),
  burden: z.boolean().optional().meta({
    description:
      "Of an aspect or a problem: whether its words name what nobody wants, such as side effects. Naming it is then " +
      "criticism, its absence or its end praise.",
  }),
  burden_words: Words.optional().meta({
    description: 'Further words that name such a burden, as "acne" beside "skin".',
  }),
  praise_words: Words.optional().meta({
    description:
      'Of an aspect: further words that are praise of it in themselves, as "paid within days"; denied they are criticism.',
  }),
  complaint_words: Words.optional().meta({
    description:
      'Of an aspect: further words that are criticism of it in themselves, as "turned down"; denied they are praise.',
  }),
  reason_for_visit: z.boolean().optional().meta({
    description:
      "Of a problem: whether customers come with it, as with a leak. It then counts only where it stays, comes " +
      "back or follows the visit. Of a burden of an aspect, as anxiety of a medicine against it: naming it then says nothing.",
  }),
  fewest_reviews: z.int().min(1).max(10_000).optional().meta({
    description: "Of an aspect or problem: it is published from this number of reviews on, at least 5; else from 5.",
  }),
}).strict().superRefine(({ burden, words, judged_words, words_in }, context) => {
  if (words.length === 0 && judged_words === undefined && words_in === undefined) {
    context.addIssue({
      code: "custom",
      path: ["words"],
      message: "Expected a word; judged_words and words_in are empty",
    });
  }
  if (burden === true && judged_words !== undefined) {
    context.addIssue({
      code: "custom",
      path: ["judged_words"],
      message: "A burden is judged wherever it is named; put these words into words",
    });
  }
});

type OptionalWords = "burden" | "burden_words" | "praise_words" | "complaint_words";

/** Builds the check that no entry of a list has one of these members. */
function without(keys: readonly OptionalWords[], message: string) {
  return (entries: readonly TaxonomyEntry[], context: z.RefinementCtx): void => {
    for (const [index, entry] of entries.entries()) {
      for (const key of keys) {
        if (entry[key] !== undefined) context.addIssue({ code: "custom", path: [index, key], message });
      }
    }
  };
}

const entries = z.array(TaxonomyEntry).max(100).superRefine((list, context) => {
  for (const [id, index] of twice(list.map(({ id }) => id))) {
    context.addIssue({
      code: "custom",
      path: [index, "id"],
      message: `"${id}" is given twice; every id must be different`,
    });
  }
});

const CustomerWord = z.string().regex(/^\p{L}[\p{L} ]*$/u, "Expected letters").max(50);

const SentimentWords = z.record(z.string().min(1).max(100), z.number().min(-4).max(4)).superRefine((words, context) => {
  const terms = Object.keys(words);
  for (const [index, message] of wordFaults(terms)) {
    context.addIssue({ code: "custom", path: [terms[index] ?? ""], message });
  }
});

/**
 * The taxonomy: the aspects, problems and topics that the analyser looks for. Some lines of business have a built-in
 * one; an operator may write another. Ids are unique within a list, words within an entry, and each word has a letter
 * or digit.
 */
export const Taxonomy = z.object({
  id: TaxonomyId,
  version: z.int().min(1).meta({ description: "Rises with every change of the ids." }),
  aspects: entries.min(1).superRefine((aspects, context) => {
    const praise = new Map(
      aspects.flatMap(({ id, praise_words = [] }) => praise_words.map((word) => [comparable(word), id] as const)),
    );
    for (const [index, { complaint_words = [] }] of aspects.entries()) {
      for (const [place, word] of complaint_words.entries()) {
        const id = praise.get(comparable(word));
        if (id === undefined) continue;
        context.addIssue({
          code: "custom",
          path: [index, "complaint_words", place],
          message: `"${word}" is among the praise_words of "${id}"; a term can be praise or a complaint, not both`,
        });
      }
    }
  }),
  problems: entries.superRefine(without(
    ["praise_words", "complaint_words"],
    "A problem is not praised; words that are a complaint wherever they stand belong into burden_words",
  )),
  topics: entries.superRefine(without(
    ["burden", "burden_words"],
    "A topic is not judged; only an aspect or a problem can be a burden",
  )).superRefine(without(
    ["praise_words", "complaint_words"],
    "A topic is not judged; only an aspect has words of praise and complaint",
  )),
  customer: z.object({ one: CustomerWord, many: CustomerWord }).strict().optional().meta({
    description: 'What those who write are called, such as {"one": "guest", "many": "guests"}; else customers.',
  }),
  ignored_words: Words.optional().meta({
    description: 'Phrases that speak of no aspect and no problem and hide the words in them, such as "late husband".',
  }),
  sentiment_words: SentimentWords.optional().meta({
    description: "Further words and phrases with their strength, from -4 (worst) to 4 (best).",
  }),
}).strict().meta({ id: "Taxonomy", description: "What the analyser looks for." });

/** The taxonomy that the schema of the same name describes. */
export type Taxonomy = Readonly<z.output<typeof Taxonomy>>;
/** An aspect, problem or topic with the words by which it is found. */
export type TaxonomyEntry = Readonly<z.output<typeof TaxonomyEntry>>;

/** Returns the words and terms that identify an entry wherever they occur. */
export function namingWords(
  { words, burden_words = [], praise_words = [], complaint_words = [] }: TaxonomyEntry,
): readonly string[] {
  return [...words, ...burden_words, ...praise_words, ...complaint_words];
}

/** The subjects that the owner has chosen, with the taxonomy to which they are added; null for the one of the trade. */
export const ChosenSubjects = z.strictObject({ base: z.union([z.string(), Taxonomy]).nullable(), subjects: Subjects });

/** The choice that the schema of the same name describes. */
export type ChosenSubjects = Readonly<z.output<typeof ChosenSubjects>>;

/** What a business calls its customers: customers, guests, patients. */
export interface Customer {
  readonly one: string;
  readonly many: string;
}

const BAD =
  /\b(?:too \p{L}+|(?:over)?crowded|noisy|loud|expensive|overpriced|pricey|costly|rude|unfriendly|unhelpful|dirty|filthy|slow|boring|dangerous|unsafe|painful|cramped|unreliable|stressful|disappointing|bad|poor|terrible|awful|difficult|hard to|long waits?|long (?:queues?|lines?)|(?:waits?|queues?|lines?) long|late)\b/iu;
const TURNED = /\b(?:not|never|no|without|free of|avoid\p{L}*|n't)\b|n['’]t\b/iu;

function isBadWhenYes(question: string): boolean {
  return BAD.test(question) && !TURNED.test(question);
}

function wordFaults(words: readonly string[]): readonly (readonly [index: number, message: string])[] {
  const faults = words.flatMap((word, index): readonly (readonly [number, string])[] => {
    const fault = termFault(word);
    return fault === null ? [] : [[index, fault]];
  });
  const faulty = new Set(faults.map(([index]) => index));
  const terms = words.map((word, index) => faulty.has(index) ? `\n${index}` : comparable(word));
  return [
    ...faults,
    ...twice(terms).map(([term, index]): readonly [number, string] => [
      index,
      `"${term}" is given twice; every word must be different`,
    ]),
  ];
}

/** Returns the form by which duplicates are found. A term with signs differs from its plain words. */
function comparable(word: string): string {
  return /[(|#]|\.{3}|…/.test(word) ? word.toLowerCase() : termWords(word).join(" ");
}

function twice(values: readonly string[]): readonly (readonly [value: string, index: number])[] {
  const seen = new Set<string>();
  return [...values.entries()].flatMap(([index, value]) => {
    if (seen.has(value)) return [[value, index]];
    seen.add(value);
    return [];
  });
}
