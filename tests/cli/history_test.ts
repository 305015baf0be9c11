import assert from "node:assert/strict";
import { shownCommand } from "../../cli/history/shown_revision.ts";
import { ANN, BEN, historyShop } from "../support/import/history_shop.ts";
import { executeUndo } from "../../cli/history/undo.ts";
import { runCli } from "../support/service/run_cli.ts";

Deno.test("history lists each revision's time, command, files and changes", async () => {
  await using shop = await historyShop();
  const { stdout } = await shop.history();
  const lines = stdout.trimEnd().split("\n");
  assert.match(lines[0] ?? "", /^REVISION +PUBLISHED +REVIEWS +SIZE +CHANGES +BY$/);
  assert.match(lines[1] ?? "", /^2 \* +\d{4}-\d\d-\d\d \d\d:\d\d +2 +\d+ kB +1 added, 1 changed +import .*two\.json$/);
  assert.match(lines[2] ?? "", /^1 +\S+ \S+ +1 +\d+ kB +1 added +import .*one\.json$/);
  const json = JSON.parse((await shop.history("--json")).stdout);
  assert.deepEqual(json.map((one: Record<string, unknown>) => [one["revision"], one["is_published"], one["sources"]]), [
    [2, true, [shop.path("two.json")]],
    [1, false, [shop.path("one.json")]],
  ]);
});

Deno.test("a source is shown without its folder, on each system, and a source that is no file as it is", () => {
  const shown = (source: string) => shownCommand({ publication: { command: "import", sources: [source] } });
  assert.equal(shown("/home/ann/two.json"), "import two.json");
  assert.equal(shown("C:\\Users\\Ann\\two.json"), "import two.json");
  assert.equal(shown("google:accounts/1/locations/2"), "import google:accounts/1/locations/2");
});

Deno.test("diff lists the reviews and the other data in which two revisions differ", async () => {
  await using shop = await historyShop();
  const { stdout } = await shop.history("diff", "1", "2");
  assert.match(stdout, new RegExp(`^Added: 1\nID.*\n${BEN.id}.*\n\nChanged: 1\nID.*\n${ANN.id}.*4 .*Quick\\.\n$`));
  const back = JSON.parse((await shop.history("diff", "2", "1", "--json")).stdout);
  const changed = [{ before: { ...ANN, rating: 4 }, after: ANN }];
  assert.deepEqual([back.added, back.removed, back.changed], [[], [BEN], changed]);
  assert.equal((await shop.history("diff", "1", "1")).stdout, "They publish the same.\n");
});

Deno.test("undo publishes what was published before, byte for byte, and a second one takes it back", async () => {
  await using shop = await historyShop();
  const two = (await shop.run("export")).stdout;
  const before = await shop.revision();
  const dry = await shop.history("undo", "--dry-run");
  assert.match(dry.stdout, /^Dry run: nothing was written\. 1 reviews? of/);
  assert.deepEqual([dry.code, dry.stderr], [0, ""]);
  assert.equal(await shop.revision(), before);
  const undone = await shop.history("undo", "--yes");
  assert.match(undone.stdout, /^Published 1 review of revision 1 as revision 3 \(1 changed, 1 removed\)\. A running/);
  assert.deepEqual((await shop.published()).reviews, [ANN]);
  assert.equal((await shop.history("undo", "--yes")).code, 0);
  assert.equal((await shop.run("export")).stdout, two);
  const { stdout } = await shop.history("undo", "--yes", "2");
  assert.equal(stdout, "Nothing changed: revision 2 holds what is published.\n");
  assert.match((await shop.history()).stdout, /^4 \*.*history undo 2$/m);
});

Deno.test("undo names settings that come back, and says that an erased review does not", async () => {
  await using shop = await historyShop();
  await Deno.writeTextFile(shop.path("acme.json"), JSON.stringify({ name: "Acme", page: { color: "#7a1f3d" } }));
  assert.equal((await runCli("import", ["--business", shop.path("acme.json")], shop.kvPath)).code, 0);
  const { stdout } = await shop.history("undo", "--dry-run");
  assert.match(stdout, /\(no review changed\)\. Also changed: business, settings of the pages\.\n$/);
  const { stdout: differences } = await shop.history("diff", "2", "3");
  assert.equal(differences, "Different: business.\nDifferent: settings of the pages.\n");
  await runCli("review", ["erase", "--yes", BEN.id], shop.kvPath);
  const { stdout: undone } = await shop.history("undo", "--yes");
  assert.match(undone, /^Nothing changed: revision 3 .*\. Erased reviews stay out: no undo brings them back\.\n$/);
});

Deno.test("undo --json prints the plan, which needs a yes, and its execution", async () => {
  await using shop = await historyShop();
  const asked = await shop.history("undo", "--json");
  assert.deepEqual([asked.code, asked.stderr], [2, "Nothing was undone. If this is right, run it again with --yes.\n"]);
  const { end, revision, plan } = JSON.parse(asked.stdout);
  assert.deepEqual([end, revision, plan.revision], ["unconfirmed", null, 2]);
  assert.deepEqual([plan.effect.to, plan.effect.reviews, plan.effect.changes.removed], [1, 1, 1]);
  assert.deepEqual(plan.choices[0].choices.map(({ value }: { value: string }) => value), ["yes"]);
  const done = JSON.parse((await shop.history("undo", "--json", "--yes")).stdout);
  assert.deepEqual([done.end, done.revision], ["published", 3]);
});

Deno.test("an undo with another plan than the one that was agreed to changes nothing and says so", async () => {
  await using shop = await historyShop();
  using kv = await Deno.openKv(shop.kvPath);
  const run = { answers: "yes", planned: null, dryRun: false, keptRevisions: 5 } as const;
  const { plan } = await executeUndo(kv, null, { ...run, dryRun: true });
  const other = executeUndo(kv, null, { ...run, planned: { ...plan, choices: [] } });
  await assert.rejects(other, /^UsageError: The plan has changed/);
  assert.equal((await shop.importing("one.json")).code, 0);
  await assert.rejects(executeUndo(kv, null, { ...run, planned: plan }), /^UsageError: The plan has changed/);
  assert.deepEqual((await shop.published()).reviews, [ANN, BEN]);
});

Deno.test("KEPT_REVISIONS limits the number of revisions from the next command on, also if it changes nothing", async () => {
  await using shop = await historyShop();
  const kept = async (number: number) => {
    const args = [shop.path("one.json")];
    assert.equal((await runCli("import", args, shop.kvPath, { KEPT_REVISIONS: String(number) })).code, 0);
    return JSON.parse((await shop.history("--json")).stdout).map(({ revision }: { revision: number }) => revision);
  };
  assert.deepEqual([await kept(2), await kept(1)], [[3, 2], [3]]);
  assert.match((await shop.history("undo")).stderr, /^The store keeps no revision before this one\./);
});
