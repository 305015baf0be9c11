import assert from "node:assert/strict";
import { type Answers, chosenArguments, type SeenPlan } from "../../../cli/command/choice.ts";
import {
  executeImport,
  type ImportRequest,
  type PlannedOutcome,
  readImport,
  withArguments,
} from "../../../cli/import/import_request.ts";
import type { Store } from "../../../domain/store/store.ts";
import { withFiles } from "../../support/import/import_reading.ts";
import { publishImport } from "../../support/import/publish_import.ts";
import { importOf, reviewOf } from "../../support/reviews/review_of.ts";

const NOW = new Date("2026-05-01T12:00:00Z");

function requestOf(files: readonly string[], request: Partial<ImportRequest> = {}): ImportRequest {
  const described = { business: null, insights: null, taxonomy: null };
  return { files, reading: { source: "desk" }, described, replace: false, skipInvalid: false, ...request };
}

/** Reads and executes a request as a page does, which keeps nothing between two calls. */
async function executed(kv: Store, request: ImportRequest, answers: Answers | null, planned: SeenPlan | null = null) {
  return await executeImport(kv, await readImport(kv, request, NOW), {
    ...{ publisher: { command: "import", sources: [] }, keptRevisions: 5, isRemembered: true },
    ...{ dryRun: answers === null, answers: answers ?? new Map(), planned },
  });
}

async function planned(...asked: Parameters<typeof executed>): Promise<PlannedOutcome> {
  const done = await executed(...asked);
  assert.ok(done.end !== "refused" && done.end !== "unread");
  return done;
}

Deno.test("a page plans an import, adds the chosen arguments, and executes the plan that it showed", async () => {
  using kv = await Deno.openKv(":memory:");
  const csv = "Name,Stars,Day,Text,Type\nAnn,5,2026-01-02,Good work,Final\n" +
    "Ben,4,2026-01-03,In time,Pending\n";
  await withFiles({ "a.csv": csv }, async (paths) => {
    const request = requestOf(paths);
    const first = await planned(kv, request, null);
    assert.deepEqual([first.end, first.result.plan.choices.map(({ id }) => id)], ["dry run", [
      "column Type",
      "suggested",
    ]]);
    assert.equal((await planned(kv, request, new Map([["suggested", "yes"]]))).end, "unconfirmed");
    const answers = new Map([["column Type", "--ignore=Type"], ["suggested", "yes"]]);
    const next = withArguments(request, chosenArguments(answers));
    await assert.rejects(executed(kv, next, answers, first.result.plan), /^UsageError: The plan has changed/);
    const { result: { plan } } = await planned(kv, next, null);
    assert.deepEqual(plan.choices.map(({ id }) => id), ["suggested"]);
    // A page gets its plan back as text.
    const done = await planned(kv, next, new Map([["suggested", "yes"]]), JSON.parse(JSON.stringify(plan)));
    assert.deepEqual([done.end, done.result.dataset.reviews.length], ["published", 2]);
    assert.deepEqual((await planned(kv, request, null)).result.plan.choices, [], "the reading is remembered");
  });
  await withFiles({
    "bad.csv": "Name,Stars,Date,Text\nAnn,5,2026-01-02,Good work\nCem,4,2026-02-03,Fair\nBen,4,2026-02-31,In time\n",
  }, async (paths) => {
    assert.equal((await executed(kv, requestOf(paths), null)).end, "refused");
    assert.equal((await executed(kv, withArguments(requestOf(paths), ["--skip-invalid"]), null)).end, "dry run");
  });
});

Deno.test("answers to a plan are refused if another revision has made it another plan", async () => {
  using kv = await Deno.openKv(":memory:");
  const review = (native: string) => reviewOf({ native, source: "s", date: "2024-05-01" });
  const publish = (native: string) => publishImport(kv, importOf([review(native)]), false);
  await publish("1");
  await publish("2");
  await withFiles({ "a.json": JSON.stringify([review("1")]) }, async (paths) => {
    const request = requestOf(paths, { replace: "all" });
    const { end, result: { plan } } = await planned(kv, request, new Map());
    assert.deepEqual([end, plan.revision, plan.choices.map(({ id }) => id)], ["unconfirmed", 2, ["withdrawn"]]);
    assert.deepEqual([plan.effect.before.reviews, plan.effect.after.reviews, plan.effect.withdrawn], [2, 1, 1]);
    await publish("3");
    const yes = new Map([["withdrawn", "yes"]]);
    const another = /^UsageError: Revision 3 was published meanwhile, .* run it again\./;
    await assert.rejects(executed(kv, request, yes, plan), another);
    const next = await planned(kv, request, new Map());
    assert.equal((await planned(kv, request, yes, next.result.plan)).end, "published");
  });
});
