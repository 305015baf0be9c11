import type { Business } from "../../../business.ts";
import type { Taxonomy, TaxonomyEntry } from "../../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../../taxonomy/taxonomy_choice.ts";
import { businessNameTerms, sharedTerms } from "../../text/shared_terms.ts";
import type { Word } from "../../text/words_of.ts";
import { burdenOpinions } from "./burdens.ts";
import type { OwnOpinion } from "./own_opinion.ts";
import { requestOpinions } from "./requests.ts";

/** Reads what the words of a clause say in a taxonomy of the operator's own. */
export type OwnReader = (words: readonly Word[]) => readonly OwnOpinion[];

/** The reader of an operator's taxonomy; null of a built-in one without burdens. */
export function ownReader(business: Business, taxonomy: Taxonomy): OwnReader | null {
  const burdens = [...taxonomy.aspects, ...taxonomy.problems].flatMap(burdenTerms);
  const isOwn = !TAXONOMY_NAMES.includes(taxonomy.id);
  if (burdens.length === 0 && !isOwn) return null;
  const silent = [...businessNameTerms(business), ...taxonomy.ignored_words ?? []];
  const terms = burdens.length === 0 ? null : sharedTerms(burdens.map((term) => [term, 0] as const), silent);
  return (words) => {
    const named = terms === null ? NONE : burdenOpinions(words, terms);
    return isOwn && named.length === 0 ? requestOpinions(words) : named;
  };
}

const NONE: readonly OwnOpinion[] = [];

function burdenTerms({ burden, words, burden_words = [] }: TaxonomyEntry): readonly string[] {
  return burden === true ? [...words, ...burden_words] : burden_words;
}
