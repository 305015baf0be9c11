import { sentimentOf } from "../sentiment/review_score.ts";
import { sharedLists } from "../shared_lists.ts";
import type { AnalyzedReview, AspectMention, Mention } from "./analyzed_review.ts";

/** Analyses as bytes, one behind the other. */
export interface AnalysisBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each begins. */
  readonly starts: Uint32Array<ArrayBuffer>;
}

/** What the numbers in {@linkcode AnalysisBytes} stand for. */
export interface AnalysisWords {
  readonly ids: readonly string[];
  readonly lists: readonly (readonly string[])[];
}

/** Writes analyses as bytes. */
export interface AnalysisWriter {
  readonly write: (analyses: Iterable<AnalyzedReview>) => AnalysisBytes;
  /** They become more with what is written. */
  readonly words: AnalysisWords;
}

/** A number takes five bytes at most. */
const LONGEST = 5;
/** Scores have four decimals. */
const SCALE = 10_000;
const NONE: readonly never[] = [];

/**
 * Builds a writer. Bytes take a thirtieth of what the analyses take as objects: 100,000 of those were a quarter of the
 * memory of an import, and the garbage collector looked at them again and again. Numbers are in groups of 7 bits, the
 * lowest first: most are small, and 32 bits for each were three times as much.
 */
export function analysisWriter(): AnalysisWriter {
  const ids = numbering<string>();
  const lists = numbering<readonly string[]>();
  const shared = sharedLists<string>();
  const EMPTY = lists.numberOf(NONE);
  let bytes = new Uint8Array(1 << 15);
  let next = 0;

  function put(number: number): void {
    let rest = number;
    for (; rest >= 0x80; rest >>>= 7) bytes[next++] = rest & 0x7f | 0x80;
    bytes[next++] = rest;
  }

  function putScore(score: number): void {
    put(Math.round(score * SCALE) + SCALE);
  }

  /** Most lists are empty. */
  function putList(list: readonly string[]): void {
    put(list.length === 0 ? EMPTY : lists.numberOf(shared(list)));
  }

  function putMentions(mentions: readonly Mention[]): void {
    put(mentions.length);
    for (const { id, score } of mentions) {
      put(ids.numberOf(id));
      putScore(score);
    }
  }

  function putAnalysis(analysis: AnalyzedReview): void {
    const { score, aspects, technicians, services, problems, service_areas, topics, language } = analysis;
    let numbers = 8 + 2 * (technicians.length + services.length);
    for (const { spans } of aspects) numbers += 3 + spans.length;
    if (next + LONGEST * numbers > bytes.length) {
      const longer = new Uint8Array(2 * bytes.length + LONGEST * numbers);
      longer.set(bytes);
      bytes = longer;
    }
    putScore(score);
    put(ids.numberOf(language ?? ""));
    putList(problems);
    putList(service_areas);
    putList(topics);
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

  return {
    words: { ids: ids.items, lists: lists.items },
    write: (analyses) => {
      const starts: number[] = [];
      next = 0;
      for (const analysis of analyses) {
        starts.push(next);
        putAnalysis(analysis);
      }
      return { bytes: bytes.slice(0, next), starts: Uint32Array.from(starts) };
    },
  };
}

/** Builds what reads an analysis that begins at a place of some bytes; in an object of its own. */
export function analysisReader(): (bytes: Uint8Array, start: number, words: AnalysisWords) => AnalyzedReview {
  // One look-up at a time: kept outside of it, so that it makes no objects but the analysis.
  let from: Uint8Array = new Uint8Array(0);
  let at = 0;
  let { ids, lists }: AnalysisWords = { ids: NONE, lists: NONE };

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

  function takeList(): readonly string[] {
    return lists[take()] ?? NONE;
  }

  function takeMentions(): readonly Mention[] {
    const count = take();
    if (count === 0) return NONE;
    const found: Mention[] = [];
    while (found.length < count) {
      const id = ids[take()] ?? "";
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
      const id = ids[take()] ?? "";
      const score = takeScore();
      const spans: number[] = [];
      for (let left = take(); left > 0; left--) spans.push(take());
      found.push({ id, sentiment: sentimentOf(score), score, spans });
    }
    return found;
  }

  return (bytes, start, words) => {
    from = bytes;
    at = start;
    ({ ids, lists } = words);
    const score = takeScore();
    const language = ids[take()] ?? "";
    const [problems, service_areas, topics] = [takeList(), takeList(), takeList()];
    const [technicians, services, aspects] = [takeMentions(), takeMentions(), takeAspects()];
    const sentiment = sentimentOf(score);
    const analysis = { sentiment, score, aspects, technicians, services, problems, service_areas, topics };
    return language === "" ? analysis : { ...analysis, language };
  };
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
