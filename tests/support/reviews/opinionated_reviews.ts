import { fc } from "../properties.ts";
import { builtInTaxonomy, TAXONOMY_NAMES } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../../../domain/review.ts";
import { awkwardText, businessOf, datedReviews } from "./review_of.ts";

/** The business of {@linkcode opinionatedReviews}. */
export const REVIEWED_BUSINESS = businessOf({
  technicians: [{ id: "ada", name: "Ada", aliases: [] }, { id: "bo", name: "Bo", aliases: [] }],
  services: [{ id: "water-heater", label: "Water heaters", aliases: ["water heater"] }],
  service_areas: [{ id: "old-town", label: "Old Town", aliases: [] }],
});

const NAMES = ["Ada", "Bo", "the water heater", "everybody in Old Town"];
const OPINIONS = "great|very good|excellent and kind|fair|late|rude and dirty|terrible|not good|never on time|fine|blue"
  .split("|");
const TERMS = TAXONOMY_NAMES.map(builtInTaxonomy).flatMap(({ aspects, problems, topics }) =>
  [...aspects, ...problems, ...topics].flatMap(({ words }) => words)
);

// Few subjects per run, so that some are mentioned in five reviews or more.
const speech = fc.array(fc.constantFrom(...TERMS), { minLength: 2, maxLength: 5 }).map((terms) => {
  const subject = fc.constantFrom(...terms, ...NAMES);
  const opinion = fc.constantFrom(...OPINIONS);
  return fc.oneof(
    fc.tuple(subject, opinion).map(([subject, opinion]) => `The ${subject} was ${opinion}, we thought.`),
    fc.tuple(subject, opinion, subject, opinion).map(([one, good, other, bad]) =>
      `I found ${one} ${good}, but ${other} was ${bad}!`
    ),
    fc.tuple(opinion, subject).map(([opinion, subject]) => `What a ${opinion} ${subject} 👍`),
    awkwardText,
  );
});

/** Up to 40 reviews with opinions on terms of the built-in taxonomies, newest first. */
export const opinionatedReviews: fc.Arbitrary<readonly Review[]> = speech.chain((sentence) =>
  datedReviews(fc.array(sentence, { minLength: 1, maxLength: 4 }))
);
