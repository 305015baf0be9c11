import { foldText } from "../fold_text.ts";
import type { ImportedReview, Review } from "../review.ts";

/** Two reviews that an import has made one, though that is not certain; in words for people. */
export interface JoinDoubt {
  readonly kept: string;
  readonly joined: string;
  readonly why: string;
}

/** Imported reviews under the ids that they are known by. */
export interface IdentifiedReviews {
  readonly reviews: readonly ImportedReview[];
  readonly doubts: readonly JoinDoubt[];
}

/** An imported review and a known one that it may be a later version of. */
interface Pair {
  readonly row: ImportedReview;
  readonly known: Review;
  /** Share of the words of the shorter text that the other has; 0 without words. */
  readonly likeness: number;
}

/**
 * How certain it is that a pair is one review. `sure`: in any file. `alone`: in any file, if neither fits another one as
 * well. `likely`: asked in any file. `possible`: only in an export of the whole, which would hold the known review as
 * well if it were another.
 */
type Certainty = "sure" | "alone" | "likely" | "possible" | "none";

/** A way to find the known review of a row. The ways are tried in order, each with what is still open. */
interface Way {
  /** Reviews are compared where this is equal; null for a review that the way does not find. */
  readonly key: (review: Review) => string | null;
  readonly judge: (pair: Pair) => Certainty;
  /** What is equal, for people. */
  readonly equal: string;
}

const ALIKE = 0.7;
/** Texts of so many characters are nobody else's. */
const PROSE = 30;
/** A file is an export of the whole if it repeats this share of its source's reviews, within its own days. */
const WHOLE = 0.5;
/** More reviews with one key, as those of anonymous people on one day, are not compared. */
const MOST_RIVALS = 50;

/** Folded names that many reviewers share. */
const SHARED_NAMES =
  /^(?:(?:an?|ein|une?|una?|um) .*|an[oó]n[iy]m\w*|anonyme|(?:google )?(?:user|nutzer)|customer|guest|kund[ei]n?|gast|client|cliente|invit[ée]|verified buyer)$/;

/** Whether a name is that of many: nothing tells the reviews of such authors apart but their words. */
export function isSharedName(author: string): boolean {
  return SHARED_NAMES.test(foldText(author));
}

/** Whether a name is one person's: two words, and not shared. */
export function isFullName(author: string): boolean {
  return author.trim().includes(" ") && !isSharedName(author);
}

/** Folded words, with one space between them. */
export function foldedWords(text: string): string {
  return foldText(text).replace(/\s+/gu, " ");
}

/** Whether a text is so long that another author would not write the same. */
export function isProse(text: string | null): text is string {
  return text !== null && [...text].length >= PROSE;
}

/** Whether two reviews may be of one place and product: one that names none may be of any. */
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
    equal: "author, day and text are equal, the stars not",
  },
  {
    key: (review) => dayOf(review) + foldedWords(review.author),
    judge: ({ row, likeness }) => {
      if (likeness < ALIKE) return "none";
      return isNamed(row) ? "sure" : isProse(row.text) ? "likely" : "possible";
    },
    equal: "author and day are equal, the texts alike",
  },
  {
    key: (review) => review.text === null ? null : dayOf(review) + foldedWords(review.text),
    judge: ({ row }) => isProse(row.text) ? "sure" : "possible",
    equal: "day and text are equal, the authors not",
  },
  {
    key: (review) => isNamed(review) ? dayOf(review) + foldedWords(review.author) : null,
    judge: ({ row }) => isFullName(row.author) ? "alone" : "possible",
    equal: "author and day are equal, the texts not",
  },
  {
    key: ({ source, author, text }) => isProse(text) ? `${source}\n${foldedWords(author)}\n${foldedWords(text)}` : null,
    judge: () => "likely",
    equal: "author and text are equal, the days not",
  },
];

/**
 * Gives imported reviews without an id of their source the id of the known review that they are a later version of. One
 * that the files hold as it is known is nobody's later version, and reviews of different places are never the same.
 * Without such evidence that nothing else is possible, the pair is a doubt.
 *
 * @param known Reviews that are published or hidden.
 */
