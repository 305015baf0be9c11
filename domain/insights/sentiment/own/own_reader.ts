import { counts } from "../../rule_groups.ts";
import type { Business } from "../../../business.ts";
import type { Taxonomy, TaxonomyEntry } from "../../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../../taxonomy/taxonomy_choice.ts";
import { businessNameTerms, sharedTerms } from "../../text/shared_terms.ts";
import type { Word } from "../../text/words_of.ts";
import { burdenOpinions } from "./burdens.ts";
import type { OwnOpinion } from "./own_opinion.ts";
import { requestOpinions } from "./requests.ts";
import { isVerdict, verdictOpinions, type VerdictTarget } from "./verdict_words.ts";

type OwnTarget = VerdictTarget | "burden" | "reason";

/** Reads what the words of a clause say in a taxonomy of the operator's own. */
export type OwnReader = (words: readonly Word[]) => readonly OwnOpinion[];

/** The reader of an operator's taxonomy; null of a built-in one without burdens and verdicts. */
export function ownReader(business: Business, taxonomy: Taxonomy): OwnReader | null {
  const own = [...taxonomy.aspects, ...taxonomy.problems].flatMap(ownTerms);
  const isOwn = !TAXONOMY_NAMES.includes(taxonomy.id);
  if (own.length === 0 && !isOwn) return null;
  const terms = own.length === 0
    ? null
    : sharedTerms(own, [...businessNameTerms(business), ...taxonomy.ignored_words ?? []]);
  return (words) => {
    const burdens = terms === null || !counts("burdens") ? NONE : burdenOpinions(words, terms, burdenKind);
    const verdicts = terms === null || !counts("verdicts") ? NONE : verdictOpinions(words, terms);
    const requests = counts("requests") && isOwn && burdens.length === 0 ? requestOpinions(words) : NONE;
    // "Please pay within days": what is asked for is not praised.
    const stands = verdicts.filter(({ at, strength }) =>
      strength < 0 || !requests.some((request) => at >= request.at && at < request.at + request.length)
    );
    if (stands.length > 0) return [...burdens, ...stands].sort((a, b) => a.at - b.at);
    return burdens.length > 0 ? burdens : requests;
  };
}

const NONE: readonly OwnOpinion[] = [];

function ownTerms(
  { burden, words, burden_words = [], praise_words = [], complaint_words = [], reason_for_visit }: TaxonomyEntry,
): readonly (readonly [term: string, target: OwnTarget])[] {
  const kind = reason_for_visit === true ? "reason" : "burden";
  return [
    ...(burden === true ? [...words, ...burden_words] : burden_words).map((term) => [term, kind] as const),
    ...praise_words.map((term) => [term, "praise"] as const),
    ...complaint_words.map((term) => [term, "complaint"] as const),
  ];
}

/** One term may be of several entries: of one that customers come with, it is no more than that. */
function burdenKind(targets: readonly OwnTarget[]): "burden" | "reason" | null {
  if (isVerdict(targets)) return null;
  return targets.includes("reason") ? "reason" : targets.includes("burden") ? "burden" : null;
}
