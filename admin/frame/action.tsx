// Every action is a plan that is shown before it acts. The forms hold everything, so that the program keeps no state of an
// action: the fields of the first form, the revision and choices of the plan that was shown, and the chosen answers.

import { createHash } from "node:crypto";
import { type Choice, chosenArguments, isConfirmation, openChoices, type SeenPlan } from "../../cli/command/choice.ts";
import type { Form } from "./form.ts";
import { English, Field, type Page } from "./page.tsx";
import type { Done, PrepareAction, PreparedAction, Visit } from "./screen.ts";

const YES = "yes";
/** Begin of the names of the fields that answer choices. */
const CHOICE = "choice:";
/** Fields of the plan itself: what it was, the arguments with which it was made, and what was typed. */
const [SEEN, MADE, TYPED] = ["plan:seen", "plan:made", "plan:typed"];

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
  const { plan, typed } = action;
  const shown = (notice: string | null) => planPage(action, { path, visit, form, answers, chosen, notice });
  if (form.text(SEEN) === "") return shown(null);
  if (anew.length > 0) return shown(words.chosen_anew);
  if (form.text(SEEN) !== seenPlan(plan)) return shown(words.changed_meanwhile);
  // Whoever has seen the sentences and publishes has said yes to them.
  for (const { id } of plan.choices.filter(isConfirmation)) answers.set(id, YES);
  if (openChoices(plan, answers).some(({ id }) => !answers.has(id))) return shown(words.choose_all);
  if (typed !== undefined && form.text(TYPED).trim() !== typed.text.trim()) return shown(words.typed_otherwise);
  return await action.execute(answers, plan);
}

/** Equal for plans on the same revision with the same choices: what the owner has seen and agreed to. */
function seenPlan({ revision, choices }: SeenPlan): string {
  const choicesHash = createHash("sha256").update(JSON.stringify(choices)).digest("base64url");
  return `${revision} ${choicesHash}`;
}

interface Shown {
  readonly path: string;
  readonly visit: Visit;
  readonly form: Form;
  readonly answers: ReadonlyMap<string, string>;
  readonly chosen: readonly string[];
  /** Why the plan is shown again; null the first time. */
  readonly notice: string | null;
}

function planPage(action: PreparedAction, { path, visit: { talk }, form, answers, chosen, notice }: Shown): Page {
  const { words } = talk;
  const { plan, title, effect, button, back, fields = {}, said = [], typed } = action;
  const isOwn = (name: string) => name.startsWith(CHOICE) || [SEEN, MADE, TYPED].includes(name) || name in fields;
  const kept = [
    ...form.fields.filter(([name]) => !isOwn(name)),
    ...Object.entries(fields),
    [SEEN, seenPlan(plan)],
    ...chosen.map((argument) => [MADE, argument]),
  ];
  return {
    title,
    body: (
      <form method="post" action={path} class="form plan">
        {kept.map(([name, value]) => <input type="hidden" name={name} value={value} />)}
        {notice === null ? null : <p class="fault" role="alert">{notice}</p>}
        {effect}
        {plan.warnings.length === 0 ? null : (
          <ul class="warnings">
            {plan.warnings.map((text) => (
              <li>
                <English talk={talk}>{text}</English>
              </li>
            ))}
          </ul>
        )}
        {plan.choices.filter(({ id }) => !said.includes(id)).map((choice) => (
          <ChoiceFields talk={talk} choice={choice} answer={answers.get(choice.id)} />
        ))}
        {typed === undefined ? null : (
          <Field label={typed.question}>
            <input name={TYPED} required autocomplete="off" />
          </Field>
        )}
        <p class="buttons">
          <button>{button}</button>
          <a class="button second" href={back}>{words.back}</a>
        </p>
      </form>
    ),
  };
}

/** A choice as radio buttons, each with its effect. A confirmation is a sentence: the button of the form confirms it. */
function ChoiceFields(
  { talk, choice, answer }: {
    readonly talk: Visit["talk"];
    readonly choice: Choice;
    readonly answer: string | undefined;
  },
) {
  const { id, question, examples, choices } = choice;
  if (isConfirmation(choice)) {
    return (
      <p class="confirmed">
        <English talk={talk}>{question}</English>
      </p>
    );
  }
  return (
    <fieldset>
      <legend>
        <English talk={talk}>{question}</English>
      </legend>
      {examples.length === 0 ? null : <p class="quiet">{examples.join(" · ")}</p>}
      {choices.map(({ value, effect }) => (
        <label class="radio">
          <input type="radio" name={`${CHOICE}${id}`} value={value} required checked={answer === value} />
          <English talk={talk}>{effect}</English>
        </label>
      ))}
    </fieldset>
  );
}
