import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import type { ReviewReader } from "../../domain/insights/analysis/text_reader.ts";
import { FEWEST_REVIEWS } from "../../domain/insights/numbers.ts";
import { SILENCE } from "../../domain/insights/sentiment/score_sentence.ts";
import { cutText, wrapPieces } from "./terminal_text.ts";
import { byMentions, counted, type Page, shownList, shownStars } from "./page.ts";
import { criticalExample, criticalIds, type Example, type ReviewsById } from "./critical_example.ts";

type Reader = Pick<ReviewReader, "problems" | "aspects" | "scoreOf" | "scoreOn">;
type ExampleOf = (of: Example) => readonly string[];
type Aspect = InsightsDocument["aspects"][number];

const LEAST_CRITICISM = 0.2;

/** The section on problems and the most criticised aspects, with an example of each. */
export function problemsSection(
  page: Page,
  insights: InsightsDocument,
  reviews: ReviewsById,
  reader: Reader,
): readonly string[] {
  const taken = new Set<string>();
  const example: ExampleOf = (of) => criticalExample(page, reviews, taken, of);
  const problems = problemLines(page, insights, example, reader);
  const criticised = criticisedLines(page, insights, example, reader);
  const people = peopleLines(page, insights);
  const others = otherLines(page, insights);
  const nothing = problems.length + others.length + criticised.length + people.length === 0
    ? ["The insights name no problem."]
    : [];
  return [page.paint("strong", "What goes wrong"), ...problems, ...others, ...criticised, ...people, ...nothing];
}

/**
 * Lines on problems, ranked by number of negative reviews. Positive reviews often mention a fault because it was
 * repaired.
 */
function problemLines(
  page: Page,
  { entities, per_review }: InsightsDocument,
  example: ExampleOf,
  { problems, scoreOf }: Reader,
): readonly string[] {
  const unhappy = unhappyByProblem(per_review);
  const named = entities.problems.map((problem) => ({ ...problem, unhappy: unhappy.get(problem.id) ?? null }))
    .filter(({ mention_count, unhappy }) => mention_count > 0 && unhappy !== 0);
  const ranked = byMentions(named).toSorted((a, b) => (b.unhappy ?? b.mention_count) - (a.unhappy ?? a.mention_count));
  const { shown, more } = shownList(page, ranked);
  return [
    ...shown.flatMap(({ id, label, mention_count, average_rating, unhappy, example_review_ids }) => [
      headline(
        page,
        label,
        `${counted(mention_count, "review")}, ${unhappy === null ? "" : `${unhappy} unhappy, `}` +
          `${shownStars(average_rating)} stars`,
      ),
      ...example({
        label,
        ids: example_review_ids,
        phrases: [],
        isIn: (sentence) => problems.isIn(sentence, id),
        isComplaint: (sentence) => scoreOf(sentence) < -SILENCE,
      }),
    ]),
    ...more,
  ];
}

const UNNAMED = "No problem of the taxonomy covers these. To count one, add its words to your taxonomy: " +
  "deno task export --taxonomy > own.json";

/** Lines on common complaints that no problem of the taxonomy covers, with a sentence for each. */
function otherLines(page: Page, { other_complaints = [] }: InsightsDocument): readonly string[] {
  if (other_complaints.length === 0) return [];
  const { shown, more } = shownList(page, other_complaints);
  return [
    "",
    page.paint("strong", "Other complaints"),
    ...shown.flatMap(({ label, mention_count, examples }) => [
      headline(page, label, counted(mention_count, "unhappy review")),
      ...examples.slice(0, 1).map((example) => `  “${cutText(example, page.width - 4)}”`),
    ]),
    ...more,
    ...wrapPieces(UNNAMED.split(" "), page.width).map((line) => page.paint("faint", line)),
  ];
}

/** Number of negative reviews by problem; no entry for a problem that no review mentions. */
function unhappyByProblem(perReview: InsightsDocument["per_review"]): ReadonlyMap<string, number> {
  const unhappy = new Map<string, number>();
  for (const { problems, sentiment } of Object.values(perReview)) {
    for (const id of problems) unhappy.set(id, (unhappy.get(id) ?? 0) + (sentiment === "negative" ? 1 : 0));
  }
  return unhappy;
}

function criticisedLines(
  page: Page,
  insights: InsightsDocument,
  example: ExampleOf,
  { aspects, scoreOn }: Reader,
): readonly string[] {
  const criticised = insights.aspects.filter((aspect) =>
    aspect.mention_count >= FEWEST_REVIEWS && criticism(aspect) >= LEAST_CRITICISM
  ).sort((a, b) => criticism(b) - criticism(a));
  if (criticised.length === 0) return [];
  const { shown, more } = shownList(page, criticised);
  return [
    "",
    page.paint("strong", "Criticised most"),
    ...shown.flatMap((aspect) => {
      const { label, mention_count, negative_count, top_phrases } = aspect;
      const share = `${negative_count} of ${counted(mention_count, "review")}, ${Math.round(100 * criticism(aspect))}%`;
      const ids = criticalIds(aspect, insights.per_review);
      return [
        headline(page, label, share),
        ...example({
          label,
          ids,
          phrases: top_phrases,
          isIn: (sentence) => aspects.isIn(sentence, aspect.id),
          isComplaint: (sentence) => scoreOn(sentence, aspect.id) < -SILENCE,
        }),
      ];
    }),
    ...more,
  ];
}

/** Lines on technicians whose mentions are less than half positive. */
function peopleLines(page: Page, { entities }: InsightsDocument): readonly string[] {
  const criticised = entities.technicians.filter(({ positive_pct, mention_count }) =>
    mention_count >= FEWEST_REVIEWS && positive_pct !== null && positive_pct < 50
  );
  if (criticised.length === 0) return [];
  const { shown, more } = shownList(page, byMentions(criticised));
  return [
    "",
    page.paint("strong", "Technicians whom few praise"),
    ...shown.map(({ label, mention_count, average_rating, positive_pct }) =>
      headline(
        page,
        label,
        `${counted(mention_count, "review")}, ${Math.round(positive_pct ?? 0)}% positive, ${
          shownStars(average_rating)
        } stars`,
      )
    ),
    ...more,
  ];
}

function criticism({ mention_count, negative_count }: Aspect): number {
  return mention_count === 0 ? 0 : negative_count / mention_count;
}

function headline(page: Page, label: string, figures: string): string {
  return `${page.paint("strong", cutText(label, page.width - figures.length - 2))}  ${figures}`;
}
