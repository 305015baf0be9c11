// Shows the plan of every action before it is executed. The program keeps no state of an action. The forms hold the fields
// of the first form, the revision and choices of the shown plan, and the answers.

import { createHash } from "node:crypto";
import {
  type Choice,
  chosenArguments,
  isConfirmation,
  openChoices,
  type Plan,
  type SeenPlan,
} from "../../cli/command/choice.ts";
import { MAPPED_FIELDS } from "../../cli/import/formats/import_format.ts";
import type { Talk } from "../language/admin_language.ts";
import type { Form } from "./form.ts";
import { English, Field, Findings, Hidden, type Page, useTalk } from "./page.tsx";
import type { Done, PrepareAction, PreparedAction, Visit } from "./screen.ts";

/** Value of a field for a yes. */
export const YES = "yes";
/** Pattern of an argument that lacks its value, and suffix of the field that completes it. */
const [TEMPLATE, COMPLETED] = [/^--[a-z-]+=$/, ":completed"];
/** Prefix of the fields that answer choices. */
const CHOICE = "choice:";
/** Fields of the plan: its state when it was shown, the arguments with which it was made, and the typed text. */
const [SEEN, MADE, TYPED] = ["plan:seen", "plan:made", "plan:typed"];

const UNPUBLISHED: Plan<null> = { revision: null, effect: null, examples: [], choices: [], warnings: [] };

/** Shows the plan of an action, or executes the plan that was shown before. */
export async function act(prepare: PrepareAction, path: string, visit: Visit, form: Form): Promise<Page | Done> {
  const { words } = visit.talk;
  const answers = new Map(
    form.fields.filter(([name]) => name.startsWith(CHOICE)).map(([name, value]) => [name.slice(CHOICE.length), value]),
  );
  const before = form.fields.filter(([name]) => name === MADE).map(([, value]) => value);
  const anew = chosenArguments(answers).filter((argument) => !before.includes(argument));
  const chosen = [...before, ...anew];
  const action = await prepare(visit, form, chosen);
  if ("body" in action) return action;
  const { plan = UNPUBLISHED, typed } = action;
  const shown = (notice: string | null) => planPage(action, path, visit.talk, form, chosen, notice);
  if (form.text(SEEN) === "") return shown(null);
  if (anew.length > 0) return shown(words.chosen_anew);
  if (form.text(SEEN) !== seenPlan(plan)) return shown(words.changed_meanwhile);
  // The page shows each confirmation as a sentence, and its button confirms them all.
  const agreed = plan.choices.filter((one) => isConfirmation(one) || action.said?.includes(one.id));
  for (const { id } of agreed) answers.set(id, YES);
  if (openChoices(plan, answers).some(({ id }) => !answers.has(id))) return shown(words.choose_all);
  if (typed !== undefined && form.text(TYPED).trim() !== typed.text.trim()) return shown(words.typed_otherwise);
  return await action.execute(answers, plan);
}

/** Returns a hash of the revision, the choices and the effect, to see whether the owner has agreed to this plan. */
function seenPlan({ revision, choices, effect }: SeenPlan): string {
  return createHash("sha256").update(JSON.stringify([revision, choices, effect])).digest("base64url");
}

