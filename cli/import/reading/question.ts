import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { type Choice, choice } from "../../command/choice.ts";
import { brokenWord, mendedLetters } from "../bytes/broken_letters.ts";
import type { SourceRow } from "../cells/source_row.ts";
import type { ImportFormat } from "../formats/import_format.ts";
import type { RowRules } from "./read_row.ts";

/** A question about a file that its rows raise, and settle or leave open. */
export interface Question {
  /** Sees a row before it is read. True if the row cannot be read before all were seen. */
  readonly see: (row: SourceRow) => boolean;
  /** The rules that the rows settle, after all were seen; absent if they settle none. */
  readonly settle?: () => Partial<RowRules>;
  /** What is open: `needs` before the rows can be read, `doubts` before they are published. */
  readonly ask: () => OpenQuestions;
}

/** The choices that a question leaves open, and sentences about what it settled. */
export interface OpenQuestions {
  readonly warnings?: readonly Sentence[];
  readonly needs?: readonly Choice[];
  readonly doubts?: readonly Choice[];
}

/** Whether letters that were decoded twice, such as "ZoÃ«", are repaired. */
export class LetterQuestion implements Question {
  readonly #columns: readonly string[];
  #broken: string | null = null;

  /** @param isSaid Whether the operator has decided it. */
  constructor({ fields }: ImportFormat, private readonly isDecided: boolean) {
    this.#columns = [fields.author, fields.surname, fields.text, fields.title, fields.reply_text].flat();
  }

  see(row: SourceRow): boolean {
    // As written: cleaned texts have lost the control characters of Latin-1.
    if (!this.isDecided) {
      this.#broken ??= brokenWord(this.#columns.map((name) => String(row.cell([name]).value ?? "")).join("\n"));
    }
    return false;
  }

  ask(): OpenQuestions {
    const word = this.#broken;
    if (word === null) return {};
    const question = sentence(
      'letters are broken, such as "{word}": its UTF-8 was read as Windows-1252 or Latin-1 before.',
      { word },
    );
    return {
      doubts: [choice("letters", question, [], [
        ["--letters=mended", sentence('repairs them, such as "{word}"', { word: mendedLetters(word) })],
        ["--letters=kept", sentence("publishes them as they are")],
      ])],
    };
  }
}
