import { sentimentOf } from "../sentiment/review_score.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AnalyzedReview, Mention } from "./analyzed_review.ts";

/** The analyses of some reviews, as they are kept beside the published documents. */
export interface PackedAnalyses {
  /** What they depend on besides the reviews (see `analysisKey`). */
  readonly key: string;
  /** One a review, in the order of the reviews. */
  readonly rows: readonly string[];
}

type Row = readonly [
  score: number,
  aspects: readonly (readonly [aspect: number, score: number, ...spans: number[]])[],
  technicians: readonly (readonly [id: string, score: number])[],
  services: readonly (readonly [id: string, score: number])[],
  problems: readonly number[],
  areas: readonly string[],
  topics: readonly number[],
];

const NONE: readonly never[] = [];
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Writes analyses as lines of UTF-8, the key first; the same analyses give the same bytes. */
export function writePackedAnalyses({ key, rows }: PackedAnalyses): Uint8Array<ArrayBuffer> {
  return encoder.encode([key, ...rows].join("\n"));
}

/** Reads what {@linkcode writePackedAnalyses} wrote. */
export function readPackedAnalyses(bytes: Uint8Array): PackedAnalyses {
  const [key = "", ...rows] = decoder.decode(bytes).split("\n");
  return { key, rows };
}

/** Packs an analysis into one line. The taxonomy's ids become their places in it. */
export function packAnalysis(analysis: AnalyzedReview, taxonomy: Taxonomy): string {
  const row: Row = [
    analysis.score,
    analysis.aspects.map(({ id, score, spans }) => [placeOf(taxonomy.aspects, id), score, ...spans]),
    analysis.technicians.map(({ id, score }) => [id, score]),
    analysis.services.map(({ id, score }) => [id, score]),
    analysis.problems.map((id) => placeOf(taxonomy.problems, id)),
    analysis.service_areas,
    analysis.topics.map((id) => placeOf(taxonomy.topics, id)),
  ];
  return JSON.stringify(row);
}

/** Unpacks a line that was packed with the same taxonomy. */
export function unpackAnalysis(line: string, taxonomy: Taxonomy): AnalyzedReview {
  const [score, aspects, technicians, services, problems, areas, topics]: Row = JSON.parse(line);
  return {
    sentiment: sentimentOf(score),
    score,
    // Of 100,000 reviews these lists take most of the time: no patterns, no copies, and none made of nothing.
    aspects: listOf(aspects, (packed) => ({
      id: taxonomy.aspects[packed[0]]?.id ?? "",
      sentiment: sentimentOf(packed[1]),
      score: packed[1],
      spans: packed.slice(2),
    })),
    technicians: listOf(technicians, mention),
    services: listOf(services, mention),
    problems: listOf(problems, (place) => taxonomy.problems[place]?.id ?? ""),
    service_areas: listOf(areas, (id) => id),
    topics: listOf(topics, (place) => taxonomy.topics[place]?.id ?? ""),
  };
}

function mention(packed: readonly [id: string, score: number]): Mention {
  return { id: packed[0], sentiment: sentimentOf(packed[1]), score: packed[1] };
}

function listOf<Packed, Value>(packed: readonly Packed[], valueOf: (packed: Packed) => Value): readonly Value[] {
  return packed.length === 0 ? NONE : packed.map(valueOf);
}

function placeOf(entries: readonly { readonly id: string }[], id: string): number {
  return entries.findIndex((entry) => entry.id === id);
}
