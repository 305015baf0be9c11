import { encodeTexts } from "../../buffers.ts";
import { sentimentOf } from "../sentiment/review_score.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AnalyzedReview, Mention } from "./analyzed_review.ts";

/** The analyses of a dataset in their stored form. */
export interface PackedAnalyses {
  /** The analysis key of these analyses (see `analysisKey`). */
  readonly key: string;
  /** Packed analyses, one per review, in the order of the reviews. */
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
  /** Language tag; left out for English. */
  language?: string,
];

const decoder = new TextDecoder();

/** Serialises analyses as UTF-8 lines, the key first. Deterministic. */
export function writePackedAnalyses(packed: PackedAnalyses): Uint8Array<ArrayBuffer> {
  return encodeTexts(linesOf(packed));
}

function* linesOf({ key, rows }: PackedAnalyses): Generator<string> {
  yield key;
  for (const row of rows) yield `\n${row}`;
}

/** Parses the bytes of {@linkcode writePackedAnalyses}. */
export function readPackedAnalyses(bytes: Uint8Array): PackedAnalyses {
  const [key = "", ...rows] = decoder.decode(bytes).split("\n");
  return { key, rows };
}

/** Packs an analysis into one line of JSON. Ids of the taxonomy become their indexes. */
export function packAnalysis(analysis: AnalyzedReview, taxonomy: Taxonomy): string {
  const row = [
    analysis.score,
    analysis.aspects.map(({ id, score, spans }) => [placeOf(taxonomy.aspects, id), score, ...spans]),
    analysis.technicians.map(({ id, score }) => [id, score]),
    analysis.services.map(({ id, score }) => [id, score]),
    analysis.problems.map((id) => placeOf(taxonomy.problems, id)),
    analysis.service_areas,
    analysis.topics.map((id) => placeOf(taxonomy.topics, id)),
  ] as const satisfies Row;
  const packed: Row = analysis.language === undefined ? row : [...row, analysis.language];
  return JSON.stringify(packed);
}

/** Unpacks a line of {@linkcode packAnalysis}; the taxonomy must be the same. */
export function unpackAnalysis(line: string, taxonomy: Taxonomy): AnalyzedReview {
  const [score, aspects, technicians, services, problems, areas, topics, language]: Row = JSON.parse(line);
  return {
    sentiment: sentimentOf(score),
    score,
    aspects: aspects.map(([aspect, score, ...spans]) => ({
      id: taxonomy.aspects[aspect]?.id ?? "",
      sentiment: sentimentOf(score),
      score,
      spans,
    })),
    technicians: technicians.map(mention),
    services: services.map(mention),
    problems: problems.map((place) => taxonomy.problems[place]?.id ?? ""),
    service_areas: areas,
    topics: topics.map((place) => taxonomy.topics[place]?.id ?? ""),
    ...(language === undefined ? {} : { language }),
  };
}

function mention(packed: readonly [id: string, score: number]): Mention {
  return { id: packed[0], sentiment: sentimentOf(packed[1]), score: packed[1] };
}

function placeOf(entries: readonly { readonly id: string }[], id: string): number {
  return entries.findIndex((entry) => entry.id === id);
}
