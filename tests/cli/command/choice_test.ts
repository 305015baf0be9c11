import assert from "node:assert/strict";
import {
  choice,
  choiceLines,
  chosenArguments,
  confirmation,
  openChoices,
  type Plan,
  refuseOtherPlan,
} from "../../../cli/command/choice.ts";

const WORD = choice("state x", `What is "x"?`, ["State"], [["yes", "leaves it out"], ["--state=x=shown", "shows it"]]);
const COLUMN = choice("text", "Which text?", ["A"], [["--map=text=what's said", "reads it"], [
  "--ignore=A",
  "does not",
]]);
const GUESS = confirmation("guessed", "The columns are guessed.");

function planOn(revision: number | null, ...choices: Plan<null>["choices"]): Plan<null> {
  return { revision, effect: null, examples: [], choices, warnings: [] };
}

Deno.test("a yes answers a choice that has this value, an argument none", () => {
  const plan = planOn(1, WORD, COLUMN, GUESS);
  assert.deepEqual(openChoices(plan, "yes"), [COLUMN]);
  const answers = new Map([["state x", "--state=x=shown"], ["text", "--ignore=A"], ["guessed", "yes"]]);
  assert.deepEqual(openChoices(plan, answers), [WORD, COLUMN]);
  assert.deepEqual(chosenArguments(answers), ["--state=x=shown", "--ignore=A"]);
});

Deno.test("a plan is refused if it opens other choices than the one that was shown", () => {
  refuseOtherPlan(null, planOn(2, GUESS));
  refuseOtherPlan(planOn(1, GUESS), planOn(2, { ...GUESS }));
  for (
    const [seen, now] of [
      [planOn(1), planOn(1, GUESS)],
      [planOn(1, GUESS), planOn(2, GUESS, WORD)],
      [planOn(1, GUESS, WORD), planOn(2, GUESS)],
    ] as const
  ) assert.throws(() => refuseOtherPlan(seen, now), /^UsageError: The plan has changed meanwhile/);
});

Deno.test("a choice is printed with its values as words that a shell reads back", () => {
  assert.deepEqual(choiceLines(GUESS), ["The columns are guessed."]);
  assert.deepEqual(choiceLines(COLUMN, true), [
    "Which text?",
    String.raw`  1  --map 'text=what'\''s said'  reads it`,
    "  2  --ignore A                   does not",
  ]);
  assert.equal(choiceLines(WORD)[1], "  --yes            leaves it out");
});
