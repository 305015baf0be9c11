import type { Business } from "../../../domain/business.ts";
import type { EntityInsight, InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { columnLines } from "../layout/columns.ts";
import { wrapPieces } from "../layout/fit_text.ts";
import type { Page } from "../layout/page.ts";
import { shownPercent, shownStars } from "../layout/shown_figure.ts";
import { byMentions, shownList } from "../layout/shown_list.ts";

const COLUMNS = [
  { title: "Technician", isNumber: false },
  { title: "reviews", isNumber: true },
  { title: "stars", isNumber: true },
  { title: "positive", isNumber: true },
];

const HALF = 50;
const NOBODY = "The insights name no technician.";
const NOBODY_PRAISED = "The insights name no technician whom most praise.";

/**
 * The section on technicians, and in short on services and areas. Of a business that lists no technician nothing is said
 * of them; empty if nothing else is named.
 */
export function praiseSection(
  page: Page,
  { entities }: Pick<InsightsDocument, "entities">,
  { technicians }: Pick<Business, "technicians">,
): readonly string[] {
  const praised = entities.technicians.filter(({ positive_pct }) => positive_pct === null || positive_pct >= HALF);
  const { shown, more } = shownList(page, byMentions(mentioned(praised)));
  const rows = shown.map(({ label, mention_count, average_rating, positive_pct }) => [
    label,
    String(mention_count),
    shownStars(average_rating),
    shownPercent(positive_pct),
  ]);
  const hasTechnicians = technicians.length + entities.technicians.length > 0;
  const people = rows.length > 0
    ? columnLines(page, COLUMNS, rows)
    : [praised.length === entities.technicians.length ? NOBODY : NOBODY_PRAISED];
  return [
    ...hasTechnicians ? [[page.paint("strong", "Who is praised"), ...people, ...more]] : [],
    inShort(page, "Services", entities.services),
    inShort(page, "Areas", entities.service_areas),
  ].filter((lines) => lines.length > 0).flatMap((lines, at) => at === 0 ? lines : ["", ...lines]);
}

function mentioned(entities: readonly EntityInsight[]): readonly EntityInsight[] {
  return entities.filter(({ mention_count }) => mention_count > 0);
}

/** One line such as `AC repair 16 (4.5)`: 16 reviews with 4.5 stars on average. */
function inShort(page: Page, title: string, entities: readonly EntityInsight[]): readonly string[] {
  const { shown, more } = shownList(page, byMentions(mentioned(entities)));
  if (shown.length === 0) return [];
  const pieces = shown.map(({ label, mention_count, average_rating }, index) =>
    `${label} ${mention_count} (${shownStars(average_rating)})${index < shown.length - 1 ? "," : ""}`
  );
  return [page.paint("faint", `${title}: reviews (stars)`), ...wrapPieces(pieces, page.width), ...more];
}
