// Shows the plan of every action before it is executed. The program keeps no state of an action: the form of a plan holds
// the fields of the first form, and what was planned.

import { createHash } from "node:crypto";
import { openChoices, type Plan } from "../../cli/command/choice.ts";
import type { Talk } from "../language/admin_language.ts";
import type { Form } from "./form.ts";
import { English, Field, Findings, Hidden, type Page } from "./page.tsx";
import type { Done, PrepareAction, PreparedAction, Visit } from "./screen.ts";

/** Value of a field for a yes. */
export const YES = "yes";
/** Fields of the plan: a hash of it when it was shown, and the typed text. */
const [SEEN, TYPED] = ["plan:seen", "plan:typed"];

const UNPUBLISHED: Plan<null> = { revision: null, effect: null, examples: [], choices: [], warnings: [] };

/** Shows the plan of an action, or executes the plan that was shown before. */
export async function act(prepare: PrepareAction, path: string, visit: Visit, form: Form): Promise<Page | Done> {
  const { words } = visit.talk;
  const action = await prepare(visit, form);
  if ("body" in action) return action;
  const { plan = UNPUBLISHED, typed } = action;
  // Shows whether the owner has agreed to this plan.
  const state = JSON.stringify([plan.revision, plan.choices, plan.effect]);
  const seen = createHash("sha256").update(state).digest("base64url");
  const shown = (notice: string | null) => planPage(action, path, form, seen, notice, visit.talk);
  if (form.text(SEEN) === "") return shown(null);
  if (form.text(SEEN) !== seen) return shown(words.changed_meanwhile);
  if (openChoices(plan, YES).length > 0) return shown(words.choose_all);
  if (typed !== undefined && form.text(TYPED).trim() !== typed.text.trim()) return shown(words.typed_otherwise);
  return await action.execute(visit.desk.run(plan));
}

/** @param notice Why the plan is shown again; null the first time. */
function planPage(
  { plan = UNPUBLISHED, choices = plan.choices, title, button = title, effect, back, fields = {}, typed }:
    PreparedAction,
  path: string,
  form: Form,
  seen: string,
  notice: string | null,
  { words }: Talk,
): Page {
  const given = form.fields.filter(([name]) => !(name in fields) && name !== SEEN && name !== TYPED);
  const own = Object.entries({ ...fields, [SEEN]: [seen] });
  return {
    title,
    body: (
      <form method="post" action={path} class="form">
        <Hidden fields={[...given, ...own.flatMap(([name, all]) => all.map((value) => [name, value] as const))]} />
        {notice && <p class="fault" role="alert">{notice}</p>}
        {effect}
        {plan.warnings.length > 0 && <Findings found={plan.warnings.map((text) => ({ text }))} />}
        {choices.map(({ question }) => <English as="p" class="confirmed">{question}</English>)}
        {typed && <Field label={typed.question} name={TYPED} required autocomplete="off" />}
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
