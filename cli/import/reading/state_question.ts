import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { type Choice, choice } from "../../command/choice.ts";
import { shellWord } from "../../../terminal/print.ts";
import { ImportFileError } from "../bytes/file_container.ts";
import { isDay } from "../cells/read_day.ts";
import { isHiddenState, readVisibility } from "../cells/read_flag.ts";
import { listedNames, shownValue, ValueFault } from "../cells/row_reader.ts";
import { isEmptyValue, isJsonObject, plainText, type SourceRow } from "../cells/source_row.ts";
import { hasOne, nameWords } from "../formats/column_names.ts";
import { hidingChoice, MOST_STATES } from "../formats/column_table.ts";
import { isKnown } from "../formats/file_layout.ts";
import { columnNames, type Understanding } from "../formats/understanding.ts";
import type { OpenQuestions, Question } from "./question.ts";
import type { RowRules } from "./read_row.ts";

/** The sentence about columns of texts that somebody has chosen not to read. */
export const UNREAD_TEXTS = "{columns} {count|holds|hold} texts, which are not read.";

/** Which rows may be shown: unknown words of states, and unread columns that may hide rows. Sees all rows of the file. */
export class StateQuestion implements Question {
  /** The unknown words, with their numbers of rows. */
  readonly #words = new Map<string, number>();
  readonly #counts: Map<string, Map<string, number>>;
  readonly #members: ReadonlySet<string>;
  #isTable = true;

  /** @param ignored Columns that cause no doubt (`--ignore`). */
  constructor(
    private readonly file: string,
    private readonly understanding: Understanding,
    private readonly rules: Pick<RowRules, "states" | "lastDay">,
    private readonly ignored: readonly string[] = [],
  ) {
    this.#counts = new Map(Array.from(understanding.watched.keys(), (name) => [name, new Map()]));
    this.#members = new Set(columnNames(understanding).map((name) => name.split(".")[0] ?? name));
  }

  see(row: SourceRow): boolean {
    const { status, consent, show_name } = this.understanding.format.fields;
    for (const name of status.concat(consent, show_name)) {
      this.#seeState(row.cell([name]).value, !status.includes(name));
    }
    this.#isTable = row.names === undefined;
    // Members absent from the sample count too.
    for (const name of row.names ?? []) {
      if (!this.#members.has(name) && !this.#counts.has(name)) this.#counts.set(name, new Map());
    }
    for (const [name, counts] of this.#counts) {
      const { value } = row.cell([name]);
      // The members of an object are columns themselves.
      if (isEmptyValue(value) || isJsonObject(value) || counts.size > MOST_STATES) continue;
      const text = plainText(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return false;
  }

  #seeState(value: unknown, mayBeDay: boolean): void {
    const { states, lastDay } = this.rules;
    if (isEmptyValue(value) || !(readVisibility(value, states) instanceof ValueFault)) return;
    if (mayBeDay && isDay(value, { lastDay, order: "dmy", relativeTo: lastDay })) return;
    const word = shownValue(value);
    this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
  }

  /** The sentence about columns of texts that nobody is asked about any more. */
  get #unreadTexts(): readonly Sentence[] {
    const { ground, unreadTexts } = this.understanding;
    if (ground !== "remembered" || unreadTexts.length === 0) return [];
    const parts = { columns: listedNames(unreadTexts), count: unreadTexts.length };
    return [sentence(UNREAD_TEXTS, parts)];
  }

  /** Sentences about ignored columns whose words say of rows that their source does not show them. */
  get #ignoredStates(): readonly Sentence[] {
    return this.ignored.flatMap((name) => {
      const words = [...this.#counts.get(name) ?? []].filter(([word]) => isHiddenState(word));
      if (words.length === 0 || hasOne(nameWords(name), "not_state")) return [];
      const rows = words.reduce((sum, [, count]) => sum + count, 0);
      const listed = words.map(([word]) => JSON.stringify(shownValue(word)));
      const option = shellWord(`status=${name}`);
      return sentence(
        "{column} is ignored, although it says {words} of {rows|# row|# rows}; --map {option} leaves such rows out.",
        { column: name, words: listed, rows, option },
      );
    });
  }

  /** The understanding with the values of all rows, and the columns that the sample lacks. */
  get complete(): Understanding {
    const known = this.understanding;
    return {
      ...known,
      unknownStates: this.#words,
      leftOver: [...new Set([...known.leftOver, ...this.#late.keys()])],
      watched: new Map(Array.from(this.#counts, ([name, counts]) => [name, new Set(counts.keys())])),
    };
  }

  /** The unread columns with values that the sample lacks. */
  get #late(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const { format, watched } = this.understanding;
    return new Map(
      [...this.#counts].filter(([name, counts]) =>
        !this.ignored.includes(name) && !isKnown(format, name, this.#isTable) &&
        [...counts.keys()].some((value) => watched.get(name)?.has(value) !== true)
      ),
    );
  }

  /**
   * @throws {ImportFileError} If the state columns have so many unknown words that they cannot hold states.
   */
  ask(): OpenQuestions {
    if (this.#words.size > MOST_STATES) refuseStates(this.file, this.understanding, this.#words);
    const { used } = this.understanding;
    const late = [...this.#late].flatMap(([name, counts]) =>
      hidingChoice({ name, values: [...counts].flatMap(([value, rows]) => Array<string>(rows).fill(value)) }, used)
    );
    return { warnings: [...this.#ignoredStates, ...this.#unreadTexts], doubts: [...late, ...this.#wordChoices()] };
  }

  #wordChoices(): readonly Choice[] {
    const { used } = this.understanding;
    const isOfName = used.has("show_name") && !used.has("status") && !used.has("consent");
    return Array.from(this.#words, ([word, rows]) => {
      const unnamed = sentence("publishes {rows|it|them} without the name", { rows });
      return choice(`state ${word}`, sentence('nobody has said what the state "{word}" means.', { word }), [], [
        ["yes", isOfName ? unnamed : sentence("leaves out {rows|# row|# rows}", { rows })],
        [`--state=${word}=shown`, sentence("publishes {rows|it|them}", { rows })],
        [`--state=${word}=anonymous`, unnamed],
      ]);
    });
  }
}

function refuseStates(file: string, { format: { fields } }: Understanding, words: ReadonlyMap<string, number>): never {
  const [example = ""] = words.keys();
  throw new ImportFileError(
    sentence(
      '{file} has more than {count} words for states in {columns}, such as "{word}": name another column with --map.',
      { file, count: MOST_STATES, columns: [...fields.status, ...fields.consent, ...fields.hidden], word: example },
    ),
  );
}
