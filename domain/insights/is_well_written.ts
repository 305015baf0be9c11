// Words that join a sentence to one that a quotation leaves out, and verbs whose subject is left out.
const WHOLE = /^(?!(?:But|And|So|Or|Which|Because|Was|Were|Is|Has|Had|Did)\b)\p{Lu}.*[.!]$/u;
const SLIP = /\s[,.!?;:]|\p{L}{2}[,.!?;:]\p{L}|[!.,]{2}|[.!?] \p{Ll}|(?:^|\s)i(?:['’]|\s|$)/u;

/** Tells whether a sentence begins with a capital, ends with a full stop and was typed with some care. */
export function isWellWritten(sentence: string): boolean {
  return WHOLE.test(sentence) && !SLIP.test(sentence);
}
