import assert from "node:assert/strict";
import { archiveDataset } from "../../../domain/dataset/archive_dataset.ts";
import { changeDataset } from "../../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { HEAD, readHead } from "../../../domain/dataset/dataset_head.ts";
import { OvertakenError, publishArchive, type RevisionRecord } from "../../../domain/dataset/dataset_store.ts";
import { boundedPublication, type Publisher, withdrawnReviews } from "../../../domain/dataset/publication.ts";
import type { Store } from "../../../domain/store/store.ts";
import { CertainStore } from "../../../domain/store/certain_store.ts";
import { datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { killedAtEachCommit, losingEachCommit, LOSSES } from "../../support/store/losing_store.ts";
import { writeArchive } from "../../../domain/dataset/revision_chunks.ts";
import { pruneRevisions, readRevision, readRevisions } from "../../../domain/dataset/history.ts";
import { nextLine } from "../../../domain/dataset/ledger.ts";

const NOW = new Date("2026-11-22T08:00:00Z");
const AN_HOUR_LATER = new Date("2026-11-22T09:00:00Z");
const IMPORT: Publisher = { command: "import", sources: ["a.csv"] };

/** A dataset with a review of each text. */
function textsOf(...texts: readonly string[]): Dataset {
  return datasetOf(texts.map((text, n) => reviewOf({ native: String(n), text })));
}

function publish(kv: Store, text: string, { now = NOW, keptRevisions = 10, publisher = IMPORT } = {}) {
  const decide = () => ({ dataset: textsOf(...text) });
  return changeDataset(kv, { publisher, decide, dryRun: false, keptRevisions, now: () => now });
}

async function numbers(kv: Store): Promise<readonly number[]> {
  return (await readRevisions(kv)).entries.map(({ record }) => record.head.number);
}

async function archives(kv: Store): Promise<ReadonlySet<unknown>> {
  const found = new Set<unknown>();
  for await (const { key } of kv.list({ prefix: ["dataset"] })) if (key.length === 3) found.add(key[1]);
  return found;
}

/** Everything that the history names exists, and its newest revision is the published one. */
async function assertWhole(kv: Store): Promise<void> {
  const { entries, published } = await readRevisions(kv);
  assert.equal(entries[0]?.record.head.number ?? null, published);
  for (const { record } of entries) assert.ok(await readRevision(kv, record) !== null, `${record.head.number}`);
}

Deno.test("a review counts as withdrawn unless it is withheld or merged into another one", () => {
  const [kept, merged, hidden, gone] = ["kept", "merged", "hidden", "gone"].map((native) => reviewOf({ native }));
  const after = {
    reviews: [{ ...kept!, aliases: [merged!.id] }],
    hidden: [{ ...hidden!, hidden_at: NOW.toISOString(), hidden_reason: "spam" as const }],
  };
  assert.deepEqual(withdrawnReviews({ removed: [merged!, hidden!, gone!] }, after), [gone]);
});

Deno.test("as many revisions are kept as are asked for, and what is younger than a quarter of an hour stays", async () => {
  using kv = await Deno.openKv(":memory:");
  for (const text of ["a", "b", "c", "d"]) await publish(kv, text, { keptRevisions: 3 });
  assert.deepEqual([await numbers(kv), (await archives(kv)).size], [[4, 3, 2], 4]);
  assert.deepEqual(await pruneRevisions(kv, 3, AN_HOUR_LATER), { numbers: [], archives: 1 });
  assert.deepEqual(await pruneRevisions(kv, 1, AN_HOUR_LATER), { numbers: [3, 2], archives: 2 });
  assert.deepEqual([await numbers(kv), (await archives(kv)).size], [[4], 1]);
  await assertWhole(kv);
});

Deno.test("the published revision is kept, even if it is not the newest", async () => {
  using kv = await Deno.openKv(":memory:");
  await publish(kv, "a");
  await publish(kv, "b");
  const [, first] = (await readRevisions(kv)).entries;
  await kv.set(HEAD, first?.record.head);
  assert.deepEqual(await pruneRevisions(kv, 1, AN_HOUR_LATER), { numbers: [], archives: 0 });
  assert.deepEqual(await numbers(kv), [2, 1]);
});

Deno.test("an archive begun before another publication is not written", async () => {
  using kv = await Deno.openKv(":memory:");
  await publish(kv, "a");
  const before = await readHead(kv);
  await publish(kv, "b");
  const there = await archives(kv);
  assert.equal(await writeArchive(kv, archiveDataset(textsOf("late")), before, NOW), null);
  assert.deepEqual(await archives(kv), there);
});

Deno.test("a change that is overtaken starts over from what is published then, and gives up in the end", async () => {
  using kv = await Deno.openKv(":memory:");
  await publish(kv, "a");
  let races = 1;
  const seen: (string | null)[] = [];
  const change = (racing: number) => {
    races = racing;
    return changeDataset(kv, {
      publisher: IMPORT,
      decide: async (current) => {
        seen.push(current?.dataset.reviews[0]?.text ?? null);
        if (races-- > 0) await publish(kv, `${seen.length % 10}`);
        return { dataset: textsOf(`mine, ${racing} others`) };
      },
      dryRun: false,
      keptRevisions: 10,
      now: () => NOW,
    });
  };
  assert.equal((await change(1)).head?.number, 3);
  assert.deepEqual(seen, ["a", "1"]);
  await assert.rejects(change(Infinity), OvertakenError);
});

Deno.test("a kill at any commit of a publication leaves a whole history, and the next one works", async () => {
  const seed = async () => {
    const kv = await Deno.openKv(":memory:");
    for (const text of ["a", "b", "c"]) await publish(kv, text, { keptRevisions: 3 });
    return kv;
  };
  const act = (kv: Store) => publish(kv, "n", { keptRevisions: 2, now: AN_HOUR_LATER });
  const commits = await killedAtEachCommit(seed, act, async (kv, at) => {
    await assertWhole(kv);
    assert.equal((await act(kv)).end, at < 2 ? "published" : "unchanged");
    assert.deepEqual(await numbers(kv), [4, 3]);
    const later = new Date(AN_HOUR_LATER.getTime() + 3_600_000);
    await pruneRevisions(kv, 2, later);
    assert.equal((await archives(kv)).size, 2);
  });
  // The chunk, the head, two rows of the history together, two archives.
  assert.equal(commits, 5);
});

for (const loss of LOSSES) {
  Deno.test(`a revision has one number and one record when any commit is lost so: ${loss}`, () =>
    losingEachCommit(
      async () => {
        const kv = await Deno.openKv(":memory:");
        await publish(kv, "a");
        return kv;
      },
      () => loss,
      async (losing, kv, at) => {
        const store = new CertainStore(losing, { waitMilliseconds: 0 });
        await publish(store, "b", { keptRevisions: 1, now: AN_HOUR_LATER });
        assert.deepEqual(await numbers(kv), [2], `commit ${at}`);
        await assertWhole(kv);
      },
    ));
}

Deno.test("a record has room for its sources, however many and long they are", () => {
  const changes = { added: 0, changed: 0, removed: 0, hidden: 0, restored: 0 };
  const sources = Array.from({ length: 5000 }, (_, n) => `${"x".repeat(500)}${n}`);
  const bounded = boundedPublication({ command: "import", sources, changes }).sources;
  assert.deepEqual([bounded.length, bounded.at(-1)], [20, "4981 more"]);
  assert.ok(bounded.every((source) => source.length <= 200) && bounded[3]?.endsWith("x3"));
  const few = { command: "import", sources: sources.slice(0, 20).map((_, n) => `${n}.csv`), changes };
  assert.deepEqual(boundedPublication(few), few);
});

Deno.test("publishArchive() without a publication notes the revision as one of unknown origin", async () => {
  using kv = await Deno.openKv(":memory:");
  const line = nextLine(null, textsOf("a"), { counts: null, withdrawn: [], erased: 0 }, NOW.toISOString());
  const facts = { reviews: 1, operator_insights: false, line };
  const head = await publishArchive(kv, archiveDataset(textsOf("a")), facts, await readHead(kv), NOW);
  assert.deepEqual((await kv.get<RevisionRecord>(["history", 1])).value, { head, publication: null });
});
