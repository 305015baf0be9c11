// Words whose ending is part of their meaning: "the setting" is not what somebody sets.
const WHOLE = new Set(
  ("building ceiling dressing evening filling inviting lighting offering painting parked parking seasoned seated seating serving " +
    "setting smoked theme themed topping wedding").split(" "),
);

/**
 * Removes the commonest English endings, so that "prices", "priced" and "pricing" are equal. Only for comparison: the
 * result need not be a word.
 */
export function stemWord(word: string): string {
  let singular = word.endsWith("'s") ? word.slice(0, -2) : word;
  if (singular.length < 4) return singular;
  if (singular.endsWith("ies")) singular = singular.slice(0, -3) + "y";
  else if (singular.endsWith("s") && !singular.endsWith("ss") && !singular.endsWith("us")) {
    singular = singular.slice(0, -1);
  }
  const stem = withoutEnding(singular);
  return stem.length < singular.length && WHOLE.has(singular) ? singular : stem;
}

function withoutEnding(word: string): string {
  let stem = word;
  if (stem.endsWith("ing") && stem.length > 6) stem = undoubled(stem.slice(0, -3));
  else if (stem.endsWith("ied") && stem.length > 4) stem = stem.slice(0, -3) + "y";
  else if (stem.endsWith("ed") && stem.length > 5) stem = undoubled(stem.slice(0, -2));
  return stem.endsWith("e") && stem.length > 4 ? stem.slice(0, -1) : stem;
}

function undoubled(stem: string): string {
  const last = stem.at(-1);
  return last === stem.at(-2) && last !== undefined && !"lsz".includes(last) ? stem.slice(0, -1) : stem;
}
