import { createHmac } from "node:crypto";
import type { Review } from "../review.ts";
import type { Store, StoreOperation } from "../store/store.ts";
import { foldedWords, isProse, isSharedName } from "./identify_reviews.ts";

/** Keyed hashes ("marks") of erased reviews. They recognise such a review, but reveal nothing of its content. */
export interface ErasedMarks {
  /** Secret key of the hashes; null before the first erasure. */
  readonly key: Uint8Array | null;
  readonly marks: ReadonlySet<string>;
}

/** Marks before the first erasure. */
export const NO_MARKS: ErasedMarks = { key: null, marks: new Set() };

const ERASED = "erased";
const ERASURE_KEY: Deno.KvKey = ["key", "erasure"];

const KEY_BYTES = 32;
const MARK_DIGITS = 32;
const ROWS_A_PAGE = 500;

/** Reads the marks of a store. */
export async function readErasedMarks(kv: Store): Promise<ErasedMarks> {
  const marks = new Set<string>();
  for await (const { key } of kv.list({ prefix: [ERASED] }, { batchSize: ROWS_A_PAGE })) marks.add(String(key[1]));
  if (marks.size === 0) return NO_MARKS;
  return { key: (await kv.get<Uint8Array>(ERASURE_KEY)).value, marks };
}

/**
 * Reads the secret of the marks, or creates it. It never leaves the store: exports contain neither secret nor marks.
 */
export async function erasureKey(kv: Store): Promise<Uint8Array> {
  const made = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const making = kv.atomic().check({ key: ERASURE_KEY, versionstamp: null }).set(ERASURE_KEY, made);
  const { ok } = await making.commit();
  return ok ? made : (await kv.get<Uint8Array>(ERASURE_KEY)).value ?? made;
}

/** Adds the marks of an erased review to an operation. */
export function writeMarks(operation: StoreOperation, key: Uint8Array, review: Review, now: Date): void {
  for (const mark of [...marksOf(key, review), ...likenessMarks(key, review)]) {
    operation.set([ERASED, mark], { erased_at: now.toISOString() });
  }
}

/** Whether a review with this id was erased. */
export function isErasedId({ key, marks }: ErasedMarks, id: string): boolean {
  return key !== null && marks.has(markOfId(key, id));
}

/** Whether a review was erased: by one of its ids, or by author, day and text under another id. */
export function isErased({ key, marks }: ErasedMarks, review: Review): boolean {
  return key !== null && marksOf(key, review).some((mark) => marks.has(mark));
}

/**
 * True if a review may be a later version of an erased one: the same text with another author or day, or another text
 * by the same author on the same day. Only for sources without ids; elsewhere the id identifies versions.
 */
export function resemblesErased({ key, marks }: ErasedMarks, review: Review): boolean {
  return key !== null && likenessMarks(key, review).some((mark) => marks.has(mark));
}

/**
 * Marks of a review: one for each id, and one for author, day and text, which recognises it under another id. Author
 * and text are folded, with single spaces. Without text, the rating is used instead. A rating without text by a shared
 * name has no second mark.
 */
function marksOf(key: Uint8Array, { id, aliases = [], author, date, text, rating }: Review): readonly string[] {
  const ids = [id, ...aliases].map((one) => markOfId(key, one));
  // Ratings without text by many people would share one mark.
  if (text === null && isSharedName(author)) return ids;
  return [...ids, keyed(key, ["content", foldedWords(author), date, text === null ? rating : foldedWords(text)])];
}

/** Marks that identify a later version where the source gives no id: author and day, text and day, or long text. */
function likenessMarks(key: Uint8Array, { author, date, source, text }: Review): readonly string[] {
  return [
    ...isSharedName(author) ? [] : [keyed(key, ["author and day", source, foldedWords(author), date])],
    ...text === null ? [] : [keyed(key, ["words and day", source, foldedWords(text), date])],
    ...isProse(text) ? [keyed(key, ["prose", foldedWords(text)])] : [],
  ];
}

function markOfId(key: Uint8Array, id: string): string {
  return keyed(key, ["id", id]);
}

function keyed(key: Uint8Array, parts: readonly unknown[]): string {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("hex").slice(0, MARK_DIGITS);
}
