import {
  FITS,
  hasStates,
  isAnswer,
  isConstant,
  isNamed,
  isOfList,
  isPrivate,
  isVaried,
  isWorded,
  LEAST_RIVAL,
  nameFits,
  statedField,
} from "./column_fit.ts";
import { type ColumnProfile, hasOne, MOST_STATES, nameWords } from "./column_profile.ts";
import { type MappedField, STATE_FIELDS } from "./import_format.ts";
import type { Doubt } from "./understanding.ts";

/** Whether a column is read as this field. */
type IsRead = (field: MappedField) => boolean;

/**
 * The doubt about a column that is not read, if it may be a part of the reviews or hide them.
 *
 * @param dated The rows that have the day of their review.
 */
export function unreadDoubts(
  column: ColumnProfile,
  isRead: IsRead = () => true,
  dated: ReadonlySet<number> = new Set(),
): readonly Doubt[] {
  const offered = offeredFields(column, isRead, dated);
  return offered.length === 0
    ? []
    : [{ field: "column", column: "none", rival: column.name, offered, examples: column.examples }];
}

/** The fields that a column may be: those that its name indicates, or else those that its values may show. */
function offeredFields(column: ColumnProfile, isRead: IsRead, dated: ReadonlySet<number>): readonly MappedField[] {
  const { words, share, filled, distinct, sampled } = column;
  // Cells of JSON and salutations say nothing of a review, whatever their column is called.
  if (share.list >= 0.5 || share.salutation >= 0.5) return [];
  // Private words are of no review, but a note may ask not to publish.
  const isAsking = () => sampled.some((value) => hasOne(nameWords(String(value ?? "")), "status", "anonymity"));
  if (isPrivate(column) && !(isRead("text") && isAsking())) return [];
  const ofReply = nameFits("reply_state", column).named > 0 && hasOne(words, "showing", "status");
  // Without the replies it says nothing of them, so their column is asked about first.
  if (ofReply && share.flag > 0.9) return isRead("reply_text") ? ["reply_state"] : ["status", "consent"];
  if (isNamed("incentive", column) && isFew(column)) return isRead("incentive") ? [] : ["incentive"];
  const stated = statedField(column);
  if (stated !== null && stated !== "reply_text" && !isRead(stated)) return [stated];
  if (isWorded(column) && hasOne(words, "replies") && isNamed("reply_text", column)) return ["reply_text", "text"];
  const named = namedStates(column);
  // Reviews that the business wrote are not published, whatever the column that says so is called.
  if (share.role >= 0.5 && share.noReview > 0 && named.length === 0) return ["status"];
  const ofWords = wordFields(column, isRead);
  if (share.day >= 0.5 && isOfList(column) && !named.includes("hidden")) {
    return isRead("reply_text") && !isRead("reply_date") ? ["reply_date"] : [];
  }
  if (named.length > 0) return hasStates(column) || distinct < filled.size ? named : [...ofWords, ...named];
  // Notes are the operator's own. A word that hides a row counts whatever its column is called.
  if (hasOne(words, "notes") && isRead("text") && isWorded(column) || isOther(column)) {
    return isFew(column) && share.noReview > 0 && share.role === 0 ? ["status"] : [];
  }
  // Ids that repeat may number something else.
  const isNumber = hasOne(words, "ids") && nameFits("id", column).named === words.length;
  if (isNumber) return distinct < filled.size ? ["id"] : [];
  // A day in some rows may say since when a review is hidden, whatever the column is called.
  const isDated = hasOne(words, "not_date") || nameFits("date", column).named > 1;
  if (share.day >= 0.5) return dated.isSubsetOf(filled) || isDated ? [] : ["hidden"];
  return [...ofWords, ...valueStates(column, ofWords.length === 0)];
}

/**
 * Whether a column is about something else than the review, by its name: "Address", "Employee status", "Response type".
 * A longer name may be a question, and values may be states all the same.
 */
function isOther(column: ColumnProfile): boolean {
  const { name, words, share } = column;
  const isQuestion = name.includes("?") || nameFits("text", column).named > 0 || words.length > MOST_WORDS;
  const ofReply = hasOne(words, "replies") && nameFits("reply_text", column).against > 0;
  return !isQuestion && (ofReply || hasOne(words, "others") && share.state <= share.flag);
}

const MOST_WORDS = 3;

/** Mean number of words from which a column may hold texts or names of people: towns have fewer. */
const LEAST_WORDS = 1.5;
/** Mean number of words from which repeated values may be states in words. */
const WORDS_OF_STATE = 3;

/** The fields that a column of words may be, by its values. */
export function wordFields(column: ColumnProfile, isRead: IsRead = () => true): readonly MappedField[] {
  if (!isWorded(column) || isPrivate(column) || isConstant(column) || column.share.amount >= 0.5) return [];
  const arePeople = mayBePeople(column);
  if (arePeople && !isRead("author")) return ["author", "text", "title"];
  // Where nothing else is the text, remarks may be those of the author.
  const isRemark = !isRead("text") && hasOne(column.words, "notes");
  // No word of another script is known, so any may be one of a review.
  const isWords = column.wordCount >= LEAST_WORDS || isOfWords(column) || isRemark || column.share.foreign >= 0.5;
  if (arePeople) return ["text", "reply_text", "title", "author"];
  if (!isWords) return [];
  // Where no column has the authors, one of names may, whatever it is called: the customers of a vet are owners.
  return [...!isRead("author") && areNames(column) ? ["author"] as const : [], "text", "reply_text", "title"];
}

