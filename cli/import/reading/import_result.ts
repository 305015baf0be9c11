import { isSharedName } from "../../../domain/dataset/identify_reviews.ts";
import type { ImportedReview } from "../../../domain/review.ts";
import { reviewId } from "../../../domain/ulid.ts";
import type { RowPlace } from "../cells/source_row.ts";
import type { FileRow } from "./file_reading.ts";
import type { FieldFault } from "../cells/row_reader.ts";

/** A fault of one row, with file and line. */
export interface RowFault extends FieldFault {
  /** The file as the operator named it. */
  readonly file: string;
  /** Line in the file, from 1, where the row begins. */
  readonly line: number;
}

/** All faults of one kind: of the same column, with the same expectation. */
export interface FaultKind {
  /** The first of them. */
  readonly first: RowFault;
  readonly count: number;
  /** The lines of the next few in the same file. */
  readonly furtherLines: readonly number[];
}

/** Maximum number of places listed for a kind of fault. */
const LISTED_PLACES = 3;
/** Maximum number of rows kept with all their faults. Bounds memory when every row is bad. */
const MOST_KEPT = 200_000;
/** Maximum number of kinds in a file. Bounds memory when expectations contain keys of the rows. */
const MOST_KINDS = 20;

interface OpenKind {
  count: number;
  readonly places: { readonly file: string; readonly at: RowPlace; readonly fault: FieldFault }[];
}

/** Collects the rows of several files. */
export class ImportResult {
  readonly faults: RowFault[] = [];
  readonly skipped = new Map<string, number>();
  rows = 0;
  faultCount = 0;
  badRows = 0;
  readonly #newest = new NewestReviews();
  readonly #kinds = new Map<string, { first: RowFault; count: number; furtherLines: number[] }>();
  readonly #keepsAll: boolean;

  /** @param keepsAll Whether every fault is kept in `faults`, with its line. */
  constructor(keepsAll: boolean) {
    this.#keepsAll = keepsAll;
  }

  /** The valid reviews in file order, one version of each. */
  get reviews(): readonly ImportedReview[] {
    return this.#newest.reviews();
  }

  /** How many valid rows are other versions of these reviews. */
  get repeated(): number {
    return this.#newest.repeated;
  }

  /** The kinds of faults, in the order of their first places. */
  get faultKinds(): readonly FaultKind[] {
    return [...this.#kinds.values()];
  }

  /**
   * Adds the rows of a file.
   *
   * @param linesOf Gives the lines of places in the file. Called at most once, and only for the rows whose places are
   * told, because it may have to scan the whole file.
   */
  add(file: string, rows: readonly FileRow[], linesOf: (places: readonly RowPlace[]) => readonly number[]): void {
    const kinds = new Map<string, OpenKind>();
    const kept: FileRow[] = [];
    const numbered = namelessNumbering();
    for (const row of rows) {
      this.rows++;
      if (row.review !== null) this.#newest.add(numbered(row.review), row.updated);
      if (row.skipped !== null) {
        this.skipped.set(row.skipped, (this.skipped.get(row.skipped) ?? 0) + 1);
      }
      if (row.faults.length === 0) continue;
      this.badRows++;
      this.faultCount += row.faults.length;
      if (this.#keepsAll && kept.length + this.faults.length < MOST_KEPT) kept.push(row);
      for (const fault of row.faults) countKind(kinds, file, row.place ?? 1, fault);
    }
    if (kinds.size === 0) return;
    const told = this.#keepsAll ? kept.map(({ place }) => place ?? 1) : placesOf(kinds, rows);
    const lines = new Map(told.length === 0 ? [] : linesOf(told).map((line, index) => [told[index], line]));
    const lineOf = (at: RowPlace) => lines.get(at) ?? 1;
    for (const { place, faults } of kept) {
      for (const fault of faults) this.faults.push({ file, line: lineOf(place ?? 1), ...fault });
    }
    for (const [key, { count, places }] of kinds) this.#addKind(key, count, places, lineOf);
  }

  #addKind(key: string, count: number, places: OpenKind["places"], lineOf: (at: RowPlace) => number): void {
    const [first] = places;
    const known = this.#kinds.get(key);
    if (known !== undefined) known.count += count;
    if (known !== undefined || first === undefined) return;
    this.#kinds.set(key, {
      first: { file: first.file, line: lineOf(first.at), ...first.fault },
      count,
      furtherLines: places.slice(1).map(({ at }) => lineOf(at)),
    });
  }
}

function countKind(kinds: Map<string, OpenKind>, file: string, at: RowPlace, fault: FieldFault): void {
  // The keys of a row may stand after a semicolon.
  const key = JSON.stringify([fault.field, fault.allowed.split(";")[0]]);
  const kind = kinds.get(key);
  if (kind === undefined) {
    if (kinds.size < MOST_KINDS) kinds.set(key, { count: 1, places: [{ file, at, fault }] });
    return;
  }
  kind.count++;
  if (kind.places.length < LISTED_PLACES) kind.places.push({ file, at, fault });
}

/** The places that are told, in the order of the file. */
function placesOf(kinds: ReadonlyMap<string, OpenKind>, rows: readonly FileRow[]): readonly RowPlace[] {
  const wanted = new Set([...kinds.values()].flatMap(({ places }) => places.map(({ at }) => at)));
  const inOrder = rows.flatMap(({ place }) => place !== null && wanted.delete(place) ? [place] : []);
  return [...inOrder, ...wanted];
}

/**
 * Numbers the equal ratings of one file that have neither words nor the name of a person nor an id: each is a review, and
 * in the next export the same number of them has the same ids.
 */
function namelessNumbering(): (review: ImportedReview) => ImportedReview {
  const counts = new Map<string, number>();
  return (review) => {
    if (!review.unnumbered || review.text !== null || !isSharedName(review.author)) return review;
    const before = counts.get(review.id) ?? 0;
    counts.set(review.id, before + 1);
    return before === 0 ? review : { ...review, id: reviewId([review.id, String(before + 1)]) };
  };
}

/** Keeps one version of each review, in the order of first occurrence. */
export class NewestReviews {
  readonly #versions = new Map<string, { review: ImportedReview; updated: number | null }>();
  /** How many versions were added that others have replaced. */
  repeated = 0;

  /**
   * Adds a version of a review. The most recently changed one is kept; if a version has no time of change, the one that
   * was added last.
   *
   * @param updated Time of the last change, in milliseconds since 1970.
   */
  add(review: ImportedReview, updated: number | null): void {
    if (this.#versions.has(review.id)) this.repeated++;
    const known = this.#versions.get(review.id)?.updated ?? null;
    if (known !== null && updated !== null && updated < known) return;
    this.#versions.set(review.id, { review, updated });
  }

  /** The kept versions. */
  reviews(): ImportedReview[] {
    return Array.from(this.#versions.values(), ({ review }) => review);
  }
}
