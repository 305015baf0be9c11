import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { type Choice, choice, confirmation } from "../../command/choice.ts";
import { ABOVE_FIVE, isRatingWord, readRating } from "../cells/read_rating.ts";
import { shownValue, ValueFault } from "../cells/row_reader.ts";
import { foldedCell, isEmptyValue, type SourceRow } from "../cells/source_row.ts";
import { hasOne, isFromZero, isOfStars, namedScale, nameWords } from "../formats/column_names.ts";
import { MOST_STATES } from "../formats/column_table.ts";
import type { Understanding } from "../formats/understanding.ts";
import type { OpenQuestions, Question } from "./question.ts";
import type { RowRules } from "./read_row.ts";

/** Scales that people use; 5 is the one without a question. */
const SCALES = [10, 20, 50, 100];
/** Number of ratings above 5 from which most of them show a scale of 10 or 100. Fewer may be slips. */
const FEWEST_ABOVE = 10;
const ONE_IS_BEST = /\b1 ?(?:=|:|is|ist) ?(?:the )?(?:best|top|excellent|sehr gut|tr[eè]s bien|ottimo)|schulnote/i;
/** Grades are good ones below the middle of 1 to 5. */
const MIDDLE = 3;

/** What is known of the scale before the rows are seen. */
interface KnownScale {
  /** The scale that the operator or the format names. */
  readonly scale: number | undefined;
  /** A scale that is named for several files, and holds for those with greater ratings than 5. */
  readonly shared: number | undefined;
  readonly stars: ReadonlyMap<string, number>;
}

/** Which rating is the best one, and how many stars words are. */
export class RatingQuestion implements Question {
  readonly #column: string;
  readonly #isTable: boolean;
  /** Numbers of the ratings from 0 to 100. */
  readonly #counts = new Map<number, number>();
  readonly #words = new Map<string, number>();
  #rows = 0;
  /** Whether 0 is the worst rating: by the name of its column, or as another one names the Net Promoter Score. */
  readonly isFromZero: boolean;

