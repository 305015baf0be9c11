import { sentence, type Text } from "../../domain/sentences/sentence.ts";
import { escapedControls, printError, shellWord, typedLine } from "../../terminal/print.ts";
import { UsageError } from "./run_command.ts";

/** What a command would do. Pure data, for terminals and programs. */
export interface Plan<Effect, Example = unknown> {
  /** Number of the published revision on which the plan was made; null if nothing was published. */
  readonly revision: number | null;
  readonly effect: Effect;
  readonly examples: readonly Example[];
  /** What somebody must decide before the plan is executed. */
  readonly choices: readonly Choice[];
  readonly warnings: readonly Text[];
}

/** The part of a plan that shows whether it is still the same. */
export type SeenPlan = Pick<Plan<unknown>, "revision" | "choices" | "effect">;

/** A decision that a plan leaves open. */
export interface Choice {
  /** Stable: the same doubt has the same id in every run. */
  readonly id: string;
  readonly question: Text;
  /** The columns of the files in question. */
  readonly columns: readonly string[];
  readonly examples: readonly string[];
  /**
   * The possible answers. A value is `yes`, or an argument of the command, such as `--map=text=Comment`. One that ends
   * with `=` has to be completed.
   */
  readonly choices: readonly { readonly value: string; readonly effect: Text }[];
}

/** The chosen value, by the id of its choice. `yes` alone answers every choice that has this value. */
export type Answers = "yes" | ReadonlyMap<string, string>;

const YES = "yes";
/** An option that lacks its value. */
const TEMPLATE = /^--[a-z-]+=$/;

/** Builds a choice between values. */
export function choice(
  id: string,
  question: Text,
  columns: readonly string[],
  values: readonly (readonly [value: string, effect: Text])[],
  examples: readonly string[] = [],
): Choice {
  const choices = values.map(([value, effect]) => ({ value, effect }));
  return { id, question, columns, examples, choices };
}

/** A choice that only a yes answers. */
export function confirmation(id: string, question: Text, columns: readonly string[] = []): Choice {
  return choice(id, question, columns, [[YES, "confirms it"]]);
}

/** Returns the choices that the answers leave open. Only a yes closes a choice; an argument makes another plan. */
export function openChoices({ choices }: Pick<Plan<unknown>, "choices">, answers: Answers): readonly Choice[] {
  return choices.filter((one) =>
    answers === YES ? !one.choices.some(({ value }) => value === YES) : answers.get(one.id) !== YES
  );
}

/** The chosen arguments. */
export function chosenArguments(answers: Answers): readonly string[] {
  return answers === YES ? [] : [...answers.values()].filter((value) => value !== YES);
}

/**
 * Refuses to execute a plan that differs from the plan that was shown.
 *
 * @param planned The shown plan; null if none was.
 * @throws {UsageError} If other choices are open, such as after another revision was published, or the effect on the same
 * revision is another one.
 */
export function refuseOtherPlan(planned: SeenPlan | null, now: SeenPlan): void {
  // After another revision other figures are expected, and the choices say whether something must be decided anew.
  const compared = ({ choices, effect }: SeenPlan) =>
    JSON.stringify(planned?.revision === now.revision ? [choices, effect] : choices);
  if (planned === null || compared(planned) === compared(now)) return;
  throw new UsageError(sentence("The plan has changed meanwhile, so other things would happen; run it again."));
}

/**
 * Formats a plan and its execution for `--json`.
 *
 * @param end The outcome, such as `published` or `unconfirmed`.
 * @param number Number of the revision after the execution.
 */
export function planJson(end: string, plan: Plan<unknown>, number: number | undefined): string {
  return JSON.stringify({ end, revision: end === "published" ? number : null, plan }, null, 2);
}

/**
 * Executes a plan, asks for what it leaves open, and executes it with the answers until nothing is asked any more.
 *
 * @param ask Returns further answers; null if nothing is asked or answered.
 * @param withArguments Adds chosen arguments to a request, which makes another plan.
 */
