import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import { candidateTechnicians } from "../../domain/insights/candidates/candidate_technicians.ts";
import { starCheck } from "../../domain/insights/figures/star_check.ts";
import { doubtLines } from "./doubt_lines.ts";
import { fitLines } from "./taxonomy_lines.ts";
import { wrapPieces } from "./layout/fit_text.ts";
import type { Page } from "./layout/page.ts";
import { plainText } from "./layout/plain_text.ts";
import type { PublishedDataset } from "./published_dataset.ts";
import { aspectsSection } from "./sections/aspects_section.ts";
import { candidatesSection } from "./sections/candidates_section.ts";
import { headSection } from "./sections/head_section.ts";
import { monthsSection } from "./sections/months_section.ts";
import { praiseSection } from "./sections/praise_section.ts";
import { problemsSection } from "./sections/problems_section.ts";

/** The whole report; an empty line separates the sections. */
export function insightsReport(page: Page, published: PublishedDataset): string {
  const insights = plainInsights(published.insights);
  const reviews = new Map(published.reviews.map((review) => [review.id, review]));
  const reader = textReader(published.business, published.taxonomy);
  const doubts = published.head.operator_insights ? [] : starCheck(published.reviews, reader);
  const misfits = published.head.operator_insights ? [] : fitLines(published);
  const remarks = [...doubtLines(doubts), ...misfits];
  const sections = [
    headSection(page, { ...published, insights }),
    aspectsSection(page, insights),
    praiseSection(page, insights, published.business),
    problemsSection(page, insights, reviews, reader),
    remarks.flatMap((line) => wrapPieces(plainText(line).split(" "), page.width)),
    monthsSection(page, insights),
    candidatesSection(page, candidateTechnicians(published.business, published.reviews)),
  ];
  return sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n");
}

/** A copy with all strings as plain text, except those of single reviews, which are never shown. */
function plainInsights({ per_review, ...said }: InsightsDocument): InsightsDocument {
  const plain: typeof said = JSON.parse(
    JSON.stringify(said),
    (_, value: unknown) => typeof value === "string" ? plainText(value) : value,
  );
  return { ...plain, per_review };
}
