import { aggregateRating } from "../../../domain/documents/aggregate_rating.ts";
import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { languageName } from "../../../domain/insights/text/language_of.ts";
import { cutText, wrapPieces } from "../layout/fit_text.ts";
import type { Page } from "../layout/page.ts";
import { plainText } from "../layout/plain_text.ts";
import { sentimentBar } from "../layout/sentiment_bar.ts";
import { counted, shownPercent, shownStars } from "../layout/shown_figure.ts";
import type { PublishedDataset } from "../published_dataset.ts";

const TRENDS: Readonly<Record<NonNullable<InsightsDocument["temporal"]["trend"]>, string>> = {
  improving: "Ratings have risen over the last three full months.",
  stable: "Ratings of the last three months do not clearly differ from the three before.",
  declining: "Ratings have fallen over the last three full months.",
  insufficient_data: "The last six full months have too few reviews to tell a trend.",
};
const LONGEST_BAR = 100;

/** The first section: business, number of reviews, period, average rating, trend and overall sentiment. */
export function headSection(page: Page, { head, business, reviews, insights }: PublishedDataset): readonly string[] {
  const { model, date_range: { earliest, latest }, temporal: { trend } } = insights;
  const stars = aggregateRating(reviews).rating_value;
  const facts = [
    counted(reviews.length, "review"),
    ...earliest !== null && latest !== null ? [`from ${earliest} to ${latest}`] : [],
    ...stars === null ? [] : [`with ${shownStars(stars)} stars on average`],
  ];
  return [
    page.paint("strong", cutText(plainText(business.name), page.width)),
    ...wrapPieces(facts, page.width),
    ...wrapPieces([
      `Insights by ${model}${head.operator_insights ? ", your own" : ""}.`,
      trend === null ? "The trend was not measured." : TRENDS[trend],
      ...foreignReviews(insights),
      ...head.sample ? ["This is the fictional sample data."] : [],
    ], page.width),
    "",
    ...sentimentLines(page, insights.overall_sentiment),
  ];
}

function foreignReviews({ languages = [] }: InsightsDocument): readonly string[] {
  const count = languages.reduce((sum, { review_count }) => sum + review_count, 0);
  if (count === 0) return [];
  const named = languages.map(({ language, review_count }) => `${languageName(language)} ${review_count}`).join(", ");
  return [`Not in English, and counted by stars alone: ${counted(count, "review")} (${named}).`];
}

function sentimentLines(page: Page, sentiment: InsightsDocument["overall_sentiment"]): readonly string[] {
  const { positive_pct, neutral_pct, negative_pct } = sentiment;
  const shares = [positive_pct, neutral_pct, negative_pct] as const;
  if (shares.every((share) => share === null)) {
    return wrapPieces("The sentiment of the reviews was not measured.".split(" "), page.width);
  }
  const [positive, neutral, negative] = shares;
  return [
    sentimentBar(page, [positive ?? 0, neutral ?? 0, negative ?? 0], Math.min(page.width, LONGEST_BAR)),
    ...wrapPieces([
      `█ ${shownPercent(positive)} positive  `,
      `░ ${shownPercent(neutral)} neutral  `,
      `▓ ${shownPercent(negative)} negative`,
    ], page.width),
  ];
}
