import { type Form, formOf } from "./form.ts";

/** Field of a draft: the path of its action. */
export const PATH = "plan:path";

/** A form that was sent to an action, or left with changes. */
export interface Draft {
  /** Path of its action. */
  readonly path: string;
  readonly form: Form;
  /** Why the action failed; undefined if it has not. */
  readonly error?: unknown;
}

const MOST_DRAFTS = 100;

/** The forms that are neither executed nor discarded, the newest last. They end with the program. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();

  /** Keeps a form, and returns the id of its draft. One with the id of an earlier draft replaces that. */
  keep(draft: Draft, id: string = crypto.randomUUID()): string {
    this.#drafts.delete(id);
    this.#drafts.set(id, draft);
    const [oldest] = this.#drafts.keys();
    if (this.#drafts.size > MOST_DRAFTS && oldest !== undefined) this.#drafts.delete(oldest);
    return id;
  }

  /** Keeps why the action of a draft failed: some files are gone, so another try would fail otherwise. */
  fail(id: string, error: unknown): void {
    const draft = this.#drafts.get(id);
    if (draft !== undefined) this.#drafts.set(id, { ...draft, error });
  }

  /** Finds a draft by its id. */
  find(id: string): Draft | undefined {
    return this.#drafts.get(id);
  }

  /** The newest draft of each action that has one, on one subject, such as a review by its id. */
  of(paths: readonly string[], subject: string): readonly Draft[] {
    const drafts = [...this.#drafts.values()].reverse().filter(({ form }) => form.text("id") === subject);
    return paths.flatMap((path) => drafts.find((draft) => draft.path === path) ?? []);
  }

  /** Forgets all drafts of some actions on one subject. */
  drop(paths: readonly string[], subject: string): void {
    for (const [id, { path, form }] of this.#drafts) {
      if (paths.includes(path) && form.text("id") === subject) this.#drafts.delete(id);
    }
  }
}

/** The fields of drafts; uploads that are kept are fields with their ids. */
export function draftedForm(drafts: readonly Draft[], isKept: (upload: string) => boolean): Form {
  return formOf(drafts.flatMap(({ form: { fields, files } }) => [
    ...fields,
    ...files.filter(({ id }) => isKept(id)).map(({ field, id }) => [field, id] as const),
  ]));
}
