import type { CandidateTechnician } from "../../../domain/insights/candidates/candidate_technicians.ts";
import { padText, wrapPieces } from "../layout/fit_text.ts";
import type { Page } from "../layout/page.ts";
import { counted } from "../layout/shown_figure.ts";
import { shownList } from "../layout/shown_list.ts";
import { textWidth } from "../layout/text_width.ts";
import { excerptAt } from "./review_excerpt.ts";

const GUESSES = "These are guesses from how the texts use a name; they are published nowhere. Add who works for you " +
  "to `technicians` in the business file, and import it: deno task import --business business.json";

/** Narrower excerpts get a line of their own. */
const LEAST_BESIDE = 40;

/** The section on people who may work for the business and are not in the roster. */
export function candidatesSection(page: Page, candidates: readonly CandidateTechnician[]): readonly string[] {
  const title = page.paint("strong", "Names that may be technicians");
  if (candidates.length === 0) {
    return [title, ...wrapPieces("No name stands out that the roster lacks.".split(" "), page.width)];
  }
  const { shown, more } = shownList(page, candidates);
  const count = ({ reviews }: CandidateTechnician) => counted(reviews, "review");
  const names = Math.min(Math.max(...shown.map(({ name }) => textWidth(name))), Math.floor(page.width / 3));
  const counts = Math.max(...shown.map((candidate) => count(candidate).length));
  const beside = page.width - names - counts - 4;
  return [
    title,
    ...shown.flatMap((candidate) => {
      const { name, example: { review, offset } } = candidate;
      const who = `${padText(name, names)}  ${count(candidate).padStart(counts)}`;
      const excerpt = (columns: number) => page.paint("faint", excerptAt(review.text ?? "", offset, columns));
      return beside < LEAST_BESIDE ? [who, `  ${excerpt(page.width - 2)}`] : [`${who}  ${excerpt(beside)}`];
    }),
    ...more,
    "",
    ...wrapPieces(GUESSES.split(" "), page.width).map((line) => page.paint("faint", line)),
  ];
}
