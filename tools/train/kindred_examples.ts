import type { ReviewReader } from "../../domain/insights/analysis/text_reader.ts";
import { subjectClasses } from "../../domain/insights/subjects/subject_detector.ts";
import { LEARNT_TRADES } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { GoldMention, GoldReview } from "../eval/gold_set.ts";
import type { Example } from "./fit_linear.ts";
import { subjectExamples } from "./subject_examples.ts";

/** Equivalent classes of other taxonomies: `kindred[class][otherTaxonomy]`. */
type Kindred = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * Equivalent classes by taxonomy. Each was chosen by cross-validation that left out whole writers. Home services have
 * none: they have the most own reviews and gain nothing.
 */
const KINDRED: Readonly<Record<string, Kindred>> = {
  restaurant: {
    "aspect price": { home_services: ["aspect pricing", "aspect value"], other: ["aspect price", "aspect prices"] },
    "problem rude_staff": { home_services: ["problem rude_staff"], health_care: ["problem rude_staff"] },
    "problem overcharging": { home_services: ["problem overcharging"] },
    "problem noise": { home_services: ["problem noise"] },
    "problem uncleanliness": { health_care: ["problem uncleanliness"] },
  },
  health_care: {
    "aspect kindness": { home_services: ["aspect friendliness"] },
    "aspect competence": { home_services: ["aspect technical_knowledge"] },
    "aspect waiting_time": { restaurant: ["aspect waiting_time"], other: ["aspect waiting", "aspect queues"] },
    "aspect hygiene": { other: ["aspect cleanliness"] },
    "aspect information_and_advice": { home_services: ["aspect communication"] },
    "problem rude_staff": { home_services: ["problem rude_staff"], restaurant: ["problem rude_staff"] },
    "problem long_wait": { restaurant: ["problem long_wait"] },
    "problem cancelled_appointment": { home_services: ["problem cancelled_appointment"] },
    "problem uncleanliness": { restaurant: ["problem uncleanliness"] },
  },
};

/**
 * Creates examples for a taxonomy from reviews of other trades, for equivalent classes: rudeness is the same in a
 * restaurant and a hospital. All other classes are unknown. Reviews of trades without a taxonomy have aspect names
 * chosen by their writers. A missing name proves nothing there, so these reviews give only positive examples.
 *
 * @param name The taxonomy of the reader.
 */
export function kindredExamples(
  reviews: readonly GoldReview[],
  reader: ReviewReader,
  name: string,
): readonly Example[] {
  const classes = subjectClasses(reader.taxonomy);
  const kindred = Object.entries(KINDRED[name] ?? {});
  const sources: readonly string[] = [...LEARNT_TRADES.filter((source) => source !== name), "other"];
  return sources.flatMap((source) => {
    const meant = new Map(kindred.flatMap(([own, of]) => (of[source] ?? []).map((one) => [one, own] as const)));
    if (meant.size === 0) return [];
    const told = new Set(source === "other" ? [] : [...meant.values()].map((own) => classes.indexOf(own)));
    const own = reviews.filter(({ taxonomy }) => taxonomy === source).map((review) => renamed(review, meant));
    const telling = source === "other" ? own.filter(({ mentions }) => mentions.length > 0) : own;
    return subjectExamples(telling, reader).map(({ keys, classes: said, unknown = [] }) => ({
      keys,
      classes: said,
      unknown: classes.flatMap((_, place) =>
        !said.includes(place) && (!told.has(place) || unknown.includes(place)) ? [place] : []
      ),
      isBorrowed: true,
    }));
  });
}

/** Returns a review with only the labels that have an equivalent, renamed to its id. */
function renamed(review: GoldReview, meant: ReadonlyMap<string, string>): GoldReview {
  const idOf = (kind: string, id: string | null) => meant.get(`${kind} ${id}`)?.slice(kind.length + 1) ?? null;
  const mentions = review.mentions.map((mention): GoldMention => ({
    ...mention,
    aspect: idOf("aspect", mention.aspect),
    problem: idOf("problem", mention.problem),
  }));
  return { ...review, mentions: mentions.filter(({ aspect, problem }) => aspect !== null || problem !== null) };
}
