import { type Sentence, sentence } from "../sentences/sentence.ts";
import { shortened } from "../cut_text.ts";
import { foldText } from "../normalize_text.ts";
import type { ImportedReview, Review } from "../review.ts";

/** A doubtful join of two reviews, described for the operator. */
export interface JoinDoubt {
  readonly kept: string;
  readonly joined: string;
  readonly why: Sentence;
}

interface IdentifiedReviews {
  readonly reviews: readonly ImportedReview[];
  readonly doubts: readonly JoinDoubt[];
}

/** An imported review, and a known review of which it may be a later version. */
interface Pair {
  readonly row: ImportedReview;
  readonly known: Review;
  /** Share (0 to 1) of the shorter text's distinct words that the other text contains; 0 without text. */
  readonly likeness: number;
}

/**
 * Certainty that a pair is one review:
 *
 * - `sure`: join in any file.
 * - `alone`: join in any file, if neither review fits another one.
 * - `likely`: the same, but report a doubt.
 * - `possible`: join only if the file is a whole export of the known review's day. It would also contain the known review
 *   if that were a different one.
 */
type Certainty = "sure" | "alone" | "likely" | "possible" | "none";

/**
 * A rule that matches rows with known reviews. Rules are tried in order, each on the reviews that are not matched yet.
 */
interface Way {
  /** Only reviews with equal keys are compared; null excludes a review. */
  readonly key: (review: Review) => string | null;
  readonly judge: (pair: Pair) => Certainty;
  /** States for the operator which members are equal. */
  readonly equal: Sentence;
}

const ALIKE = 0.7;
/** Minimum length in characters of a text that two authors would not both write. */
const PROSE = 30;
/**
 * Minimum share (0 to 1) of a source's known reviews within the file's days that a file must repeat to count as a whole
 * export.
 */
const WHOLE = 0.5;
/**
 * Maximum size of a group with equal keys. Larger groups, such as the anonymous authors of one day, are not compared.
 */
const MOST_RIVALS = 50;

const SHARED_NAMES = [
  // An article and a noun: "a customer", "ein Gast".
  "(?:an?|ein|une?|una?|um) .*",
  String.raw`an[oó]n[iy]m\w*`,
  "anonyme",
  "(?:google )?(?:user|nutzer)",
  "customer",
  "guest",
  "kund[ei]n?",
  "gast",
  "client",
  "cliente",
  "invit[ée]",
  "verified buyer",
];
const SHARED_NAME = new RegExp(`^(?:${SHARED_NAMES.join("|")})$`);

/** Whether many reviewers share a name; only texts distinguish their reviews. */
export function isSharedName(author: string): boolean {
  return SHARED_NAME.test(foldText(author));
}

/** Whether a name is probably one person's: two words, and not shared. */
export function isFullName(author: string): boolean {
  return author.trim().includes(" ") && !isSharedName(author);
}

/** Folds a text and reduces white space to single spaces. */
export function foldedWords(text: string): string {
  return foldText(text).replace(/\s+/gu, " ");
}

/** Whether a text is so long that another author would not write the same. */
export function isProse(text: string | null): text is string {
  return text !== null && [...text].length >= PROSE;
}

/** Whether place and product of two reviews are compatible. A missing place or product is compatible with any. */
function mayBeOfOne({ attributes: a }: Review, { attributes: b }: Review): boolean {
  const mayBe = (one?: string, other?: string) => one === undefined || other === undefined || one === other;
  return mayBe(a?.place, b?.place) && mayBe(a?.product, b?.product);
}

const dayOf = ({ source, date }: Review) => `${source}\n${date}\n`;
const isNamed = ({ author }: Review) => !isSharedName(author);

const WAYS: readonly Way[] = [
  {
    key: (review) => `${dayOf(review)}${foldedWords(review.author)}\n${foldedWords(review.text ?? "")}`,
    judge: ({ row, known }) => {
      if (row.text !== null && row.rating === known.rating) return "sure";
      if (row.text === null) return isFullName(row.author) ? "sure" : isNamed(row) ? "possible" : "none";
      return isNamed(row) || isProse(row.text) ? "sure" : "possible";
    },
    equal: sentence("author, day and text are equal, the stars not"),
  },
  {
    key: (review) => dayOf(review) + foldedWords(review.author),
    judge: ({ row, likeness }) => {
      if (likeness < ALIKE) return "none";
      return isNamed(row) ? "sure" : isProse(row.text) ? "likely" : "possible";
    },
    equal: sentence("author and day are equal, the texts alike"),
  },
  {
    key: (review) => review.text === null ? null : dayOf(review) + foldedWords(review.text),
    judge: ({ row }) => isProse(row.text) ? "sure" : "possible",
    equal: sentence("day and text are equal, the authors not"),
  },
  {
    key: (review) => isNamed(review) ? dayOf(review) + foldedWords(review.author) : null,
    judge: ({ row }) => isFullName(row.author) ? "alone" : "possible",
    equal: sentence("author and day are equal, the texts not"),
  },
  {
    key: ({ source, author, text }) => isProse(text) ? `${source}\n${foldedWords(author)}\n${foldedWords(text)}` : null,
    judge: () => "likely",
    equal: sentence("author and text are equal, the days not"),
  },
];

/**
 * Joins imported reviews without a source id with their known earlier versions, whose ids they get. Known reviews that
 * the files repeat unchanged are not candidates. Reviews of different places are never joined. Uncertain joins are
 * reported as doubts.
 *
 * @param known Published and hidden reviews.
 */
