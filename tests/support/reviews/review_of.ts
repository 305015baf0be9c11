import type { Dataset } from "../../../domain/dataset/dataset.ts";
import type { DatasetImport } from "../../../domain/dataset/import_dataset.ts";
import { compareReviews, type Review } from "../../../domain/review.ts";
import { reviewId } from "../../../domain/review_id.ts";
import { type Business, BusinessFile } from "../../../domain/business.ts";
import { fc } from "../properties.ts";

// Few pieces, so that matches are frequent: letters, spaces, all kinds of word separators, and unusual case folding.
const PIECES = [
  ..."a|b|ab|ba|B|9| | |  |.|-|'|’|\n|\t|\u00a0|\u3000".split("|"),
  ..."é|e\u0301|\u0301|İ|i|ß|ẞ|ﬁ|Σ|가|の|配|管|、|ก|\ud83d|\ude0a|😊|Ａ".split("|"),
];

/** Non-empty texts of up to eight pieces. */
export const awkwardText: fc.Arbitrary<string> = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(""));

const SENTENCES = [
  "They arrived on time and the price was fair.",
  "Great job, great attitude, $310.",
  "Ada was late and nobody called back.",
  "The work failed after 3 weeks, a mess.",
  "Left the place clean and tidy!",
  "Fixed the water heater the same day, thank you.",
  "Lovely people, they explained everything clearly.",
  "Cold house in Old Town, waited 4 hours for the late crew",
  "Call 555 0100 200 or see https://spam.example for a fair price.",
  'He said "good work" but charged $900.',
];

const sentences = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: awkwardText.map((text) => [text]) },
);

/** Similar reviews of a few months, some without text, some with awkward text; newest first. */
export const generatedReviews = datedReviews(sentences);

/** Up to 40 reviews of a few months, of these sentences or without text; newest first. */
export function datedReviews(sentences: fc.Arbitrary<readonly string[]>): fc.Arbitrary<readonly Review[]> {
  const row = fc.record({
    rating: fc.integer({ min: 1, max: 5 }),
    month: fc.integer({ min: 1, max: 9 }),
    day: fc.integer({ min: 1, max: 28 }),
    text: fc.option(sentences.map((all) => all.join(" ")), { freq: 7 }),
  });
  return fc.array(row, { maxLength: 40, size: "max" }).map((rows) =>
    rows.map(({ rating, month, day, text }, index) =>
      reviewOf({
        native: String(index),
        rating,
        date: `2026-0${month}-${String(day).padStart(2, "0")}`,
        text,
        mentioned_technicians: ["Ada", "Bo", "Zed"].filter((name) => text?.includes(name)),
        mentioned_services: text?.includes("water heater") ? ["water-heater"] : [],
      })
    ).sort(compareReviews)
  );
}

type ReviewMembers = Partial<Review> & { readonly native?: string };

/** Builds a valid review; tests give only the members that matter. */
export function reviewOf(members: ReviewMembers = {}): Review {
  const { native = "1", ...given } = members;
  return {
    id: reviewId(["test", native]),
    author: "Ada",
    author_avatar_url: null,
    rating: 5,
    date: "2026-05-14",
    text: "Good work.",
    source: "test",
    source_url: null,
    owner_reply: null,
    verified: true,
    verification: given.verified === false ? "none" : "business",
    incentive: null,
    mentioned_technicians: [],
    mentioned_services: [],
    ...given,
  };
}

/** Builds valid reviews with different ids and these members, which a function may give by number from 0. */
export function reviewsOf(count: number, members: ReviewMembers | ((at: number) => ReviewMembers) = {}): Review[] {
  return Array.from({ length: count }, (_, at) => {
    const { native = "", ...given } = typeof members === "function" ? members(at) : members;
    return reviewOf({ native: `${native}${at}`, ...given });
  });
}

/** Builds a valid business; tests give only the members that matter. */
export function businessOf(members: Partial<Business> = {}): Business {
  return BusinessFile.parse({ name: "Acme Heating", ...members });
}

/** Builds a dataset of these reviews, with computed insights. */
export function datasetOf(reviews: readonly Review[], members: Partial<Dataset> = {}): Dataset {
  const sorted = reviews.toSorted(compareReviews);
  return { business: businessOf(), reviews: sorted, operatorInsights: null, taxonomy: null, ...members };
}

/** Builds an import that brings these reviews, and of the rest only the given members. */
export function importOf(reviews: DatasetImport["reviews"], members: Partial<DatasetImport> = {}): DatasetImport {
  return { reviews, business: null, place: null, insights: null, taxonomy: null, replace: false, ...members };
}
