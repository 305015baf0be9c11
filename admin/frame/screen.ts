import type { Store } from "../../domain/store/store.ts";
import type { Talk, Words } from "../language/admin_language.ts";
import type { Choice, Plan } from "../../cli/command/choice.ts";
import type { PlanRun } from "../../cli/command/execute_plan.ts";
import type { Desk, Published } from "./desk.ts";
import type { Form } from "./form.ts";
import type { Markup, Page } from "./page.tsx";

/** A request of the owner, with what its answer needs. */
export interface Visit {
  readonly talk: Talk;
  readonly desk: Desk;
  /** Open until the request is answered. */
  readonly kv: Store;
  /** What is published; null before the first import. */
  readonly published: Published | null;
  readonly request: Request;
  readonly query: URLSearchParams;
  /** The part of the path that `:name` stands for. */
  readonly param: (name: string) => string;
}

/** An answer: a page, what a page below the name of the screen shows, or a download. */
export type Shown = Page | Markup | Response;

/** A part of the navigation: its page, further pages and the actions on them. Each is a file in `admin/screens/`. */
export interface Screen {
  /** Path of its page, such as `/reviews`. */
  readonly path: string;
  /** Its name in the navigation. */
  readonly name: keyof Words;
  /** Pages and downloads by their paths, which may have parameters: `/reviews/:id`. */
  readonly pages: Readonly<Record<string, (visit: Visit) => Shown | Promise<Shown>>>;
  /** Actions by the paths to which their forms are posted. */
  readonly actions?: Readonly<Record<string, PrepareAction>>;
}

/**
 * Plans an action from a form, to show the plan and again to execute it. Returns a page if it needs further answers
 * first.
 *
 * @throws {OperatorError} If the action is impossible. Its message is shown.
 */
export type PrepareAction = (visit: Visit, form: Form) => Promise<PreparedAction | Page> | PreparedAction;

/** An action with its plan. */
export interface PreparedAction {
  /** Absent if nothing is published, such as for a message. */
  readonly plan?: Plan<unknown>;
  /** The choices to confirm; all of the plan by default. `effect` shows the others, or the owner has answered them. */
  readonly choices?: readonly Choice[];
  /** What would be done, as a heading. */
  readonly title: string;
  /** Its effect and examples. */
  readonly effect: Markup;
  /** Text of the button that confirms and executes it; its title by default. */
  readonly button?: string;
  /** Path to which "Back" leads, or the field that asks the action for the page before. */
  readonly back: string | { readonly field: string };
  /**
   * Values of hidden fields that replace those of the form, such as the ids of uploaded files. None are left of a field
   * that `effect` shows as an input.
   */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** A text that must be typed before the execution, and the question for it. */
  readonly typed?: { readonly question: string; readonly text: string };
  /** Executes the plan that the owner has seen, with a yes to its choices. */
  readonly execute: (run: PlanRun) => Promise<Done>;
}

/** What an action has done. */
export interface Done {
  /** One sentence. */
  readonly text: string;
  /** Path of the page that shows it. */
  readonly at: string;
  /** Whether "Undo" takes it back. */
  readonly isUndoable?: boolean;
}
