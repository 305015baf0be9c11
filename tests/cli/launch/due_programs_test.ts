import assert from "node:assert/strict";
import { NOTHING_DUE, runWhenDue } from "../../../cli/launch/due_programs.ts";
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

Deno.test("a program runs again when its settings change, and at once for a folder that they name first", async () => {
  await using store = await tempStore();
  const { folder } = store;
  const [plan, inbox, settings] = [`${folder}/plan.json`, `${folder}/inbox`, `${folder}/settings.json`];
  await Deno.mkdir(inbox);
  const ended = Promise.withResolvers<void>();
  const waits = async (folders: readonly string[]) =>
    await Deno.writeTextFile(plan, JSON.stringify({ wait: 3_600_000, folders }));
  const runs = [
    async () => {
      setTimeout(() => Deno.writeTextFile(settings, "[1]"));
      return await Promise.resolve(NOTHING_DUE);
    },
    // A file that arrives while the run looks elsewhere.
    () => waits([inbox]),
    async () => {
      await waits([inbox]);
      setTimeout(() => Deno.writeTextFile(`${inbox}/a.json`, "[]"));
    },
    async () => {
      await waits([inbox]);
      setTimeout(() => Deno.remove(settings));
    },
    async () => await Promise.resolve(ended.resolve()),
  ];
  let count = 0;
  const run = async () => await runs[count++]?.();
  await runWhenDue({ run, plan, files: [settings], listEvery: 5, settleAfter: 0 }, ended.promise);
  assert.equal(count, 5);
});
