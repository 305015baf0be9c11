import type { Business } from "../business.ts";
import { termWords } from "./text/words_of.ts";

/** What says nothing: the name of the business, as "Best Heating" is no praise. One word alone may be meant as such. */
export function silentTerms({ name }: Business): readonly string[] {
  return termWords(name).length > 1 ? [name] : [];
}
