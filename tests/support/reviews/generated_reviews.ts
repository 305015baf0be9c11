import fc from "fast-check";
import { compareReviews, type Review } from "../../../domain/review.ts";
import { awkwardText } from "./awkward_text.ts";
import { reviewOf } from "./review_of.ts";

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

/** Similar reviews of a few months, some without text, some with awkward text; newest first. */
export const generatedReviews: fc.Arbitrary<readonly Review[]> = fc.array(
  fc.record({
    rating: fc.integer({ min: 1, max: 5 }),
    month: fc.integer({ min: 1, max: 8 }),
    day: fc.integer({ min: 1, max: 28 }),
    text: fc.option(
      fc.oneof(
        { weight: 6, arbitrary: fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 4 }) },
        { weight: 1, arbitrary: awkwardText.map((text) => [text]) },
      ).map((sentences) => sentences.join(" ")),
      { freq: 6 },
    ),
  }),
  { maxLength: 40 },
).map((rows) =>
  rows.map(({ rating, month, day, text }, index) =>
    reviewOf({
      native: String(index),
      rating,
      date: `2026-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`,
      text,
      mentioned_technicians: text?.includes("Ada") ? ["Ada"] : [],
      mentioned_services: text?.includes("water heater") ? ["water-heater"] : [],
    })
  ).sort(compareReviews)
);