export function identifyReviews(imported: readonly ImportedReview[], known: readonly Review[]): IdentifiedReviews {
  const unnumbered = imported.filter((review) => review.unnumbered === true);
  if (unnumbered.length === 0 || known.length === 0) return { reviews: imported, doubts: [] };
  const idsOf = ({ id, aliases = [] }: Review) => [id, ...aliases];
  const ids = new Set(known.flatMap(idsOf));
  const open = new Set(unnumbered.filter(({ id }) => !ids.has(id)));
  if (open.size === 0) return { reviews: imported, doubts: [] };
  const there = new Set(imported.map(({ id }) => id));
  const sources = new Set(Array.from(open, ({ source }) => source));
  const ofSources = known.filter(({ source }) => sources.has(source));
  const left = new Set(ofSources.filter((review) => !idsOf(review).some((id) => there.has(id))));
  const isWholeExportOf = wholeExports(imported, ofSources, left);
  const found = new Map<ImportedReview, string>();
  const doubts: JoinDoubt[] = [];
  for (const { key, judge, equal } of WAYS) {
    const candidates = Map.groupBy(left, key);
    for (const [name, rows] of Map.groupBy(open, key)) {
      if (name === null) continue;
      const pairs = pairsOf(rows, candidates.get(name) ?? []).filter((pair) => judge(pair) !== "none");
      for (const pair of pairs) {
        const { row, known } = pair;
        if (!open.has(row) || !left.has(known)) continue;
        const isAlone = pairs.every((other) => other === pair || other.row !== row && other.known !== known);
        const decision = decide(judge(pair), row.verified, isAlone, isWholeExportOf(known));
        if (decision === "leave") continue;
        open.delete(row);
        left.delete(known);
        found.set(row, known.id);
        if (decision === "doubt") doubts.push(doubtOf(pair, equal, isAlone));
      }
    }
  }
  const reviews = imported.map((row) => {
    const id = found.get(row);
    return id === undefined ? row : { ...row, id };
  });
  return { reviews, doubts };
}

/**
 * Decides about a pair: join it, join it and report a doubt, or leave both reviews as they are.
 *
 * @param isVerified Whether the row is verified. Joining another row withdraws the known review.
 * @param isAlone Whether neither review fits another one.
 * @param isWhole Whether the files are a whole export of the known review's source and day.
 */
function decide(
  certainty: Certainty,
  isVerified: boolean,
  isAlone: boolean,
  isWhole: boolean,
): "join" | "doubt" | "leave" {
  if (!isVerified) return certainty === "sure" && isAlone ? "join" : "leave";
  if (certainty === "sure" || isWhole) return isAlone ? "join" : "doubt";
  if (!isAlone) return "leave";
  return certainty === "alone" ? "join" : certainty === "likely" ? "doubt" : "leave";
}

/** All pairs of a row and a known review that may be the same review, most similar texts first. */
function pairsOf(rows: readonly ImportedReview[], known: readonly Review[]): readonly Pair[] {
  if (rows.length > MOST_RIVALS || known.length > MOST_RIVALS) return [];
  return rows.flatMap((row) =>
    known.filter((review) => mayBeOfOne(row, review)).map((known) => ({
      row,
      known,
      likeness: likeness(row.text, known.text),
    }))
  ).sort((a, b) => b.likeness - a.likeness);
}

/**
 * Returns a predicate: true for a known review between the first and last day of its source in the files. The files
 * must repeat at least the share `WHOLE` of the known reviews of that source and period.
 */
function wholeExports(
  imported: readonly Review[],
  known: readonly Review[],
  left: ReadonlySet<Review>,
): (review: Review) => boolean {
  const days = new Map<string, { first: string; last: string; known: number; repeated: number }>();
  for (const { source, date } of imported) {
    const span = days.get(source) ?? { first: date, last: date, known: 0, repeated: 0 };
    if (date < span.first) span.first = date;
    if (date > span.last) span.last = date;
    days.set(source, span);
  }
  const spanOf = ({ source, date }: Review) => {
    const span = days.get(source);
    return span === undefined || date < span.first || date > span.last ? undefined : span;
  };
  for (const review of known) {
    const span = spanOf(review);
    if (span === undefined) continue;
    span.known++;
    if (!left.has(review)) span.repeated++;
  }
  return (review) => {
    const { known = 0, repeated = 0 } = spanOf(review) ?? {};
    return known > 0 && repeated >= known * WHOLE;
  };
}

function likeness(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0;
  const [one, other] = [a, b].map((text) => new Set(foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []));
  if (one === undefined || other === undefined) return 0;
  return one.intersection(other).size / Math.max(1, Math.min(one.size, other.size));
}

function doubtOf({ row, known }: Pair, equal: Sentence, isAlone: boolean): JoinDoubt {
  const why = isAlone ? equal : sentence("{equal}, and others fit as well", { equal });
  return { kept: shown(known), joined: shown(row), why };
}

const SHOWN_LETTERS = 60;

function shown({ author, date, rating, text }: Review): string {
  const words = text === null ? "no text" : shortened(text, SHOWN_LETTERS);
  return `${author}, ${date}, ${rating === 1 ? "1 star" : `${rating} stars`}: ${words.replace(/\s+/g, " ")}`;
}
