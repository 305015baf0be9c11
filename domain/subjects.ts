import { z } from "zod";

/** Languages besides English whose texts are read, by the words that a subject has in them. */
export const FURTHER_LANGUAGES = ["de", "es", "fr"] as const;

const Word = z.string().regex(
  /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’-]*\*?$/u,
  "Expected a word, or several that follow each other",
).max(100);

/** A subject that the owner has chosen among those that the reviews name. */
const Subject = z.strictObject({
  label: z.string().regex(/\p{L}/u, "Expected a name with a letter").max(200),
  words: z.partialRecord(z.enum(["en", ...FURTHER_LANGUAGES]), z.array(Word).min(1).max(100)).refine(
    (words) => Object.keys(words).length > 0,
    { error: 'Expected words in a language, such as {"en": ["room"], "de": ["Zimmer"]}' },
  ),
});

/** The member `subjects` of a business file. Never part of published data. */
export const Subjects = z.array(Subject).max(50);

/** A subject that the schema describes. */
export type Subject = Readonly<z.output<typeof Subject>>;
