import type { Business } from "../../../domain/business.ts";
import type {
  EntityInsight,
  InsightsDocument,
  MonthlyFigures,
  ReviewAnalysis,
} from "../../../domain/documents/insights_document.ts";
import type { Review } from "../../../domain/review.ts";
import { rosterOf } from "../../../domain/roster.ts";

const EXAMPLES = 5;

/**
 * Computes the insights that follow from counting: dates, monthly figures and mentions. Figures of sentiment are null.
 *
 * @param reviews Newest first.
 */
export function countedInsights(business: Business, reviews: readonly Review[]): InsightsDocument {
  const areasIn = rosterOf(business).serviceAreas;
  const technicianId = new Map(business.technicians.map(({ id, name }) => [name, id]));
  const label = {
    technicians: new Map(business.technicians.map(({ id, name }) => [id, name])),
    services: new Map(business.services.map(({ id, label }) => [id, label])),
    service_areas: new Map(business.service_areas.map(({ id, label }) => [id, label])),
  };
  const tallies = {
    technicians: new Tally(),
    services: new Tally(),
    service_areas: new Tally(),
  };
  const perReview: Record<string, ReviewAnalysis> = {};
  for (const review of reviews) {
    const found = {
      technicians: review.mentioned_technicians.map((name) => technicianId.get(name) ?? name),
      services: review.mentioned_services,
      service_areas: [...areasIn(review.text ?? "")],
    };
    tallies.technicians.add(found.technicians, review);
    tallies.services.add(found.services, review);
    tallies.service_areas.add(found.service_areas, review);
    if (found.technicians.length + found.services.length + found.service_areas.length === 0) continue;
    perReview[review.id] = {
      sentiment: null,
      score: null,
      aspects: [],
      ...found,
      problems: [],
      topics: [],
    };
  }
  const latest = reviews[0]?.date ?? null;
  return {
    version: 1,
    // Independent of the clock: the date of the newest review.
    generated_at: latest === null ? null : `${latest}T00:00:00Z`,
    model: "counts-1",
    review_count: reviews.length,
    date_range: { earliest: reviews.at(-1)?.date ?? null, latest },
    overall_sentiment: {
      score: null,
      positive_pct: null,
      neutral_pct: null,
      negative_pct: null,
    },
    aspects: [],
    entities: {
      technicians: tallies.technicians.entities(label.technicians),
      services: tallies.services.entities(label.services),
      problems: [],
      service_areas: tallies.service_areas.entities(label.service_areas),
    },
    topics: [],
    temporal: { monthly: monthlyFigures(reviews), trend: null },
    per_review: perReview,
    faq: [],
    summary: null,
    pull_quote: null,
  };
}

/** Counts the mentions of each entity. */
class Tally {
  readonly #counts = new Map<
    string,
    { mentions: number; stars: number; examples: string[] }
  >();

  add(ids: readonly string[], review: Review): void {
    for (const id of ids) {
      const count = this.#counts.get(id) ??
        { mentions: 0, stars: 0, examples: [] };
      count.mentions++;
      count.stars += review.rating;
      if (count.examples.length < EXAMPLES) count.examples.push(review.id);
      this.#counts.set(id, count);
    }
  }

  /** Most mentioned first, then by id. */
  entities(labels: ReadonlyMap<string, string>): EntityInsight[] {
    return [...this.#counts].map(([id, { mentions, stars, examples }]) => ({
      id,
      label: labels.get(id) ?? id,
      mention_count: mentions,
      average_rating: Math.round(stars / mentions * 100) / 100,
      positive_pct: null,
      trend: null,
      score: null,
      example_review_ids: examples,
    })).sort((a, b) => b.mention_count - a.mention_count || (a.id < b.id ? -1 : 1));
  }
}

/** One row per month from the first review to the last; a month without reviews has count 0. */
function monthlyFigures(reviews: readonly Review[]): MonthlyFigures[] {
  const months = new Map<string, { count: number; stars: number }>();
  for (const { date, rating } of reviews) {
    const figures = months.get(date.slice(0, 7)) ?? { count: 0, stars: 0 };
    figures.count++;
    figures.stars += rating;
    months.set(date.slice(0, 7), figures);
  }
  const rows: MonthlyFigures[] = [];
  const last = reviews[0]?.date.slice(0, 7) ?? "";
  for (
    let month = reviews.at(-1)?.date.slice(0, 7) ?? "~";
    month <= last;
    month = nextMonth(month)
  ) {
    const figures = months.get(month);
    rows.push({
      month,
      review_count: figures?.count ?? 0,
      average_rating: figures === undefined ? null : Math.round(figures.stars / figures.count * 100) / 100,
      score: null,
    });
  }
  return rows;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12
    ? `${String(year + 1).padStart(4, "0")}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, "0")}`;
}
