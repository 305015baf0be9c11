import type { WithheldReason } from "../../../domain/review.ts";
import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { type DayRules, isDay } from "../cells/read_day.ts";
import { type ChosenStates, isRole, NOT_SHOWN, readFlag, readVisibility } from "../cells/read_flag.ts";
import { type RowReader, shownValue, ValueFault } from "../cells/row_reader.ts";
import { foldedCell, isEmptyValue, type Names } from "../cells/source_row.ts";
import type { ReviewFields } from "../formats/import_format.ts";

// Whether the source of a row shows its review: by states, consent, and marks of hidden rows.

const NO_CONSENT = sentence("without consent to publish");
const NOT_PUBLISHED: WithheldReason = "not_published";

/** How the states of a row are read. A state may be a day. */
export interface StateRules extends DayRules {
  /** The operator's decisions on unknown states. */
  readonly states?: ChosenStates | undefined;
}

/** Returns the reason why the source hides the review; null if it shows it. One hiding column is enough. */
export function unpublished(
  reader: RowReader,
  { status, consent, hidden, hidden_reason }: ReviewFields,
  rules: StateRules,
): Sentence | null {
  // Our own exports have the reason that an earlier import found.
  if (hidden_reason.length > 0 && reader.cell(hidden_reason).value === NOT_PUBLISHED) return NOT_SHOWN;
  for (const [index, name] of [...status, ...consent].entries()) {
    const isNeeded = index >= status.length;
    const { value } = reader.cell([name]);
    if (isEmptyValue(value) && isNeeded) return NO_CONSENT;
    // A consent may be the day on which it was given.
    const reason = isNeeded && isDay(value, rules) ? null : readVisibility(value, rules.states);
    if (reason === null) continue;
    if (!(reason instanceof ValueFault)) return isNeeded ? NO_CONSENT : reason;
    return sentence('the state "{word}" is unknown', { word: shownValue(value) });
  }
  return isMarked(reader, hidden, rules) ? NOT_SHOWN : null;
}

/** Whether the row has a state for which the operator has chosen to hide the author. */
export function isAnonymousState(
  reader: RowReader,
  { status, consent, show_name }: ReviewFields,
  { states }: StateRules,
): boolean {
  return states !== undefined && states.size > 0 &&
    [...status, ...consent, ...show_name].some((name) =>
      states.get(foldedCell(reader.cell([name]).value)) === "anonymous"
    );
}

/** Whether a column allows publication: by a yes, a state or a date. False for an empty cell. */
export function isGiven(reader: RowReader, name: string, rules: StateRules): boolean {
  const { value } = reader.cell([name]);
  if (isEmptyValue(value)) return false;
  const state = readVisibility(value, rules.states);
  if (!(state instanceof ValueFault)) return state === null;
  return isDay(value, rules);
}

/** Whether any of the columns has a value other than a no: a yes, a date or any other word. */
export function isMarked(reader: RowReader, names: Names, rules: StateRules): boolean {
  return names.some((name) => {
    const { value } = reader.cell([name]);
    if (isEmptyValue(value)) return false;
    const flag = readFlag(value, false);
    // For example, "Hidden: public" is a no and "Deleted by: Kim" is a yes.
    return flag instanceof ValueFault ? isRole(value) || readVisibility(value, rules.states) !== null : flag;
  });
}
