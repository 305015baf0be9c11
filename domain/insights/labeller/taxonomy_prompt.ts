import { beginningOf } from "../../cut_text.ts";
import { z } from "zod";
import { Taxonomy } from "../taxonomy/taxonomy.ts";
import { chatTask } from "./chat_completion.ts";
import instructions from "./instructions.json" with { type: "json" };
import type { LabelledText } from "./review_labels.ts";

/** A name that shows nothing but words: no address, no markup. */
const NAME = /^\p{L}[\p{L}\p{M}\p{N} ,&’'-]{0,59}$/u;
/** Words without the signs of a term (see `termFault`). */
const WORDS = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ’'-]*$/u;

/** An entry as the model answers it. */
const Entry = z.strictObject({
  id: z.string(),
  label: z.string(),
  labels: z.strictObject({ de: z.string(), es: z.string(), fr: z.string() }),
  words: z.array(z.string()),
});
type Entry = Readonly<z.output<typeof Entry>>;
const Proposal = z.strictObject({ aspects: z.array(Entry), problems: z.array(Entry) });

const MOST_TOKENS = 6000;
/** Maximum number of texts of a sample, and of characters of each. */
const [MOST_TEXTS, MOST_CHARACTERS] = [60, 600];

/**
 * Makes the task to propose a taxonomy from texts of all parts of a list. An entry is left out unless it is valid in a
 * taxonomy by itself, its names are plain, its id is new, and one of its words stands in a text and in no earlier entry.
 * An answer of which no aspect is left is refused.
 */
export function proposalTask(reviews: readonly LabelledText[]) {
  const step = Math.max(1, reviews.length / MOST_TEXTS);
  const sample = reviews.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const data = {
    reviews: sample.map(({ text, rating }, n) => ({
      n,
      stars: rating,
      text: beginningOf(text ?? "", MOST_CHARACTERS),
    })),
  };
  const task = { instructions: instructions.propose.join("\n"), data, mostTokens: MOST_TOKENS };
  return chatTask(task, Proposal, (answer) => soundTaxonomy(answer, reviews));
}

/** Returns a valid taxonomy for the owner to check, and the number of entries that are left out; null without aspects. */
function soundTaxonomy({ aspects, problems }: z.output<typeof Proposal>, reviews: readonly LabelledText[]) {
  const texts = reviews.map(({ text }) => text?.toLowerCase() ?? "");
  const [ids, terms] = [new Set<string>(), new Set<string>()];
  const sound = (entries: readonly Entry[]) =>
    entries.flatMap((entry) => {
      const names = [entry.label, ...Object.values(entry.labels)];
      const words = [...new Set(entry.words.map((word) => word.toLowerCase()))]
        .filter((word) => WORDS.test(word) && !terms.has(word) && texts.some((text) => text.includes(word)));
      const made = { ...entry, words };
      if (ids.has(entry.id) || !names.every((name) => NAME.test(name)) || taxonomyOf([made], []) === null) return [];
      ids.add(entry.id);
      for (const word of words) terms.add(word);
      return [made];
    });
  const taxonomy = taxonomyOf(sound(aspects), sound(problems));
  return taxonomy && { taxonomy, dropped: aspects.length + problems.length - ids.size };
}

function taxonomyOf(aspects: readonly Entry[], problems: readonly Entry[]): Taxonomy | null {
  return Taxonomy.safeParse({ id: "own", version: 1, aspects, problems, topics: [] }).data ?? null;
}
