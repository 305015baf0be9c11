import { z } from "zod";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { chatTask } from "./chat_completion.ts";
import instructions from "./instructions.json" with { type: "json" };
import { hashOf, type LabelledText, POLARITIES, type ReviewLabels } from "./review_labels.ts";

/** A change makes the model read every review again (see `labellerKey`). */
const INSTRUCTIONS = instructions.label.join("\n");

const Answer = z.strictObject({
  reviews: z.array(z.strictObject({
    n: z.number(),
    language: z.string().regex(/^[a-z]{2,3}$/),
    aspects: z.array(z.strictObject({ id: z.string(), polarity: z.enum(POLARITIES), span: z.string() })),
    problems: z.array(z.strictObject({ id: z.string(), span: z.string() })),
  })),
});

/** Maximum length of the labels of one review. */
const TOKENS_A_REVIEW = 2000;
/** Words of an entry that explain its label to the model. */
const EXPLAINING_WORDS = 8;

/** Returns the key of a labeller, a hash of model, instructions and taxonomy. */
export function labellerKey(model: string, { aspects, problems }: Taxonomy): string {
  return hashOf([model, INSTRUCTIONS, aspects, problems]);
}

/**
 * Makes the task to label some reviews. The model gets text and stars of a review alone. Nothing of its answer is kept but
 * ids of the taxonomy, polarities and places of passages that stand in the review word for word. An answer about other
 * reviews is refused as a whole.
 */
export function labelTask(taxonomy: Taxonomy, reviews: readonly LabelledText[]) {
  const meaning = ({ id, label, words }: TaxonomyEntry) =>
    [id, [label, ...words.slice(0, EXPLAINING_WORDS)].join(", ")] as const;
  const data = {
    aspects: Object.fromEntries(taxonomy.aspects.map(meaning)),
    problems: Object.fromEntries(taxonomy.problems.map(meaning)),
    reviews: reviews.map(({ text, rating }, n) => ({ n, stars: rating, text })),
  };
  const mostTokens = TOKENS_A_REVIEW * reviews.length;
  return chatTask({ instructions: INSTRUCTIONS, data, mostTokens }, Answer, ({ reviews: answered }) => {
    if (answered.length !== reviews.length || answered.some(({ n }, at) => n !== at)) return null;
    return soundLabels(answered, taxonomy, reviews);
  });
}

/** Returns the labels of each review in order, and the number of labels that are left out. */
function soundLabels(
  answered: z.output<typeof Answer>["reviews"],
  taxonomy: Taxonomy,
  reviews: readonly LabelledText[],
) {
  let dropped = 0;
  const labels = answered.map(({ language, aspects, problems }, at): ReviewLabels => {
    const text = reviews[at]?.text ?? "";
    /** Returns a filter of labels: those with an allowed id, each once, and a passage of the text. */
    const isSound = (entries: readonly TaxonomyEntry[]) => {
      const open = new Set(entries.map(({ id }) => id));
      return ({ id, span }: { readonly id: string; readonly span: string }): boolean => {
        const isKept = span.trim() !== "" && text.includes(span) && open.delete(id);
        if (!isKept) dropped++;
        return isKept;
      };
    };
    const kept = aspects.filter(isSound(taxonomy.aspects)).map(({ id, polarity, span }) => {
      const start = text.indexOf(span);
      return { id, polarity, start, end: start + span.length };
    });
    return { language, aspects: kept, problems: problems.filter(isSound(taxonomy.problems)).map(({ id }) => id) };
  });
  return { labels, dropped };
}
