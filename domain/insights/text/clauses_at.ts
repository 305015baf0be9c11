/**
 * Cuts clauses out of a text, verbatim.
 *
 * @param spans Begin and end offset of each in turn, in UTF-16 code units.
 */
export function clausesAt(text: string | null, spans: readonly number[]): readonly string[] {
  const clauses: string[] = [];
  for (let at = 0; at + 1 < spans.length; at += 2) clauses.push((text ?? "").slice(spans[at], spans[at + 1]));
  return clauses;
}
