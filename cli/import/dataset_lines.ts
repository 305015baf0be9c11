import { type Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { UNNAMED } from "../../domain/business.ts";
import { reportContact } from "../../domain/documents/policy_answers.ts";
import { counted } from "../../terminal/print.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { offeredSubjects } from "../../domain/insights/offered_subjects.ts";
import { seriousReviews } from "../../domain/insights/serious_complaints.ts";
import { chosenTaxonomy, isOffering, subjectsOf, tradeOf } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { taxonomyFit } from "../../domain/insights/figures/taxonomy_fit.ts";
import type { StarDoubt } from "../../domain/insights/figures/star_check.ts";

type Judged = Pick<Dataset, "business" | "reviews" | "taxonomy">;

/** The line that names the taxonomy of the insights and the reason for it. */
export function taxonomyLine({ business, taxonomy }: Omit<Judged, "reviews">): string {
  const { id } = chosenTaxonomy(taxonomy, business);
  const trade = tradeOf(business);
  const { base, subjects } = subjectsOf(taxonomy);
  const reason = base !== null
    ? "you chose it"
    : trade?.name === id
    ? `the business says "${trade.word}"`
    : "neither category nor services name a trade that has one";
  const added = subjects.length === 0 ? "" : ` With ${counted(subjects.length, "subject")} of your own.`;
  return `Insights by the taxonomy ${id}: ${reason}.${added}`;
}

const SHOWN_SUBJECTS = 10;

/** The line with the nouns that the owner may choose as subjects; none if there are none, or some are chosen. */
export function subjectLines({ business, reviews, taxonomy }: Judged): readonly string[] {
  const offered = isOffering(business, taxonomy, reviews) ? offeredSubjects(business, reviews, taxonomy) : [];
  if (offered.length === 0) return [];
  const named = offered.slice(0, SHOWN_SUBJECTS).map(({ label, reviews }) => `${label} (${reviews})`).join(", ");
  return [
    `The reviews also speak of: ${named}. Choose your subjects in deno task admin, or in the business file ` +
    "(docs/insights.md).",
  ];
}

/** The line on reviews that may tell of something grave; none if there are none. */
export function seriousLines({ reviews }: Pick<Judged, "reviews">): readonly string[] {
  const found = seriousReviews(reviews);
  if (found.length === 0) return [];
  const kinds = [...new Set(found.flatMap(({ kinds }) => kinds))].join(", ");
  return [`${counted(found.length, "review")} may tell of: ${kinds}. deno task insights names the newest.`];
}

/**
 * Lines on how the taxonomy does not fit the reviews, and on one that fits better; empty if it fits.
 *
 * @param withUnused Whether to add the aspects that no text names.
 */
export function fitLines({ business, reviews, taxonomy }: Judged, withUnused: boolean): readonly Text[] {
  const chosen = chosenTaxonomy(taxonomy, business);
  const fit = taxonomyFit(business, reviews, chosen);
  if (fit === null) return [];
  const { id } = chosen;
  const { texts, judging, better, unused } = fit;
  const percent = (part: number) => Math.round(100 * part / texts);
  const parts = { id, share: percent(judging) };
  const labels = unused.map((label) => JSON.stringify(label)).join(", ");
  const silent = better !== null
    ? sentence(
      "The taxonomy {id} may not fit: {share} % of the texts judge one of its aspects, {other} % one of {name}. Try --taxonomy {name}, or write your own (docs/insights.md).",
      { ...parts, other: percent(better.judging), name: better.name },
    )
    : sentence(
      "The taxonomy {id} is silent about many reviews: {share} % of the texts judge one of its aspects. deno task insights lists subjects to choose.",
      parts,
    );
  return [
    ...better !== null || 2 * judging < texts ? [silent] : [],
    ...withUnused && unused.length > 0 ? [`No text names ${labels} of the taxonomy ${id}.`] : [],
  ];
}

/** One line for each aspect or problem that the stars contradict, with the fault and the advice. */
export function doubtLines(doubts: readonly StarDoubt[]): readonly string[] {
  return doubts.map(({ kind, label, ...stars }) => {
    const [better, worse] = [stars.better.toFixed(1), stars.worse.toFixed(1)];
    return kind === "aspect"
      ? `Aspect "${label}": reviews whose words praise it have ${better} stars on average, those whose words ` +
        `criticise it ${worse}. Its words may name a burden or be too wide; no verdict on it is published ` +
        "(docs/insights.md)."
      : `Problem "${label}": reviews that tell of it have ${worse} stars on average, the others ${better}. ` +
        "Its words may be no complaint; the summary leaves it out (docs/insights.md).";
  });
}

/**
 * Sentences for the operator on questions that `/policy` cannot answer, or answers in contradiction to the reviews. None
 * for a business without a name, which must be named first.
 */
export function policyWarnings({ business, reviews }: Omit<Judged, "taxonomy">): readonly Sentence[] {
  if (business.name === UNNAMED) return [];
  const rewarded = reviews.filter(({ incentive }) => incentive !== null).length;
  const unreachable = sentence(
    "The business names no address, so /policy cannot say where to report a review. Give its file an email, telephone, url or review_policy.report_to.",
  );
  const contradicted = sentence(
    "The business says that nobody gets anything for a review, but the source of {count|# review|# reviews} says otherwise. /policy has both; change review_policy.incentives.",
    { count: rewarded },
  );
  return [
    ...reportContact(business) === null ? [unreachable] : [],
    ...business.review_policy?.incentives === "none" && rewarded > 0 ? [contradicted] : [],
  ];
}
