import type { InsightsDocument } from "../../domain/insights_document.ts";
import { criticalExample, criticalIds, type Example, type ReviewsById } from "./critical_example.ts";
import { cutText } from "./fit_text.ts";
import type { Page } from "./page.ts";
import { counted, shownStars } from "./shown_figure.ts";
import { byMentions, shownList } from "./shown_list.ts";

type ExampleOf = (of: Example) => readonly string[];
type Aspect = InsightsDocument["aspects"][number];

const LEAST_MENTIONS = 5;
const LEAST_CRITICISM = 0.2;

/** Which problems the reviews tell of, and which aspects they criticise most, with an example each. */
export function problemsSection(page: Page, insights: InsightsDocument, reviews: ReviewsById): readonly string[] {
  const taken = new Set<string>();
  const example: ExampleOf = (of) => criticalExample(page, reviews, taken, of);
  const problems = problemLines(page, insights, example);
  const criticised = criticisedLines(page, insights, example);
  const nothing = problems.length + criticised.length === 0 ? ["The insights name no problem."] : [];
  return [page.paint("strong", "What goes wrong"), ...problems, ...criticised, ...nothing];
}

/** Many name a fault that was mended: what goes wrong is what leaves customers unhappy. */
function problemLines(page: Page, { entities, per_review }: InsightsDocument, example: ExampleOf): readonly string[] {
  const unhappy = unhappyByProblem(per_review);
  const named = entities.problems.map((problem) => ({ ...problem, unhappy: unhappy.get(problem.id) ?? null }))
    .filter(({ mention_count, unhappy }) => mention_count > 0 && unhappy !== 0);
  const ranked = byMentions(named).toSorted((a, b) => (b.unhappy ?? b.mention_count) - (a.unhappy ?? a.mention_count));
  const { shown, more } = shownList(page, ranked);
  return [
    ...shown.flatMap(({ label, mention_count, average_rating, unhappy, example_review_ids }) => [
      headline(
        page,
        label,
        `${counted(mention_count, "review")}, ${unhappy === null ? "" : `${unhappy} unhappy, `}` +
          `${shownStars(average_rating)} stars`,
      ),
      ...example({ label, ids: example_review_ids, phrases: [] }),
    ]),
    ...more,
  ];
}

/** How many reviews that mention a problem are negative; a problem that no review is said to mention is missing. */
function unhappyByProblem(perReview: InsightsDocument["per_review"]): ReadonlyMap<string, number> {
  const unhappy = new Map<string, number>();
  for (const { problems, sentiment } of Object.values(perReview)) {
    for (const id of problems) unhappy.set(id, (unhappy.get(id) ?? 0) + (sentiment === "negative" ? 1 : 0));
  }
  return unhappy;
}

function criticisedLines(page: Page, insights: InsightsDocument, example: ExampleOf): readonly string[] {
  const criticised = insights.aspects.filter((aspect) =>
    aspect.mention_count >= LEAST_MENTIONS && criticism(aspect) >= LEAST_CRITICISM
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
        ...example({ label, ids, phrases: top_phrases }),
      ];
    }),
    ...more,
  ];
}

function criticism({ mention_count, negative_count }: Aspect): number {
  return mention_count === 0 ? 0 : negative_count / mention_count;
}

function headline(page: Page, label: string, figures: string): string {
  return `${page.paint("strong", cutText(label, page.width - figures.length - 2))}  ${figures}`;
}
