import assert from "node:assert/strict";
import { runWhenDue } from "../../../cli/launch/due_programs.ts";
import { tempStore } from "../../support/service/run_cli.ts";

Deno.test("a program runs again when its plan says so, and when a folder changes, also while it ran or in a new folder", async () => {
  await using store = await tempStore();
  const { folder } = store;
  const [plan, inbox] = [`${folder}/plan.json`, `${folder}/inbox`];
  const next = (wait: number, folders: readonly string[]) =>
    Deno.writeTextFile(plan, JSON.stringify({ wait, folders }));
  const ended = Promise.withResolvers<void>();
  const HOUR = 3_600_000;
  const runs = [
    () => next(0, [inbox, `${folder}/none`]),
    async () => {
      await Deno.writeTextFile(`${inbox}/a.json`, "[]");
      await next(HOUR, [inbox]);
    },
    async () => {
      await next(HOUR, [inbox]);
      setTimeout(() => Deno.writeTextFile(`${inbox}/b.json`, "[]"));
    },
    async () => {
      await next(HOUR, []);
      ended.resolve();
    },
  ];
  let count = 0;
  await Deno.mkdir(inbox);
  await next(0, []);
  await runWhenDue({ run: async () => await runs[count++]?.(), plan, settleAfter: 0 }, ended.promise);
  assert.equal(count, 4);
});
