import { counts } from "../../rule_groups.ts";
import type { Business } from "../../../business.ts";
import type { Taxonomy, TaxonomyEntry } from "../../taxonomy/taxonomy.ts";
import { businessNameTerms, sharedTerms } from "../../text/shared_terms.ts";
import type { Word } from "../../text/words_of.ts";
import { burdenOpinions } from "./burdens.ts";
import type { OwnOpinion } from "./own_opinion.ts";
import { isVerdict, verdictOpinions, type VerdictTarget } from "./verdict_words.ts";

type OwnTarget = VerdictTarget | "burden" | "reason";

/** Reads what the words of a clause say in a taxonomy of the operator's own. */
export type OwnReader = (words: readonly Word[]) => readonly OwnOpinion[];

/** The reader of a taxonomy with burdens and verdicts; null of another. */
export function ownReader(business: Business, taxonomy: Taxonomy): OwnReader | null {
  const own = [...taxonomy.aspects, ...taxonomy.problems].flatMap(ownTerms);
  if (own.length === 0) return null;
  const terms = sharedTerms(own, [...businessNameTerms(business), ...taxonomy.ignored_words ?? []]);
  return (words) => {
    const burdens = counts("burdens") ? burdenOpinions(words, terms, burdenKind) : NONE;
    const verdicts = counts("verdicts") ? verdictOpinions(words, terms) : NONE;
    return verdicts.length === 0 ? burdens : [...burdens, ...verdicts].sort((a, b) => a.at - b.at);
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