export async function executeAsking<Request, Done extends { readonly plan: SeenPlan | null }>(
  request: Request,
  answers: Answers,
  execute: (request: Request, answers: Answers, planned: SeenPlan | null) => Promise<Done>,
  ask: (done: Done, answers: Answers) => ReadonlyMap<string, string> | null,
  withArguments: (request: Request, further: readonly string[]) => Request,
): Promise<Done> {
  let done = await execute(request, answers, null);
  for (let more = ask(done, answers); more !== null; more = ask(done, answers)) {
    if (answers !== YES) answers = new Map([...answers, ...more]);
    const chosen = chosenArguments(more);
    if (chosen.length > 0) request = withArguments(request, chosen);
    done = await execute(request, answers, chosen.length > 0 ? null : done.plan);
  }
  return done;
}

/** True if a yes alone answers the choice. */
export function isConfirmation({ choices }: Choice): boolean {
  return choices.every(({ value }) => value === YES);
}

/** Formats a choice as its question and a line for each value, written as an option. */
export function choiceLines(one: Choice, isNumbered = false): readonly string[] {
  const question = String(one.question);
  if (isConfirmation(one)) return [question];
  const shown = one.choices.map(({ value }, at) => `${isNumbered ? `  ${at + 1}` : ""}  ${shownValue(value)}`);
  const width = Math.max(...shown.map(({ length }) => length));
  return [question, ...one.choices.map(({ effect }, at) => `${(shown[at] ?? "").padEnd(width)}  ${effect}`)];
}

function shownValue(value: string): string {
  const [, name, text] = /^(--[a-z-]+)=(.*)$/s.exec(value) ?? [];
  if (value === YES) return "--yes";
  if (name === undefined || text === undefined) return value;
  // After a blank it would be another option.
  return `${name}${text.startsWith("-") ? "=" : " "}${text === "" ? "…" : shellWord(text)}`;
}

/**
 * Answers the open choices at the terminal: a list for each choice between values, then one yes for all confirmations.
 * Prints the refusal, with advice if nobody can answer.
 *
 * @param question The last question, such as `Import this?`.
 * @param refusal The sentence without an answer, such as `Nothing was imported.`
 * @param isAble Whether somebody can answer questions of this process.
 * @returns Null if a question stays unanswered. If an argument was chosen, the yes is not asked for: the plan changes.
 */
export function askedAnswers(
  open: readonly Choice[],
  question: string,
  refusal: string,
  isAble: boolean = canAsk(),
): ReadonlyMap<string, string> | null {
  const answers = isAble ? typedAnswers(open, question) : null;
  if (answers !== null) return answers;
  const help = openChoices({ choices: open }, YES).length === 0
    ? "If this is right, run it again with --yes."
    : "Add your choice to the command; a yes does not choose between them.";
  printError(isAble ? refusal : `${refusal} ${help}`);
  return null;
}

/** True if somebody can answer questions of this process. */
export function canAsk(): boolean {
  return Deno.stdin.isTerminal() && Deno.stderr.isTerminal();
}

function typedAnswers(open: readonly Choice[], question: string): ReadonlyMap<string, string> | null {
  const answers = new Map<string, string>();
  for (const one of open.filter((one) => !isConfirmation(one))) {
    for (const line of choiceLines(one, true)) printError(escapedControls(line));
    const value = one.choices[Number(typedLine(`Which? [1-${one.choices.length}] `)) - 1]?.value;
    if (value === undefined) return null;
    answers.set(one.id, TEMPLATE.test(value) ? value + typedLine(`${value.slice(0, -1)} [value] `) : value);
  }
  if (chosenArguments(answers).length > 0) return answers;
  const rest = open.filter(isConfirmation);
  if (rest.length > 0 && !/^y(?:es)?$/i.test(typedLine(`${question} [y/N] `))) return null;
  for (const { id } of rest) answers.set(id, YES);
  return answers;
}
