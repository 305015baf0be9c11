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

/** Bytes in one piece of memory. */
const PIECE = 1 << 20;
/** A number takes five bytes at most. */
const LONGEST = 5;
/** Scores have four decimals. */
const SCALE = 10_000;
const NONE: readonly never[] = [];

/**
 * Builds an empty store. It keeps analyses as bytes, a thirtieth of what they take as objects: 100,000 of those were a
 * quarter of the memory of an import, and the garbage collector looked at them again and again. Numbers are in groups of
 * 7 bits, the lowest first: most are small, and 32 bits for each were three times as much.
 */
export function analysisStore(): AnalysisStore {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const startOf = new Map<string, number>();
  const ids = numbering<string>();
  const lists = numbering<readonly string[]>();
  const shared = sharedLists();
  const EMPTY = lists.numberOf(NONE);
  let piece = new Uint8Array(0);
  let next = 0;

  function put(number: number): void {
    let rest = number;
    for (; rest >= 0x80; rest >>>= 7) piece[next++] = rest & 0x7f | 0x80;
    piece[next++] = rest;
  }

  function putScore(score: number): void {
    put(Math.round(score * SCALE) + SCALE);
  }

  /** Most lists are empty. */
  function listNumber(list: readonly string[]): number {
    return list.length === 0 ? EMPTY : lists.numberOf(shared(list));
  }

  function putMentions(mentions: readonly Mention[]): void {
    put(mentions.length);
    for (const { id, score } of mentions) {
      put(ids.numberOf(id));
      putScore(score);
    }
  }

  function add(reviewId: string, analysis: AnalyzedReview): void {
    const { score, aspects, technicians, services, problems, service_areas, topics, language } = analysis;
    let numbers = 8 + 2 * (technicians.length + services.length);
    for (const { spans } of aspects) numbers += 3 + spans.length;
    if (next + LONGEST * numbers > Math.min(piece.length, PIECE)) {
      piece = new Uint8Array(Math.max(PIECE, LONGEST * numbers));
      pieces.push(piece);
      next = 0;
    }
    startOf.set(reviewId, (pieces.length - 1) * PIECE + next);
    putScore(score);
    put(ids.numberOf(language ?? ""));
    put(listNumber(problems));
    put(listNumber(service_areas));
    put(listNumber(topics));
    putMentions(technicians);
    putMentions(services);
    put(aspects.length);
    for (const { id, score, spans } of aspects) {
      put(ids.numberOf(id));
      putScore(score);
      put(spans.length);
      for (const offset of spans) put(offset);
    }
  }

  // One look-up at a time: kept outside of it, so that it makes no objects but the analysis.
  let from = piece;
  let at = 0;

  function take(): number {
    let number = 0;
    for (let shift = 0;; shift += 7) {
      const byte = from[at++] ?? 0;
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
  }

  function takeScore(): number {
    return (take() - SCALE) / SCALE;
  }

  function takeMentions(): readonly Mention[] {
    const count = take();
    if (count === 0) return NONE;
    const found: Mention[] = [];
    while (found.length < count) {
      const id = ids.items[take()] ?? "";
      const score = takeScore();
      found.push({ id, sentiment: sentimentOf(score), score });
    }
    return found;
  }

  function takeAspects(): readonly AspectMention[] {
    const count = take();
    if (count === 0) return NONE;
    const found: AspectMention[] = [];
    while (found.length < count) {
      const id = ids.items[take()] ?? "";
      const score = takeScore();
      const spans: number[] = [];
      for (let left = take(); left > 0; left--) spans.push(take());
      found.push({ id, sentiment: sentimentOf(score), score, spans });
    }
    return found;
  }

  function get(reviewId: string): AnalyzedReview | undefined {
    const start = startOf.get(reviewId);
    if (start === undefined) return undefined;
    from = pieces[Math.floor(start / PIECE)]!;
    at = start % PIECE;
    const score = takeScore();
    const language = ids.items[take()] ?? "";
    const [problems, service_areas, topics] = [listAt(take()), listAt(take()), listAt(take())];
    const [technicians, services, aspects] = [takeMentions(), takeMentions(), takeAspects()];
    const sentiment = sentimentOf(score);
    const analysis = { sentiment, score, aspects, technicians, services, problems, service_areas, topics };
    return language === "" ? analysis : { ...analysis, language };
  }

  function listAt(number: number): readonly string[] {
    return lists.items[number] ?? NONE;
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
