import type { EntityInsight, InsightsDocument } from "../../domain/documents/insights_document.ts";
import { padText, textWidth, wrapPieces } from "./terminal_text.ts";
import {
  barCells,
  byMentions,
  columnLines,
  NEGATIVE,
  NEUTRAL,
  type Page,
  POSITIVE,
  sentimentBar,
  shownList,
  shownPercent,
  shownStars,
} from "./page.ts";
import type { Business } from "../../domain/business.ts";

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
 * The section on technicians, with short lines on services and areas. Omits technicians if neither business nor
 * insights list any. Empty if there is nothing to show.
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

type Aspect = InsightsDocument["aspects"][number];

const REVIEWS = "reviews";
const SHARE = "positive";
const LEGEND = `${POSITIVE} positive ${NEUTRAL} neutral ${NEGATIVE} negative`;
const LONGEST_BAR = 60;
const SHORTEST_BAR = 5;
/** Minimum page width for phrases, in columns. */
const PHRASES_FROM = 80;

/** The section on aspects, with a bar and figures for each. */
export function aspectsSection(page: Page, { aspects }: InsightsDocument): readonly string[] {
  const title = page.paint("strong", "Aspects");
  if (aspects.length === 0) return [title, "The insights name no aspect."];
  const { shown, more } = shownList(page, byMentions(aspects));
  const columns = columnsOf(page, shown);
  const greatest = Math.max(...shown.map(({ mention_count }) => mention_count));
  const room = columns.label + 2 + columns.bar - "Aspects  ".length;
  const key = padText(LEGEND.length <= room ? LEGEND : "", room);
  return [
    `${title}  ${page.paint("faint", `${key}  ${REVIEWS}  ${SHARE}`)}`,
    ...shown.map((aspect) => aspectLine(page, aspect, greatest, columns)),
    ...more,
  ];
}

interface Columns {
  readonly label: number;
  readonly bar: number;
  readonly phrases: number;
}

function columnsOf({ width }: Page, aspects: readonly Aspect[]): Columns {
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(textWidth));
  const label = Math.min(longest(aspects.map(({ label }) => label)), Math.floor(width * 0.3));
  const wanted = longest(aspects.map(({ top_phrases }) => phrasesWithin(top_phrases, Infinity)));
  const phrases = width < PHRASES_FROM ? 0 : Math.min(wanted, Math.floor(width * 0.35));
  const rest = width - label - REVIEWS.length - SHARE.length - 6 - (phrases > 0 ? phrases + 2 : 0);
  return { label, phrases, bar: Math.min(LONGEST_BAR, Math.max(SHORTEST_BAR, rest)) };
}

function aspectLine(page: Page, aspect: Aspect, greatest: number, columns: Columns): string {
  const { label, mention_count, positive_count, neutral_count, negative_count, positive_pct, top_phrases } = aspect;
  const cells = barCells(mention_count, greatest, columns.bar);
  const bar = sentimentBar(page, [positive_count, neutral_count, negative_count], cells);
  const figures = String(mention_count).padStart(REVIEWS.length) + "  " +
    shownPercent(positive_pct).padStart(SHARE.length);
  const line = `${padText(label, columns.label)}  ${bar}${" ".repeat(columns.bar - cells)}  ${figures}`;
  const phrases = phrasesWithin(top_phrases, columns.phrases);
  return phrases === "" ? line : `${line}  ${page.paint("faint", phrases)}`;
}

/** The first two phrases if they fit, else the first, else an empty text. */
function phrasesWithin(phrases: readonly string[], columns: number): string {
  for (const most of [2, 1]) {
    const text = phrases.slice(0, most).map((phrase) => `“${phrase}”`).join(" ");
    if (textWidth(text) <= columns) return text;
  }
  return "";
}