  constructor(private readonly understanding: Understanding, private readonly known: KnownScale) {
    const { format, used, watched } = understanding;
    this.#column = used.get("rating") ?? "";
    this.#isTable = format.name === "csv" && format.best === undefined;
    this.isFromZero = isFromZero(this.#column) ||
      watched.values().some((values) => values.size > 0 && [...values].every((value) => isFromZero(value)));
  }

  see(row: SourceRow): boolean {
    const { value } = row.cell(this.understanding.format.fields.rating);
    this.#rows++;
    const word = foldedCell(value);
    const read = readRating(value, null, this.isFromZero);
    if (/^\d{1,3}(?:[.,]\d+)?$/.test(word) && Number(word.replace(",", ".")) <= 100) {
      const number = Number(word.replace(",", "."));
      this.#counts.set(number, (this.#counts.get(number) ?? 0) + 1);
    } else if (
      read instanceof ValueFault && read !== ABOVE_FIVE && isRatingWord(value) && !this.known.stars.has(word)
    ) {
      this.#words.set(shownValue(value), (this.#words.get(shownValue(value)) ?? 0) + 1);
    }
    return this.known.scale === undefined && (this.#isTable || this.known.shared !== undefined);
  }

  settle(): Pick<RowRules, "scale"> {
    return { scale: this.#scale ?? null };
  }

  get #scale(): number | undefined {
    return this.known.scale ?? (this.#isAbove || this.#mayBeGrades ? this.known.shared : undefined) ?? this.#own;
  }

  /** The scale by the name and the ratings of the column; undefined if they leave it open. */
  get #own(): number | undefined {
    if (this.#mayBeGrades) return undefined;
    if (isOfStars(this.#column)) return 5;
    const named = namedScale(this.#column) ?? (nameWords(this.#column).includes("nps") ? 10 : undefined);
    return this.#isTable ? named ?? (this.#isAbove ? this.#shown : 5) : undefined;
  }

  /** The scale that most ratings show. */
  get #shown(): number | undefined {
    const ratings = [...this.#counts];
    const above = ratings.reduce((sum, [rating, count]) => rating > 5 ? sum + count : sum, 0);
    const all = ratings.reduce((sum, [, count]) => sum + count, 0);
    const isShown = [10, 100].includes(this.#greatest) && above >= FEWEST_ABOVE && above * 2 > all;
    return isShown ? this.#greatest : undefined;
  }

  get #greatest(): number {
    return Math.max(0, ...this.#counts.keys());
  }

  get #isAbove(): boolean {
    return this.#greatest > 5 && this.understanding.format.best === undefined;
  }

  /** Whether ratings may be school grades, of which 1 is the best: by their name, and as most are good ones. */
  get #mayBeGrades(): boolean {
    if (!this.#isTable || this.#greatest > 6) return false;
    if (ONE_IS_BEST.test(this.#column)) return true;
    const good = [...this.#counts].reduce((sum, [rating, count]) => sum + (rating < MIDDLE ? count : -count), 0);
    return hasOne(nameWords(this.#column), "grades") && !/\d/.test(this.#column) && (good > 0 || this.#isAbove);
  }

  ask(): OpenQuestions {
    const words = this.#wordChoices();
    const isAsked = (this.#isAbove || this.#mayBeGrades) && this.#scale === undefined && !isOfStars(this.#column);
    if (isAsked) return { needs: [this.#scaleChoice(), ...words] };
    const isShown = this.known.scale === undefined && this.#isAbove && this.#scale === this.#shown &&
      namedScale(this.#column) === undefined;
    const isOpen = isShown && this.understanding.ground !== "suggested";
    return {
      warnings: this.#otherScale,
      needs: words,
      doubts: isOpen
        ? [confirmation("scale", sentence("its ratings show that the best one is {best}.", { best: this.#scale ?? 5 }))]
        : [],
    };
  }

  /** The sentence about a scale of other files that does not hold for this one. */
  get #otherScale(): readonly Sentence[] {
    const { shared } = this.known;
    const taken = this.#scale ?? 5;
    if (shared === undefined || taken === shared || this.understanding.format.name !== "csv") return [];
    return [
      sentence(
        "its best rating is taken as {taken}, as nothing in the file asks for a scale. If it is {best}, import the file alone.",
        { taken, best: shared },
      ),
    ];
  }

  #scaleChoice(): Choice {
    const greatest = this.#greatest;
    const whole = Number.isInteger(greatest) && greatest > 5 ? [greatest] : [];
    const usual = SCALES.filter((scale) => scale >= greatest);
    const most = greatest > 10 ? usual.slice(-1) : [];
    const offers = this.#mayBeGrades
      ? [1, ...greatest > 5 ? [6, 10] : [5]]
      : [...whole, ...usual.slice(0, 1), ...most, 5];
    const scales = [...new Set(offers)];
    const seen = [...this.#counts.keys()].sort((a, b) => b - a).slice(0, 4).join(", ");
    const question = sentence("its best rating may be {best} or {other}: it has {examples}.", {
      best: scales.slice(0, -1).join(", "),
      other: scales.at(-1) ?? "",
      examples: seen,
    });
    return choice(
      "scale",
      question,
      [this.#column],
      scales.map((best) =>
        [
          `--scale=${best}`,
          best === 1
            ? sentence("1 becomes five stars, 5 and 6 one star")
            : sentence("{best} becomes five stars", { best }),
        ] as const
      ),
    );
  }

  /** A choice for each word of a column of words. A few words among ratings are problems of their rows. */
  #wordChoices(): readonly Choice[] {
    const words = [...this.#words.keys()];
    const worded = [...this.#words.values()].reduce((sum, rows) => sum + rows, 0);
    // Dashes alone are empty cells; beside other signs they are signs.
    if (worded < 2 || worded * 2 < this.#rows || words.length > MOST_STATES || words.every(isEmptyValue)) return [];
    const column = this.#column;
    return words.map((word) =>
      choice(
        `stars ${word}`,
        sentence('{column} holds words: {words}. How many stars is "{word}"?', { column, words, word }),
        [column],
        [
          ...[5, 4, 3, 2, 1].map((count) =>
            [`--stars=${word}=${count}`, sentence("{count|# star|# stars}", { count })] as const
          ),
          [`--stars=${word}=none`, sentence("leaves out its rows")],
        ],
      )
    );
  }
}
