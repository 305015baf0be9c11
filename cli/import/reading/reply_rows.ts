import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import type { ImportedReview } from "../../../domain/review.ts";
import { isEmptyValue, plainText, type SourceRow } from "../cells/source_row.ts";
import type { ImportFormat } from "../formats/import_format.ts";
import { readReplyRow, type ReadRow, type RowRules } from "./read_row.ts";

/** Rows that reply to the review of another one: they have no rating, and name it in a column such as `parent_id`. */
export class ReplyRows {
  /** The replying rows by their numbers, and the numbers of the others by their ids. */
  readonly #replies = new Map<number, SourceRow>();
  readonly #numbers = new Map<string, number>();

  constructor(private readonly format: ImportFormat) {}

  /** Takes a row if it is a reply. `number` is its index among all rows. */
  take(row: SourceRow, number: number): boolean {
    const { fields } = this.format;
    if (fields.parent.length === 0) return false;
    const [id, parent, ...stars] = [fields.id, fields.parent, fields.rating, fields.recommendation]
      .map((names) => row.cell(names).value);
    const isReply = !isEmptyValue(parent) && stars.every(isEmptyValue);
    if (isReply) this.#replies.set(number, row.kept?.() ?? row);
    else if (!isEmptyValue(id)) this.#numbers.set(plainText(id), number);
    return isReply;
  }

  /**
   * Adds the replies to their reviews.
   *
   * @param leaveOut Called with the number of each replying row, and with what became of it.
   */
  attach<Row extends ReadRow>(
    rows: Row[],
    rules: RowRules,
    leaveOut: (number: number, row: SourceRow, reason: Sentence) => void,
  ): void {
    for (const [number, row] of this.#replies) {
      const at = this.#numbers.get(plainText(row.cell(this.format.fields.parent).value)) ?? -1;
      const answered = rows[at];
      const { author, isShown, reply } = readReplyRow(row, this.format, rules);
      const isOfAuthor = author === answered?.review?.author && author !== this.format.anonymousAuthor;
      let reason = sentence("a reply to no review of the file");
      if (isOfAuthor) reason = sentence("a reply by the author of the review");
      else if (!isShown) reason = sentence("a reply that is not published");
      else if (reply === null) reason = sentence("a reply without text or day");
      else if (answered !== undefined && answered.review !== null) {
        reason = sentence("a reply, which its review has");
        rows[at] = { ...answered, review: withReply(answered.review, reply) };
      }
      leaveOut(number, row, reason);
    }
  }
}

/** A review with a reply, or with a further one below its own. */
function withReply(review: ImportedReview, reply: NonNullable<ImportedReview["owner_reply"]>): ImportedReview {
  const { owner_reply: own } = review;
  return { ...review, owner_reply: own === null ? reply : { ...own, text: `${own.text}\n${reply.text}` } };
}