/** Whether values look like names of people, whatever their column is called. */
function areNames(column: ColumnProfile): boolean {
  const { share, wordCount, distinct, filled } = column;
  // In other scripts, capital letters do not show them.
  if (share.foreign >= 0.5) return wordCount <= 3 && distinct > Math.min(2, filled.size - 1);
  return FITS.author(column) >= LEAST_RIVAL && share.person >= 0.5;
}

/** Whether the values of a column may be names of people. */
export function mayBePeople(column: ColumnProfile): boolean {
  return areNames(column) &&
    (column.name.endsWith("?") || !isOfWords(column)) &&
    nameFits("author", column).against === 0;
}

/** Whether the values are so few and short that they may be states. */
function isFew({ distinct, wordCount }: ColumnProfile): boolean {
  return distinct <= MOST_STATES && wordCount < 4;
}

/** The states that the name of a column indicates, and what else such a column may be. */
function namedStates(column: ColumnProfile): readonly MappedField[] {
  const { words, share, filled, rows } = column;
  // A consent to publication without the name leaves out the rows with a no.
  const isNameless = hasOne(words, "anonymity") && hasOne(words, "consent", "showing") && share.day < 0.5;
  if (isNameless && isFew(column)) return ["consent"];
  // Days in some rows may mean when a review was hidden or approved.
  const mayBe = (field: MappedField) => share.day < 0.5 ? isFew(column) : field === "hidden" || filled.size < rows;
  const fields = STATE_FIELDS.filter((field) => isNamed(field, column) && mayBe(field));
  const field = fields.find((field) => FITS[field](column) > 0) ?? fields[0];
  if (field === undefined) return [];
  if (share.day >= 0.5) return [field === "status" ? "consent" : field];
  // A column with the name of a flag, such as "archived", may hold states, or say who hid the row.
  if (field === "hidden") return FITS.hidden(column) > 0 || share.role > 0 ? [field] : ["status", "consent"];
  return field === "consent" ? [field] : [field, "consent"];
}

/** Maximum number of different marks in a column, and their mean length. */
const [MOST_MARKS, MARK_LENGTH] = [3, 20];

/** The states that the values of a column may be, whatever it is called. A word in some rows may be a mark. */
function valueStates(column: ColumnProfile, mayBeMark: boolean): readonly MappedField[] {
  const { share, distinct, filled, rows, length, words } = column;
  if (isFew(column) && share.noReview > 0) return ["status"];
  const isRecommendation = isNamed("recommendation", column) && FITS.recommendation(column) > 0;
  const isRated = isRecommendation || nameFits("rating", column).named > 0;
  const isNumber = share.number > 0.5 && (share.flag < 0.9 || isConstant(column));
  if (isRated || isNumber || hasOne(words, "ids") || share.url + share.platform > 0.5) return [];
  const isAnswered = isWorded(column) && share.answer > 0 && share.answer + share.flag > 0.2;
  if (share.flag > 0.5 ? isFew(column) : isAnswered) return ["consent", "hidden", "show_name"];
  const isMark = mayBeMark && distinct <= MOST_MARKS && filled.size < rows && length <= MARK_LENGTH;
  const isRepeated = distinct > 1 && distinct <= Math.min(MOST_STATES, filled.size / 2) && isWorded(column) &&
    column.wordCount >= WORDS_OF_STATE;
  const isForeign = share.foreign >= 0.5 && isFew(column) && distinct < filled.size;
  return isRepeated || isForeign || isFew(column) && (isMark || share.state > 0.2) ? ["status", "hidden"] : [];
}

/** The doubt about an unread column that may hide a review or its author, or names people where no column does. */
export function hidingDoubts(column: ColumnProfile, hasNames = true): readonly Doubt[] {
  const isRead = (field: MappedField) => field !== "author" || hasNames;
  return unreadDoubts(column, isRead).filter(({ offered = [] }) =>
    offered.some((field) => STATE_FIELDS.includes(field)) || offered[0] === "author" && isNamed("author", column)
  );
}

/** Whether an unread column may matter: words of a review, stars, or its visibility. */
export function isTelling(column: ColumnProfile): boolean {
  const rating = nameFits("rating", column);
  return isProse(column) || unreadDoubts(column).length > 0 ||
    rating.named > 0 && FITS.rating(column) > 0;
}

/** Whether the values may be texts of the author, by their words: neither names nor replies, notes or states. */
export function mayBeText(column: ColumnProfile): boolean {
  return isVaried(column, 0.3) && (column.share.foreign < 0.5 || isProse(column)) && !isOther(column) &&
    !mayBePeople(column) &&
    !hasOne(column.words, "notes", "replies", "owners") && wordFields(column)[0] === "text" &&
    // Neither values nor name are of states; of prose one may be.
    [namedStates(column).length > 0, hasStates(column)].filter(Boolean).length <= Number(isProse(column));
}

/** Whether the values are whole texts, or answers to a question. */
export function isProse(column: ColumnProfile): boolean {
  const isLong = column.wordCount >= 3 && column.length > 15;
  return isWorded(column) && isVaried(column, 0.3) && (isLong || isAnswer(column));
}

/** Whether the name of a column says that it holds words: a question, a part of the text, or of a reply. */
function isOfWords(column: ColumnProfile): boolean {
  const { named, against } = nameFits("text", column);
  return column.share.platform < 0.5 &&
    (column.name.endsWith("?") || named > against || hasOne(column.words, "parts", "replies"));
}
