import { sentimentOf } from "../sentiment/review_score.ts";
import { sharedLists } from "../shared_lists.ts";
import type { AnalyzedReview, AspectMention, Mention } from "./analyzed_review.ts";

/** The analyses of a dataset by review id. */
export interface Analyses {
  readonly get: (reviewId: string) => AnalyzedReview | undefined;
}

/** Keeps analyses; gives one that is asked for in an object of its own. */
export interface AnalysisStore extends Analyses {
  /** Keeps an analysis; each review has one. */
  readonly add: (reviewId: string, analysis: AnalyzedReview) => void;
}

/** Numbers in one piece of memory. */
const PIECE = 1 << 18;
/** Scores have four decimals. */
const SCALE = 10_000;
const NONE: readonly never[] = [];

/**
 * Builds an empty store. It keeps analyses as numbers, a tenth of what they take as objects: 100,000 of those were a
 * quarter of the memory of an import, and the garbage collector looked at them again and again.
 */
export function analysisStore(): AnalysisStore {
  const pieces: Int32Array[] = [];
  const startOf = new Map<string, number>();
  const ids = numbering<string>();
  const lists = numbering<readonly string[]>();
  const shared = sharedLists();
  const EMPTY = lists.numberOf(NONE);
  let piece = new Int32Array(0);
  let next = 0;

  function put(number: number): void {
    piece[next++] = number;
  }

  /** Most lists are empty. */
  function listNumber(list: readonly string[]): number {
    return list.length === 0 ? EMPTY : lists.numberOf(shared(list));
  }

  function putMentions(mentions: readonly Mention[]): void {
    put(mentions.length);
    for (const { id, score } of mentions) {
      put(ids.numberOf(id));
      put(Math.round(score * SCALE));
    }
  }

  function add(reviewId: string, analysis: AnalyzedReview): void {
    const { score, aspects, technicians, services, problems, service_areas, topics, language } = analysis;
    let length = 8 + 2 * (technicians.length + services.length);
    for (const { spans } of aspects) length += 3 + spans.length;
    if (next + length > piece.length) {
      piece = new Int32Array(Math.max(PIECE, length));
      pieces.push(piece);
      next = 0;
    }
    startOf.set(reviewId, (pieces.length - 1) * PIECE + next);
    put(Math.round(score * SCALE));
    put(ids.numberOf(language ?? ""));
    put(listNumber(problems));
    put(listNumber(service_areas));
    put(listNumber(topics));
    putMentions(technicians);
    putMentions(services);
    put(aspects.length);
    for (const { id, score, spans } of aspects) {
      put(ids.numberOf(id));
      put(Math.round(score * SCALE));
      put(spans.length);
      for (const offset of spans) put(offset);
    }
  }

  function mentions(from: Int32Array, at: number): readonly Mention[] {
    const count = from[at] ?? 0;
    if (count === 0) return NONE;
    const found: Mention[] = [];
    for (let place = at + 1; found.length < count; place += 2) {
      const score = (from[place + 1] ?? 0) / SCALE;
      found.push({ id: ids.items[from[place] ?? 0] ?? "", sentiment: sentimentOf(score), score });
    }
    return found;
  }

  function aspectsAt(from: Int32Array, start: number): readonly AspectMention[] {
    const count = from[start] ?? 0;
    if (count === 0) return NONE;
    const found: AspectMention[] = [];
    for (let at = start + 1; found.length < count;) {
      const id = ids.items[from[at] ?? 0] ?? "";
      const score = (from[at + 1] ?? 0) / SCALE;
      const end = at + 3 + (from[at + 2] ?? 0);
      const spans: number[] = [];
      for (at += 3; at < end; at++) spans.push(from[at] ?? 0);
      found.push({ id, sentiment: sentimentOf(score), score, spans });
    }
    return found;
  }

  function get(reviewId: string): AnalyzedReview | undefined {
    const start = startOf.get(reviewId);
    if (start === undefined) return undefined;
    const from = pieces[Math.floor(start / PIECE)]!;
    const at = start % PIECE;
    const score = (from[at] ?? 0) / SCALE;
    const listAt = (place: number) => lists.items[from[place] ?? 0] ?? NONE;
    const services = at + 6 + 2 * (from[at + 5] ?? 0);
    const aspects = services + 1 + 2 * (from[services] ?? 0);
    const analysis: AnalyzedReview = {
      sentiment: sentimentOf(score),
      score,
      aspects: aspectsAt(from, aspects),
      technicians: mentions(from, at + 5),
      services: mentions(from, services),
      problems: listAt(at + 2),
      service_areas: listAt(at + 3),
      topics: listAt(at + 4),
    };
    const language = ids.items[from[at + 1] ?? 0] ?? "";
    return language === "" ? analysis : { ...analysis, language };
  }

  return { get, add };
}

/** Gives each item its number, from 0 on. */
function numbering<Item>(): { readonly items: readonly Item[]; readonly numberOf: (item: Item) => number } {
  const items: Item[] = [];
  const numbers = new Map<Item, number>();
  return {
    items,
    numberOf: (item) => {
      const known = numbers.get(item);
      if (known !== undefined) return known;
      numbers.set(item, items.length);
      return items.push(item) - 1;
    },
  };
}
