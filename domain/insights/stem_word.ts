/**
 * Takes the commonest English endings off a word, so that "prices", "priced" and "pricing" are one.
 * The result is for comparison alone; it need not be a word.
 */
export function stemWord(word: string): string {
  let stem = word.endsWith("'s") ? word.slice(0, -2) : word;
  if (stem.length < 4) return stem;
  if (stem.endsWith("ies")) stem = stem.slice(0, -3) + "y";
  else if (stem.endsWith("s") && !stem.endsWith("ss") && !stem.endsWith("us")) stem = stem.slice(0, -1);
  if (stem.endsWith("ing") && stem.length > 6) stem = undoubled(stem.slice(0, -3));
  else if (stem.endsWith("ied") && stem.length > 4) stem = stem.slice(0, -3) + "y";
  else if (stem.endsWith("ed") && stem.length > 5) stem = undoubled(stem.slice(0, -2));
  return stem.endsWith("e") && stem.length > 4 ? stem.slice(0, -1) : stem;
}

function undoubled(stem: string): string {
  const last = stem.at(-1);
  return last === stem.at(-2) && last !== undefined && !"lsz".includes(last) ? stem.slice(0, -1) : stem;
}
