import { candidateTechnicians } from "../../domain/insights/candidate_technicians.ts";
import { textReader } from "../../domain/insights/text_reader.ts";
import { aspectsSection } from "./aspects_section.ts";
import { candidatesSection } from "./candidates_section.ts";
import { headSection } from "./head_section.ts";
import { monthsSection } from "./months_section.ts";
import type { Page } from "./page.ts";
import { plainInsights } from "./plain_insights.ts";
import { praiseSection } from "./praise_section.ts";
import { problemsSection } from "./problems_section.ts";
import type { PublishedDataset } from "./published_dataset.ts";

/** Lays out the whole report, line by line; an empty line stands between two sections. */
export function insightsReport(page: Page, published: PublishedDataset): string {
  const insights = plainInsights(published.insights);
  const reviews = new Map(published.reviews.map((review) => [review.id, review]));
  const sections = [
    headSection(page, { ...published, insights }),
    aspectsSection(page, insights),
    praiseSection(page, insights),
    problemsSection(page, insights, reviews, textReader(published.business, published.taxonomy)),
    monthsSection(page, insights),
    candidatesSection(page, candidateTechnicians(published.business, published.reviews)),
  ];
  return sections.map((lines) => lines.join("\n")).join("\n\n");
}
