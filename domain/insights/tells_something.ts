const SUBJECT_OR_VERB =
  /\b(?:was|were|is|are|am|he|she|they|we|i|it|you|did|made|took|has|have|had|do|does|treat(?:s|ed)?|gave)\b/i;

/** Tells whether a text has one of the commonest subjects or verbs; a row of adjectives praises a lot and says nothing. */
export function tellsSomething(text: string): boolean {
  return SUBJECT_OR_VERB.test(text);
}
