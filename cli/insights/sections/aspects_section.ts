import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { padText } from "../layout/fit_text.ts";
import type { Page } from "../layout/page.ts";
import { NEGATIVE, NEUTRAL, POSITIVE, sentimentBar } from "../layout/sentiment_bar.ts";
import { shownPercent } from "../layout/shown_figure.ts";
import { byMentions, shownList } from "../layout/shown_list.ts";
import { barCells } from "../layout/split_bar.ts";
import { textWidth } from "../layout/text_width.ts";

type Aspect = InsightsDocument["aspects"][number];

const REVIEWS = "reviews";
const SHARE = "positive";
const LEGEND = `${POSITIVE} positive ${NEUTRAL} neutral ${NEGATIVE} negative`;
const LONGEST_BAR = 60;
const SHORTEST_BAR = 5;
/** Narrower pages have no room for phrases. */
const PHRASES_FROM = 80;

/** The section on aspects: a bar and the figures of each. */
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

/** The first two phrases, or only the first, or none, depending on what fits. */
function phrasesWithin(phrases: readonly string[], columns: number): string {
  for (const most of [2, 1]) {
    const text = phrases.slice(0, most).map((phrase) => `“${phrase}”`).join(" ");
    if (textWidth(text) <= columns) return text;
  }
  return "";
}