export function identifyReviews(
  imported: readonly ImportedReview[],
  known: readonly Review[],
): IdentifiedReviews {
  const idsOf = ({ id, aliases = [] }: Review) => [id, ...aliases];
  const ids = new Set(known.flatMap(idsOf));
  const open = new Set(imported.filter(({ id, unnumbered }) => unnumbered === true && !ids.has(id)));
  if (open.size === 0 || ids.size === 0) return { reviews: imported, doubts: [] };
  const there = new Set(imported.map(({ id }) => id));
  const sources = new Set(Array.from(open, ({ source }) => source));
  const ofSources = known.filter(({ source }) => sources.has(source));
  const left = new Set(ofSources.filter((review) => !idsOf(review).some((id) => there.has(id))));
  const isWhole = wholeSources(imported, ofSources, left);
  const found = new Map<ImportedReview, string>();
  const doubts: JoinDoubt[] = [];
  for (const { key, judge, equal } of WAYS) {
    const candidates = groupedBy(left, key);
    for (const [name, rows] of groupedBy(open, key)) {
      const pairs = pairsOf(rows, candidates.get(name) ?? []).filter((pair) => judge(pair) !== "none");
      for (const pair of pairs) {
        const { row, known } = pair;
        if (!open.has(row) || !left.has(known)) continue;
        const isAlone = pairs.every((other) => other === pair || other.row !== row && other.known !== known);
        const certainty = judge(pair);
        // What is not verified would withdraw the other one.
        const isBorneOut = row.verified && (certainty === "alone" && isAlone || isWhole(row.source));
        const isCertain = certainty === "sure" && (row.verified || isAlone) || isBorneOut;
        if (!isCertain && !(row.verified && isAlone && certainty === "likely")) continue;
        open.delete(row);
        left.delete(known);
        found.set(row, known.id);
        if (!isCertain || !isAlone) doubts.push(doubtOf(pair, equal, isAlone));
      }
    }
  }
  const reviews = imported.map((row) => {
    const id = found.get(row);
    return id === undefined ? row : { ...row, id };
  });
  return { reviews, doubts };
}

/** All pairs of a row and a known review that may be one, those first whose texts are the most alike. */
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

/** Builds the test whether the files repeat most of what is known of a source in their days. */
function wholeSources(
  imported: readonly Review[],
  known: readonly Review[],
  left: ReadonlySet<Review>,
): (source: string) => boolean {
  const days = new Map<string, { first: string; last: string; known: number; repeated: number }>();
  for (const { source, date } of imported) {
    const span = days.get(source) ?? { first: date, last: date, known: 0, repeated: 0 };
    if (date < span.first) span.first = date;
    if (date > span.last) span.last = date;
    days.set(source, span);
  }
  for (const review of known) {
    const span = days.get(review.source);
    if (span === undefined || review.date < span.first || review.date > span.last) continue;
    span.known++;
    if (!left.has(review)) span.repeated++;
  }
  return (source) => {
    const { known = 0, repeated = 0 } = days.get(source) ?? {};
    return known > 0 && repeated >= known * WHOLE;
  };
}

function groupedBy<Item extends Review>(
  reviews: Iterable<Item>,
  key: Way["key"],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const review of reviews) {
    const name = key(review);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [review]);
    else group.push(review);
  }
  return groups;
}

function likeness(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0;
  const [one, other] = [a, b].map((text) => new Set(foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []));
  if (one === undefined || other === undefined) return 0;
  return one.intersection(other).size / Math.max(1, Math.min(one.size, other.size));
}

function doubtOf({ row, known }: Pair, equal: string, isAlone: boolean): JoinDoubt {
  const why = isAlone ? equal : `${equal}, and others fit as well`;
  return { kept: shown(known), joined: shown(row), why };
}

const SHOWN_LETTERS = 60;

function shown({ author, date, rating, text }: Review): string {
  const words = text === null
    ? "no text"
    : text.length <= SHOWN_LETTERS
    ? text
    : `${text.slice(0, SHOWN_LETTERS).toWellFormed()}…`;
  return `${author}, ${date}, ${rating === 1 ? "1 star" : `${rating} stars`}: ${words.replace(/\s+/g, " ")}`;
}
