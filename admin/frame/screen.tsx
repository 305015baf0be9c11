// Screens, and the plans of their actions, which are shown before they are executed. The program keeps no state of an
// action: the form of a plan holds the fields of the first form, and what was planned.

import { createHash } from "node:crypto";
import { type Choice, openChoices, type Plan } from "../../cli/command/choice.ts";
import type { PlanRun } from "../../cli/command/execute_plan.ts";
import { type StoredReview, storedReview } from "../../cli/review/stored_reviews.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { foldText } from "../../domain/normalize_text.ts";
import type { Review } from "../../domain/review.ts";
import type { Text } from "../../domain/sentences/sentence.ts";
import type { Store } from "../../domain/store/store.ts";
import type { OwnerLocale, Words } from "../language/admin_language.ts";
import { PATH } from "./drafts.ts";
import type { Workspace } from "./workspace.ts";
import { type Form, YES } from "./form.ts";
import type { Visitor } from "./visitor.ts";
import { English, Field, Findings, Hidden, type Markup, type Page } from "./page.tsx";
import { Figures, ReviewList } from "./review_parts.tsx";

/** A request of the owner, with what its answer needs. */
export interface Visit {
  readonly locale: OwnerLocale;
  readonly workspace: Workspace;
  /** Open until the request is answered. */
  readonly kv: Store;
  /** Null before the first import. */
  readonly published: Dataset | null;
  readonly request: Request;
  readonly query: URLSearchParams;
  /** The part of the path that `:name` stands for. */
  readonly param: (name: string) => string;
  /** What an action was sent. On a page the drafts of its forms; empty without one. */
  readonly form: Form;
  /** Why the form could not be used that a page shows again; none otherwise. */
  readonly faults: readonly Text[];
  /** Who asks. */
  readonly visitor: Visitor;
}

/** An answer: a page, what a page shows below the name of the screen, or a download. */
export type Shown = Page | Markup | Response;

/** Shows a page. */
export type Show = (visit: Visit) => Shown | Promise<Shown>;

/** A part of the navigation. Each is a file in `admin/screens/`. */
export interface Screen {
  /** Path of its own page, such as `/reviews`. */
  readonly path: string;
  readonly name: keyof Words;
  /** Pages and downloads by their paths, which may have parameters: `/reviews/:id`. */
  readonly pages: Readonly<Record<string, Show>>;
  /** Actions by the paths to which their forms are posted. */
  readonly actions?: Readonly<Record<string, PrepareAction>>;
  /** Pages with the forms of actions, by their paths. They show again what was typed, from a draft or after a fault. */
  readonly forms?: Readonly<Record<string, Show>>;
}

/**
 * Plans the action of a form, to show the plan and again to execute it. Returns a page if it needs further answers.
 *
 * @throws {OperatorError} If the action is impossible. Its message is shown.
 */
type PrepareAction = (visit: Visit) => Promise<PreparedAction | Page> | PreparedAction | Page;

/** An action with its plan. */
export interface PreparedAction {
  /** Absent if nothing is published, such as for a message. */
  readonly plan?: Plan<unknown>;
  /** The choices to confirm; all of the plan by default. `effect` shows the others, or the owner has answered them. */
  readonly choices?: readonly Choice[];
  /** What would be done, as a heading. */
  readonly title: string;
  readonly effect: Markup;
  /** Text of the button that confirms and executes it; its title by default. */
  readonly button?: string;
  /** Path to which "Back" leads, or the field that asks the action for the page before. */
  readonly back: string | { readonly field: string };
  /** Values of hidden fields that replace those of the form. A field that `effect` shows as an input has none. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** A text that must be typed before the execution, in any case and with any spaces, and the question for it. */
  readonly typed?: { readonly question: string; readonly text: string };
  /** Executes the plan that the owner has seen, with a yes to its choices. */
  readonly execute: (run: PlanRun) => Promise<Done>;
}

/** What an action has done, in one sentence. */
export interface Done {
  readonly text: string;
  /** What the owner copies, below it. */
  readonly copied?: string;
  /** Path of the page that shows it. */
  readonly at: string;
  /** Whether "Undo" takes it back. */
  readonly isUndoable?: boolean;
  /** Whether it has erased somebody, whom uploads, previews and drafts may still name. */
  readonly isErasure?: boolean;
}

/** Fields of the plan: a hash of it when it was shown, and the typed text. */
const [SEEN, TYPED] = ["plan:seen", "plan:typed"];
/** Field of a button in `effect` that plans anew; its value says how. */
export const ANEW = "plan:anew";

