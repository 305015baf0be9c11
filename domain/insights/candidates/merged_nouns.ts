import { wordList } from "../text/word_list.ts";
import { stemWord } from "../text/stem_word.ts";

/** Nouns that are one subject for most trades. */
const GROUPS: readonly ReadonlySet<string>[] = [
  "staff waiter waitress server bartender host hostess employee receptionist cashier attendant porter waitstaff barista",
  "price cost fee charge bill rate quote invoice",
  "food dish meal dinner lunch appetizer dessert entree starter",
  "drink wine beer cocktail",
  "wait queue line delay waiting",
  "bathroom shower bath toilet restroom",
  "bed pillow mattress",
  "skin acne breakout pimple zit",
  "headache migraine",
  "stomach nausea",
  "communication contact information advice",
  "treatment medication therapy",
  "transfer transaction payment",
  "appointment reservation booking",
].map((words) => new Set([...wordList(words)].map(stemWord)));

/**
 * Puts nouns together that are one subject for most trades, such as "waiter" and "server". Each group stands where its first
 * noun stood.
 */
export function mergedNouns<Noun extends { readonly stem: string }>(
  nouns: readonly Noun[],
): readonly (readonly Noun[])[] {
  const groups = new Map<unknown, Noun[]>();
  for (const noun of nouns) {
    const key = GROUPS.find((group) => group.has(noun.stem)) ?? noun;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [noun]);
    else known.push(noun);
  }
  return [...groups.values()];
}
