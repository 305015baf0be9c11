/** Orders what reviews mention: the most mentioned first, then by id. */
export function byMentions(
  a: { readonly id: string; readonly mention_count: number },
  b: { readonly id: string; readonly mention_count: number },
): number {
  return b.mention_count - a.mention_count || (a.id < b.id ? -1 : 1);
}
