import { getOrMake } from "../../../domain/get_or_make.ts";
import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { starCounts } from "../../../domain/documents/aggregate_rating.ts";
import { isSharedName } from "../../../domain/dataset/identify_reviews.ts";
import type { ImportedReview } from "../../../domain/review.ts";
import { reviewId } from "../../../domain/review_id.ts";
import type { FieldFault } from "../cells/row_reader.ts";
import type { Described } from "../formats/import_formats.ts";
import type { FileContent } from "./file_content.ts";
import type { OpenPlaces, PlaceBusiness } from "./place_choice.ts";
import type { RowNote } from "./read_row.ts";

/** A fault of one row, with file and line. */
interface RowFault extends FieldFault {
  /** The name of the file, as the operator wrote it. */
  readonly file: string;
  readonly line: number;
}

const LAST_DAY = "9999-12-31";
/** Maximum number of faults that are kept, beside the first of each kind. Bounds memory when every row is bad. */
const MOST_KEPT = 100_000;
/** Maximum number of fault kinds: expectations may contain keys of the rows. */
const MOST_KINDS = 20;

/** Rows that are left out for one reason. */
interface LeftOutRows {
  readonly reason: Sentence;
  rows: number;
  readonly first: Pick<RowFault, "file" | "line">[];
}

/** The content of all review files. */
export class ImportFiles {
  /** Reviews that their files mark as not to be published. They are stored and withheld. */
  readonly withheld: ImportedReview[] = [];
  /** What full exports describe besides reviews, not validated. */
  described: Described = {};
  /** The place as described in other formats; null if there is none, or if rows differ. */
  place: PlaceBusiness | null = null;
  readonly understood: Pick<FileContent, "file" | "understanding">[] = [];
  rows = 0;
  /** The first faults of the rows, up to a limit. */
  readonly faults: RowFault[] = [];
  badRows = 0;
  /** Numbers of these rows by stars, as far as their rating could be read. */
  readonly badStars = starCounts([]);
  /** Rows left out on purpose, by the English text of the reason, with the places of the first ones. */
  readonly skipped = new Map<string, LeftOutRows>();
  /** Number of valid rows that repeat a review in another version. */
  repeated = 0;
  /** Number of rows by decision made for them. */
  readonly notes = new Map<RowNote, number>();
  readonly warnings: Sentence[] = [];
  /** Null if no place must be chosen. */
  openPlaces: OpenPlaces | null = null;
  /** Names of files in archives that hold no reviews. */
  readonly leftOut: string[] = [];
  /** Pairs of rows with one id, but other authors and texts. The later row is read. */
  readonly sameIds: { readonly kept: string; readonly joined: string; readonly why: Sentence }[] = [];
  readonly #versions = new Map<string, { review: ImportedReview; updated: number | null }>();
  /** Numbers of faults by kind, also of those that are not kept. */
  readonly #faultCounts = new Map<string, number>();

  /** The valid reviews in file order, one version of each, including unverified ones. */
  get reviews(): readonly ImportedReview[] {
    return Array.from(this.#versions.values(), ({ review }) => review);
  }

  get formats(): readonly string[] {
    return this.understood.map(({ understanding }) => understanding.format.name);
  }

  /** The first fault of each kind, their number, and the lines of those that are kept in the same file. */
  get faultKinds() {
    const kept = Map.groupBy(this.faults, kindOf);
    return [...this.#faultCounts].flatMap(([kind, count]) => {
      const faults = kept.get(kind) ?? [];
      return faults.slice(0, 1).map((first) => {
        const lines = faults.filter(({ file }) => file === first.file).map(({ line }) => line);
        return { first, count, lines };
      });
    });
  }

  add({ file, understanding, described, rows, linesOf }: FileContent): void {
    this.understood.push({ file, understanding });
    this.described = { ...this.described, ...described };
    this.rows += rows.length;
    const numbered = namelessNumbering();
    for (const { review, skipped, updated, hides } of rows) {
      if (skipped !== null) this.#skippedBy(skipped).rows++;
      else if (review !== null) this.#addVersion(numbered(review), updated);
      if (hides !== undefined && review !== null) this.#hide(hides, review.date);
    }
    for (const { review, skipped, hides } of rows) {
      // A row without the review has no day to compare.
      const hidden = hides === undefined || review !== null ? null : this.#hide(hides);
      if (hidden !== null) this.withheld.push({ ...hidden, unpublished: true });
      // Number withheld reviews last, so that published ones get the first numbers among equal ratings without a name.
      if (review !== null && skipped !== null) this.withheld.push(numbered(review));
    }
    const placed = rows.flatMap((row) => row.place === null ? [] : [{ ...row, place: row.place }]);
    const lines = placed.length === 0 ? [] : linesOf(placed.map(({ place }) => place));
    for (const [at, { skipped, faults, stars }] of placed.entries()) {
      const place = { file, line: lines[at] ?? 1 };
      if (skipped !== null) this.#skippedBy(skipped).first.push(place);
      if (faults.length === 0) continue;
      this.badRows++;
      if (stars !== undefined) this.badStars[stars - 1]! += 1;
      for (const fault of faults) this.#addFault({ ...place, ...fault });
    }
  }

  #skippedBy(reason: Sentence): LeftOutRows {
    return getOrMake(this.skipped, String(reason), () => ({ reason, rows: 0, first: [] }));
  }

  #addFault(fault: RowFault): void {
    const kind = kindOf(fault);
    const count = this.#faultCounts.get(kind) ?? 0;
    const isCounted = count > 0 || this.#faultCounts.size < MOST_KINDS;
    if (isCounted) this.#faultCounts.set(kind, count + 1);
    if (this.faults.length < MOST_KEPT || isCounted && count === 0) this.faults.push(fault);
  }

  /** Keeps the most recently changed version of a review, or the last added one if a version has no time of change. */
  #addVersion(review: ImportedReview, updated: number | null): void {
    const known = this.#versions.get(review.id);
    if (known !== undefined) this.repeated++;
    if (known !== undefined && known.review.author !== review.author && known.review.text !== review.text) {
      const shown = ({ author, date }: ImportedReview) => `${author}, ${date}`;
      const why = sentence("their ids are equal, and only one of them is published");
      this.sameIds.push({ kept: shown(known.review), joined: shown(review), why });
    }
    if (typeof known?.updated === "number" && updated !== null && updated < known.updated) return;
    this.#versions.set(review.id, { review, updated });
  }

  /** Removes and returns the version of a review that another row hides, unless it is of a later day. */
  #hide(id: string, day = LAST_DAY): ImportedReview | null {
    const review = this.#versions.get(id)?.review;
    if (review === undefined || review.date > day) return null;
    this.#versions.delete(id);
    this.repeated++;
    return review;
  }
}

/** Faults of one kind have one line in the report. An expectation may list the keys of its row after a semicolon. */
function kindOf({ field, allowed }: RowFault): string {
  return JSON.stringify([field, String(allowed).split(";")[0]]);
}

/** Numbers equal ratings of one file without words, name and id, each a review. The next export gets the same ids. */
function namelessNumbering(): (review: ImportedReview) => ImportedReview {
  const counts = new Map<string, number>();
  return (review) => {
    if (!review.unnumbered || review.text !== null || !isSharedName(review.author)) return review;
    const before = counts.get(review.id) ?? 0;
    counts.set(review.id, before + 1);
    return before === 0 ? review : { ...review, id: reviewId([review.id, String(before + 1)]) };
  };
}
