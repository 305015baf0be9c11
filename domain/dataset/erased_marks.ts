import { createHmac } from "node:crypto";
import type { Review } from "../review.ts";
import type { Store, StoreOperation } from "../store/store.ts";
import { foldedWords, isProse, isSharedName } from "./identify_reviews.ts";

/** What is left of erased reviews: enough to know one again, and nothing of what it said. */
export interface ErasedMarks {
  /** The secret of the store with which marks are made; null where nothing was erased. */
  readonly key: Uint8Array | null;
  readonly marks: ReadonlySet<string>;
}

/** Nothing was erased. */
export const NO_MARKS: ErasedMarks = { key: null, marks: new Set() };

/** Prefix of the marks' rows; the mark follows. */
export const ERASED = "erased";
/** Key of the secret. */
export const ERASURE_KEY: Deno.KvKey = ["key", "erasure"];

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

/** The secret of a store for marks; made by the first erasure. It never leaves the store: exports have neither. */
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

/** The marks of some ids alone, made with a secret. */
export function marksOfIds(key: Uint8Array, ids: readonly string[]): ErasedMarks {
  return { key, marks: new Set(ids.map((id) => markOfId(key, id))) };
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
 * Whether a review may be a later version of an erased one: its words with another author or day, or other words of its
 * author on its day. Only where its source gives no id, by which versions are known otherwise.
 */
export function resemblesErased({ key, marks }: ErasedMarks, review: Review): boolean {
  return key !== null && likenessMarks(key, review).some((mark) => marks.has(mark));
}

/**
 * The marks of a review: of its ids, and of author, day and text, so that another id does not bring it back. Author and
 * text are folded, their white space is one space. Without words the stars take the place of the text, and a nameless
 * rating has no second mark.
 */
function marksOf(
  key: Uint8Array,
  { id, aliases = [], author, date, text, rating }: Review,
): readonly string[] {
  const ids = [id, ...aliases].map((one) => markOfId(key, one));
  // Many people's ratings without words would have one mark.
  if (text === null && isSharedName(author)) return ids;
  return [...ids, keyed(key, ["content", foldedWords(author), date, text === null ? rating : foldedWords(text)])];
}

/** By what a later version of a review is known where its source gives no id: author and day, words and day, or prose. */
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
