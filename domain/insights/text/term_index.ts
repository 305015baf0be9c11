import { isMoney, isNumber, LONGEST_GAP, numberEnd, type TermPart, type TermSlot } from "./term_pattern.ts";
import { type Word, wordMemo, wordsOf } from "./words_of.ts";

/** A part of a term with its possible continuations; alternatives share theirs, so they are not expanded. */
interface Step {
  readonly kind: TermPart["kind"] | "end";
  readonly text: string;
  readonly after: readonly Step[];
}

/** A part of a term with the value of the term. */
interface Part<Value> {
  readonly step: Step;
  readonly value: Value;
}

/** The terms that may begin with a word: those that begin with a number, and the others by their second part. */
interface Start<Value> {
  readonly counted: readonly Part<Value>[];
  readonly exact: ReadonlyMap<string, readonly Part<Value>[]>;
  readonly loose: ReadonlyMap<string, readonly Part<Value>[]>;
  readonly others: readonly Part<Value>[];
}

const END: Step = { kind: "end", text: "", after: [] };

function stepsOf(slots: readonly TermSlot[]): readonly Step[] {
  return slots.reduceRight<readonly Step[]>(
    (after, slot) =>
      slot.flatMap((row) => row.reduceRight<readonly Step[]>((rest, part) => [{ ...part, after: rest }], after)),
    [END],
  );
}

/** Returns the index after the longest match of the steps from a word on; -1 if none matches. */
function endOf(steps: readonly Step[], words: readonly Word[], at: number): number {
  let end = -1;
  for (const step of steps) end = Math.max(end, endAfter(step, words, at));
  return end;
}

function endAfter({ kind, text, after }: Step, words: readonly Word[], at: number): number {
  if (kind === "end") return at;
  const word = words[at];
  if (word === undefined) return -1;
  if (kind === "word" || kind === "stem") {
    return word[kind === "word" ? "text" : kind] === text ? endOf(after, words, at + 1) : -1;
  }
  if (kind === "gap") {
    let end = -1;
    for (let next = at; next <= at + LONGEST_GAP && words[next]?.isAfterBreak === false; next++) {
      end = Math.max(end, endOf(after, words, next));
    }
    return end;
  }
  const behind = numberEnd(words, at);
  return behind === at || kind === "money" && !isMoney(word) ? -1 : endOf(after, words, behind);
}

/** A term found at a word. */
export interface TermHit<Value> {
  readonly value: Value;
  readonly length: number;
}

/** An index of terms of one or more words by their first words. */
export interface TermIndex<Value> {
  /** Returns the longest term that begins at the word at an index; null if none does. */
  readonly longestAt: (words: readonly Word[], at: number) => TermHit<Value> | null;
  /** Returns whether a term may begin with a word; a quick check that nearly all words fail. */
  readonly mayBegin: (word: Word) => boolean;
}

/** Builds an index of terms whose words are compared as written; of equal terms the last one counts. */
export function termIndex<Value>(terms: Iterable<readonly [term: string, value: Value]>): TermIndex<Value> {
  const slotsOf = (term: string) => wordsOf(term).map(({ text }) => [[{ kind: "word" as const, text }]]);
  return slotIndex(Array.from(terms, ([term, value]) => [slotsOf(term), value] as const), (_, last) => last);
}

/**
 * Builds an index of terms by their places (see `termSlots`).
 *
 * @param join Merges the values of several terms of the same length.
 */
export function slotIndex<Value>(
  terms: Iterable<readonly [slots: readonly TermSlot[], value: Value]>,
  join: (first: Value, last: Value) => Value,
): TermIndex<Value> {
  const beginnings = Map.groupBy(
    Array.from(terms).flatMap(([slots, value]) => stepsOf(slots).map((step) => ({ step, value }))),
    ({ step }) => keyOf(step),
  );
  const of = (key: string) => beginnings.get(key) ?? [];
  // Grouped by the second word too: a hundred terms begin with "not".
  const startsWith = wordMemo((word): Start<Value> | null => {
    const worded = [...of(`word ${word.text}`), ...of(`stem ${word.stem}`)];
    const counted = [...isNumber(word) ? of("number") : [], ...isMoney(word) ? of("money") : []];
    if (worded.length + counted.length === 0) return null;
    const rest = worded.flatMap(({ step, value }) => step.after.map((next) => ({ step: next, value })));
    const ofKind = (kind: Step["kind"]) => rest.filter(({ step }) => step.kind === kind);
    return {
      counted,
      exact: Map.groupBy(ofKind("word"), ({ step }) => step.text),
      loose: Map.groupBy(ofKind("stem"), ({ step }) => step.text),
      others: rest.filter(({ step: { kind } }) => kind !== "word" && kind !== "stem"),
    };
  });
  return {
    mayBegin: (word) => startsWith(word) !== null,
    longestAt: (words, at) => {
      const start = words[at] === undefined ? null : startsWith(words[at]);
      if (start === null) return null;
      let [found, end]: [Value | null, number] = [null, at];
      const follow = (parts: readonly Part<Value>[] | undefined, from: number) => {
        for (const { step, value } of parts ?? []) {
          const to = endAfter(step, words, from);
          if (to < end || to <= at) continue;
          found = to > end || found === null ? value : join(found, value);
          end = to;
        }
      };
      const next = words[at + 1];
      follow(start.counted, at);
      follow(start.others, at + 1);
      if (next !== undefined) {
        follow(start.exact.get(next.text), at + 1);
        follow(start.loose.get(next.stem), at + 1);
      }
      return found === null ? null : { value: found, length: end - at };
    },
  };
}

function keyOf({ kind, text }: Step): string {
  return kind === "word" || kind === "stem" ? `${kind} ${text}` : kind;
}