/** @param notice Why the plan is shown again; null the first time. */
function planPage(
  action: PreparedAction,
  path: string,
  talk: Talk,
  form: Form,
  chosen: readonly string[],
  notice: string | null,
): Page {
  const { words } = talk;
  const { plan = UNPUBLISHED, title, effect, button = title, back, fields = {}, said = [], typed } = action;
  const isOwn = (name: string) => name.startsWith(CHOICE) || [SEEN, MADE, TYPED].includes(name) || name in fields;
  const kept = [
    ...form.fields.filter(([name]) => !isOwn(name)),
    ...Object.entries(fields).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
    [SEEN, seenPlan(plan)] as const,
    ...chosen.map((argument) => [MADE, argument] as const),
  ];
  return {
    title,
    body: (
      <form method="post" action={path} class="form">
        <Hidden fields={kept} />
        {notice === null ? null : <p class="fault" role="alert">{notice}</p>}
        {effect}
        {plan.warnings.length === 0 ? null : <Findings found={plan.warnings.map((text) => ({ text }))} />}
        {plan.choices.filter(({ id }) => !said.includes(id)).map((choice) => (
          <ChoiceFields choice={choice} form={form} begin={CHOICE} />
        ))}
        {typed === undefined ? null : (
          <Field label={typed.question}>
            <input name={TYPED} required autocomplete="off" />
          </Field>
        )}
        <p class="buttons">
          <button>{button}</button>
          {typeof back === "string"
            ? <a class="button second" href={back}>{words.back}</a>
            : <button class="second" name={back.field} value={YES} formnovalidate>{words.back}</button>}
        </p>
      </form>
    ),
  };
}

/** What a publication has done. `verb` is the last word of its command. */
export function publishedNow(talk: Talk, end: string, verb: string, reviews: number, at: string): Done {
  const text = talk.say("published_now", { verb: talk.verb(verb) ?? verb, reviews: talk.reviews(reviews) });
  return { text: end === "unchanged" ? talk.words.nothing_changed : text, at, isUndoable: end === "published" };
}

/** The values that a form chooses for a choice; none if it is open. A value that ends with `=` is completed. */
export function chosenValues({ id, choices }: Choice, form: Form, begin: string): readonly string[] {
  const given = form.fields.filter(([name]) => name === begin + id).map(([, value]) => value);
  const typed = form.text(`${begin}${id}${COMPLETED}`);
  return choices.map(({ value }) => value).filter((value) => given.includes(value)).flatMap((value) =>
    !TEMPLATE.test(value) ? [value] : typed === "" ? [] : [value + typed]
  );
}

/**
 * Shows a choice as radio buttons, each with its effect on rows. Places are checkboxes, because several may be wanted. A
 * confirmation is a sentence, and the button of the form confirms it.
 *
 * @param begin Prefix of the field names, before the id of the choice.
 */
export function ChoiceFields({ choice, form, begin }: {
  readonly choice: Choice;
  readonly form: Form;
  readonly begin: string;
}) {
  const talk = useTalk();
  const { id, question, choices } = choice;
  const examples = choice.examples.filter((example) => !question.includes(example));
  if (isConfirmation(choice)) {
    return <English as="p" class="confirmed">{question}</English>;
  }
  const given = form.fields.filter(([name]) => name === begin + id).map(([, value]) => value);
  const type = id === "place" ? "checkbox" : "radio";
  return (
    <fieldset>
      <English as="legend">{question}</English>
      {examples.length === 0 ? null : <p class="quiet">{examples.join(" · ")}</p>}
      {choices.map(({ value, effect }) => {
        const [main = "", ...rows] = effect.split("\n");
        const named = main.includes(",") ? "" : nameOf(talk, value, main);
        const isGiven = given.includes(value);
        const completed = begin + id + COMPLETED;
        return (
          <label class="radio">
            <input type={type} name={begin + id} value={value} required={type === "radio"} checked={isGiven} />
            <span>
              {named === "" ? null : <bdi>{named}</bdi>} {main === "" ? null : <English>{main}</English>}
              {rows.map((row) => <English as="small" class="quiet">{row}</English>)}
            </span>
            {TEMPLATE.test(value) && (
              <input
                type="date"
                name={completed}
                aria-label={talk.translated(main) ?? main}
                value={form.text(completed)}
              />
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

/** The name of a value whose effect lacks it: a place, or the meaning of a column. */
function nameOf(talk: Talk, value: string, effect: string): string {
  const [, place] = /^--place=(?!all$)(.*)$/s.exec(value) ?? [];
  const [, field] = /^--map=(\w+)=/.exec(value) ?? [];
  return place ?? (effect === "" ? talk.meaning(MAPPED_FIELDS.find((one) => one === field)) : "");
}