const MOST_EXAMPLES = 20;
const UNPUBLISHED: Plan<null> = { revision: null, effect: null, examples: [], choices: [], warnings: [] };

/** True for the form of a plan, which may be executed. */
export function isSeen(form: Form): boolean {
  return form.text(SEEN) !== "";
}

/** Executes the plan that the owner has seen; null if there is a reason to show it again. */
export async function executed(prepare: PrepareAction, visit: Visit): Promise<Done | null> {
  const action = await prepare(visit);
  if ("body" in action || repeatReason(action, visit) !== null) return null;
  return await action.execute({ ...visit.workspace.run(action.plan ?? UNPUBLISHED), person: visit.visitor.name });
}

/** Shows the plan of an action at a path. */
export async function plannedPage(path: string, prepare: PrepareAction, visit: Visit): Promise<Page> {
  const action = await prepare(visit);
  return "body" in action ? action : planPage(path, action, visit);
}

/** Shows whether the owner has agreed to this plan. */
function planDigest({ plan = UNPUBLISHED }: PreparedAction): string {
  return createHash("sha256").update(JSON.stringify([plan.revision, plan.choices, plan.effect])).digest("base64url");
}

/** Why a plan is shown, and shown again; null if it may be executed. Empty the first time. */
function repeatReason(action: PreparedAction, { locale: { words }, form }: Visit): string | null {
  const { plan = UNPUBLISHED, typed } = action;
  if (!isSeen(form) || form.text(ANEW) !== "") return "";
  if (form.text(SEEN) !== planDigest(action)) return words.changed_meanwhile;
  if (openChoices(plan, YES).length > 0) return words.choose_all;
  const plain = (text: string) => foldText(text).replace(/\s+/g, "");
  return typed !== undefined && plain(form.text(TYPED)) !== plain(typed.text) ? words.typed_otherwise : null;
}

function planPage(path: string, action: PreparedAction, visit: Visit): Page {
  const { locale: { words }, form } = visit;
  const { plan = UNPUBLISHED, choices = plan.choices, title, button = title, effect, back, fields = {}, typed } =
    action;
  const notice = repeatReason(action, visit);
  const given = form.fields.filter(([name]) => !(name in fields) && ![SEEN, TYPED, ANEW, PATH].includes(name));
  const own = Object.entries({ ...fields, [SEEN]: [planDigest(action)] });
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

/** The plan of a publication, with its figures before and after. */
type PublicationPlan = Plan<Parameters<typeof Figures>[0], StoredReview | Review>;

/** How a publication is shown and ended. */
interface Publication extends Partial<Omit<PreparedAction, "title" | "back">>, Pick<PreparedAction, "title" | "back"> {
  /** What stands above the figures and the reviews. `effect` replaces all three. */
  readonly intro?: Markup;
  /** The last word of the command, for the sentence about what was done. */
  readonly verb?: string;
  /** Path of the page that shows this sentence; that of `back` by default. */
  readonly at?: string;
  /** Called after the execution, such as to forget files. */
  readonly finish?: () => Promise<void>;
}

/** Plans a publication: shows its figures and reviews, and says how many reviews are published once it is executed. */
export async function publishing<Done extends { readonly end: string; readonly plan: PublicationPlan }>(
  { locale, workspace }: Visit,
  execute: (run: PlanRun) => Promise<Done>,
  shown: (planned: Done) => Publication,
): Promise<PreparedAction> {
  const planned = await execute(workspace.run());
  const { plan } = planned;
  const { intro, verb = "done", back, at = String(back), finish, ...action } = shown(planned);
  const examples = plan.examples.slice(0, MOST_EXAMPLES);
  return {
    plan,
    back,
    effect: (
      <>
        {intro}
        <Figures {...plan.effect} />
        <ReviewList all={examples.map((one) => "review" in one ? one : storedReview(one))} />
      </>
    ),
    ...action,
    execute: async (run) => {
      const { end, plan } = await execute(run);
      await finish?.();
      return publishedNow(locale, end, verb, plan.effect.after.reviews, at);
    },
  };
}

/** What a publication has done. `verb` is the last word of its command. */
export function publishedNow(locale: OwnerLocale, end: string, verb: string, reviews: number, at: string): Done {
  const text = locale.say("published_now", { verb: locale.verb(verb) ?? verb, reviews: locale.reviews(reviews) });
  return { text: end === "unchanged" ? locale.words.nothing_changed : text, at, isUndoable: end === "published" };
}
