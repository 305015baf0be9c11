import { z } from "zod";
import type { PlainText } from "./sentences/sentence.ts";

/** Languages besides English whose texts are read, by the words that a subject has in them. */
export const FURTHER_LANGUAGES = ["de", "es", "fr"] as const;

const WORDS = "Expected a word, or several that follow each other";
const LABEL: PlainText = "Expected a name with a letter or digit";
const IN_LANGUAGES = "Expected words in en, de, es or fr";

const Word = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’-]*\*?$/u, WORDS).max(100);

/** A subject that the owner has chosen among those that the reviews name. */
const Subject = z.strictObject({
  label: z.string().regex(/[\p{L}\p{N}]/u, LABEL).max(200),
  words: z.partialRecord(z.enum(["en", ...FURTHER_LANGUAGES]), z.array(Word).min(1).max(100)).refine(
    (words) => Object.keys(words).length > 0,
    IN_LANGUAGES,
  ),
});

/** The member `subjects` of a business file. Never part of published data. */
export const Subjects = z.array(Subject).max(50);

/** A subject that the schema describes. */
export type Subject = Readonly<z.output<typeof Subject>>;
