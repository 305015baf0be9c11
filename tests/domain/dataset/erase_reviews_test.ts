import assert from "node:assert/strict";
import { gunzipSync, inflateRawSync } from "node:zlib";
import { serialize } from "node:v8";
import { archiveDataset } from "../../../domain/dataset/archive_dataset.ts";
import { changeDataset } from "../../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { withHidden } from "../../../domain/dataset/hidden_reviews.ts";
import { importDataset } from "../../../domain/dataset/import_dataset.ts";
import { isErased } from "../../../domain/dataset/erased_marks.ts";
import { type DatasetChange, readCurrentDataset } from "../../../domain/dataset/publish_change.ts";
import type { ImportedReview, Review } from "../../../domain/review.ts";
import { CertainStore } from "../../../domain/store/certain_store.ts";
import type { Store } from "../../../domain/store/store.ts";
import { datasetOf, importOf, reviewOf } from "../../support/reviews/review_of.ts";
import { killedAtEachCommit, losingEachCommit, LOSSES } from "../../support/store/losing_store.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";
import { writeArchive } from "../../../domain/dataset/revision_chunks.ts";
import { erasableReviews, eraseReviews } from "../../../domain/dataset/erase_reviews.ts";
import { ERASING, finishErasure } from "../../../domain/dataset/finish_erasure.ts";
import { readRevision, readRevisions, recordKey } from "../../../domain/dataset/history.ts";

const NOW = new Date("2026-11-22T08:00:00Z");
const SETTINGS = { keptRevisions: 10, now: () => NOW };
// RFC 1952 2.3, without optional members.
const GZIP_HEADER_BYTES = 10;
const NAME = "Jane Erasable";
const JANE = reviewOf({ native: "jane", author: NAME, text: "Late.", date: "2026-05-03" });
const [ANN, BEN] = [reviewOf({ native: "ann", author: "Ann" }), reviewOf({ native: "ben", author: "Ben" })];

function publishing<Result extends { readonly dataset: Dataset }>(
  kv: Store,
  decide: DatasetChange<Result>["decide"],
  sources: readonly string[] = [],
) {
  return changeDataset(kv, { publisher: { command: "import", sources }, decide, dryRun: false, ...SETTINGS });
}

function publish(kv: Store, ...reviews: readonly Review[]) {
  return publishing(kv, () => ({ dataset: datasetOf(reviews) }));
}

function importing(kv: Store, reviews: readonly ImportedReview[], sources: readonly string[] = []) {
  return publishing(
    kv,
    (current, erased) => importDataset(current?.dataset ?? null, importOf(reviews), erased),
    sources,
  );
}

/** A store with the review in an earlier revision, in another version, in the published revision, and in a leftover. */
async function janesStore(): Promise<Deno.Kv> {
  const kv = await Deno.openKv(":memory:");
  const operation = kv.atomic();
  for (const { key, value } of janesRows) operation.set(key, value);
  await operation.commit();
  return kv;
}

const janesRows = await (async () => {
  using kv = await Deno.openKv(":memory:");
  await publish(kv, ANN, { ...JANE, text: "An earlier text." });
  await importing(kv, [JANE, BEN], [`${NAME}.csv`, "exports/jane_erasable.csv", "other.csv"]);
  await publish(kv, ANN);
  await importing(kv, [BEN, JANE]);
  await writeArchive(kv, archiveDataset(datasetOf([JANE])), await readHead(kv), NOW);
  return await Array.fromAsync(kv.list({ prefix: [] }));
})();

async function erase(kv: Store, ...ids: readonly string[]) {
  const chosen = (await erasableReviews(kv)).filter(({ review }) => ids.includes(review.id));
  assert.equal(chosen.length, ids.length);
  return await eraseReviews(kv, chosen, SETTINGS);
}

/** A store that runs an action before each row of a list and before its end. */
function interrupted(kv: Deno.Kv, prefix: string, act: (isAtEnd: boolean) => Promise<void>): Store {
  const list = <T>(selector: Deno.KvListSelector, options?: Deno.KvListOptions) => {
    const rows = kv.list<T>(selector, options);
    const next = async () => {
      const row = await rows.next();
      if (JSON.stringify(selector).includes(prefix)) await act(row.done === true);
      return row;
    };
    return { next, [Symbol.asyncIterator]: () => ({ next }) };
  };
  return storeProxy(kv, {}, { list });
}

/** Every row of a store as bytes. Archives are also unpacked, part by part. */
async function everythingIn(kv: Deno.Kv): Promise<string> {
  const rows = await Array.fromAsync(kv.list({ prefix: [] }));
  const found = rows.map(({ key, value }) => new TextDecoder().decode(serialize([key, value])));
  for (const { record } of (await readRevisions(kv)).entries) {
    const archive = await readRevision(kv, record);
    let at = 0;
    for (const { coding, length } of archive?.parts ?? []) {
      const bytes = archive?.bytes.subarray(at, at += length) ?? new Uint8Array();
      if (coding === "gzip") found.push(gunzipSync(bytes).toString());
      if (coding === "identity") found.push(new TextDecoder().decode(bytes));
    }
  }
  // Leftovers of interrupted commands begin with the compressed reviews.
  for (const { key, value } of rows) {
    if (key[0] === "dataset" && value instanceof Uint8Array) found.push(unpacked(value));
  }
  return found.join("\n");
}

/** The reviews at the beginning of an archive; the bytes after them belong to another stream. */
function unpacked(archive: Uint8Array): string {
  return inflateRawSync(archive.subarray(GZIP_HEADER_BYTES)).toString();
}

async function assertErased(kv: Deno.Kv, when: string): Promise<void> {
  const everything = await everythingIn(kv);
  assert.ok(everything.includes("Ann") && !/erasable|earlier text/i.test(everything), when);
  assert.equal((await kv.get(ERASING)).value, null, when);
  const { entries } = await readRevisions(kv);
  for (const { record } of entries) {
    assert.ok(await readRevision(kv, record) !== null, `${when}: ${record.head.number}`);
  }
}

Deno.test("an erased review is gone from what is published, every revision, the history and what imports have left", async () => {
  using kv = await janesStore();
  assert.match(await everythingIn(kv), /Jane Erasable\.csv/);
  const done = await erase(kv, JANE.id);
  const published = { number: 5, reviews: 2 };
  assert.deepEqual(done, { published, rewritten: [4, 2, 1], removed: 1, traces: "unknown" });
  await assertErased(kv, "erased");
  // The two were withdrawn before by another import. The policy tells no stars of an erased review.
  const { withdrawn, erased } = (await readHead(kv)).value?.ledger ?? assert.fail();
  assert.deepEqual([withdrawn, erased], [[0, 0, 0, 0, 2], 1]);
  const { entries } = await readRevisions(kv);
  assert.deepEqual(
    entries.map(({ record }) => `${record.head.number} ${record.head.reviews} ${record.publication?.command}`),
    ["5 2 review erase", "4 2 import", "3 1 import", "2 2 import", "1 1 import"],
  );
  assert.deepEqual(entries.at(-2)?.record.publication?.sources, ["(erased)", "(erased)", "other.csv"]);
});

Deno.test("no import brings an erased review back: under its id, another id, or as it was earlier", async () => {
  using kv = await janesStore();
  await erase(kv, JANE.id);
  const id = reviewOf({ native: "another id" }).id;
  const rows = [{ ...JANE, text: "New words." }, { ...JANE, id }, { ...JANE, id, text: "an EARLIER text." }];
  for (const row of rows) {
    const { result, end } = await importing(kv, [row]);
    assert.deepEqual([end, result.changes.erased, result.changes.added], ["unchanged", 1, 0]);
    assert.equal((await importing(kv, [{ ...row, unpublished: true }])).end, "unchanged");
  }
  assert.equal((await importing(kv, [{ ...JANE, id, date: "2026-05-04" }])).result.changes.added, 1);
});

Deno.test("hidden reviews, and those that only earlier revisions hold, are erased as well", async () => {
  using kv = await Deno.openKv(":memory:");
  await publish(kv, ANN, JANE);
  const hidden = withHidden(datasetOf([ANN, JANE]), new Set([JANE.id]), { hidden_at: NOW.toISOString() });
  await publishing(kv, () => ({ dataset: hidden }));
  assert.deepEqual((await erasableReviews(kv)).map(({ review, state, revisions }) => [review.id, state, revisions]), [
    [ANN.id, "published", [2, 1]],
    [JANE.id, "hidden", [2, 1]],
  ]);
  await erase(kv, JANE.id);
  await assertErased(kv, "hidden");
  await publish(kv, ANN, BEN);
  await publish(kv, ANN);
  const before = await readHead(kv);
  assert.equal((await erasableReviews(kv)).find(({ review }) => review.id === BEN.id)?.state, "withdrawn");
  const done = await erase(kv, BEN.id);
  assert.deepEqual(done.rewritten, [4]);
  // The published data has not changed. It is still a new revision, so that a concurrent import notices.
  const { digest, number } = (await readHead(kv)).value ?? assert.fail();
  assert.deepEqual([digest, number], [before.value?.digest, 6]);
});

Deno.test("every alias that a review ever had is marked as erased", async () => {
  using kv = await Deno.openKv(":memory:");
  const [first, second] = [reviewOf({ native: "a1" }).id, reviewOf({ native: "a2" }).id];
  await publish(kv, { ...JANE, aliases: [first] });
  await publish(kv, ANN, { ...JANE, aliases: [second] });
  await erase(kv, JANE.id);
  const other = { author: "Jo", text: "Another text.", date: "2026-01-02" };
  await importing(kv, [{ ...JANE, ...other, id: first }, { ...JANE, ...other, id: second }]);
  assert.deepEqual((await readCurrentDataset(kv)).current?.dataset.reviews, [ANN]);
});

Deno.test("a source that names the erased author is removed from the history even if its row changes meanwhile", async () => {
  using kv = await janesStore();
  let races = 1;
  const overtaken = storeProxy(kv, {
    commit: async (commit) => {
      const { entries } = races-- > 0 ? await readRevisions(kv) : { entries: [] };
      for (const { record } of entries) await kv.set(recordKey(record.head), record);
      return await commit();
    },
  });
  await erase(overtaken, JANE.id);
  await assertErased(kv, "after the race");
});

Deno.test("an import that has read the marks before an erasure cannot publish what was erased", async () => {
  using kv = await janesStore();
  let races = 1;
  const seen: boolean[] = [];
  await publishing(kv, async (current, erased) => {
    seen.push(isErased(erased, JANE));
    if (races-- > 0) await erase(kv, JANE.id);
    const reviews = [...current?.dataset.reviews ?? [], reviewOf({ native: "new" })];
    return { dataset: datasetOf(reviews.filter((one) => !isErased(erased, one))) };
  });
  assert.deepEqual(seen, [false, true]);
  await assertErased(kv, "after the race");
  assert.equal((await readCurrentDataset(kv)).current?.dataset.reviews.length, 3);
});

Deno.test("an import that reads the marks just before an erasure cannot publish what was erased either", async () => {
  using kv = await janesStore();
  let hasErased = false;
  const overtaken = interrupted(kv, "erased", async (isAtEnd) => {
    if (!isAtEnd || hasErased) return;
    hasErased = true;
    await erase(kv, JANE.id);
  });
  await importing(overtaken, [JANE, reviewOf({ native: "new" })]);
  assert.ok(hasErased);
  await assertErased(kv, "after the race");
});

Deno.test("an erasure interrupted by other publications repeats until no copy is left", async () => {
  using kv = await janesStore();
  // Another process imports at each read of the history, for some time.
  let races = 4;
  const overtaken = interrupted(kv, "history", async () => {
    if (races-- > 0) await publish(kv, ANN, reviewOf({ native: `race ${races}` }));
  });
  await erase(overtaken, JANE.id);
  await assertErased(kv, "overtaken");
});

Deno.test("a kill at any commit of an erasure loses nothing, and whoever publishes next finishes it", async () => {
  const act = (kv: Store) => erase(kv, JANE.id);
  const commits = await killedAtEachCommit(janesStore, act, async (kv, at) => {
    const { current } = await readCurrentDataset(kv);
    assert.ok(current?.dataset.reviews.some(({ id }) => id === ANN.id), `${at}`);
    const { entries } = await readRevisions(kv);
    for (const { record } of entries) {
      assert.ok(await readRevision(kv, record) !== null, `${at}: ${record.head.number}`);
    }
    const isBegun = (await kv.get(ERASING)).value !== null;
    await importing(kv, [reviewOf({ native: "next" }), JANE]);
    if (isBegun) await assertErased(kv, `killed after ${at} commits`);
    else await act(kv);
    await assertErased(kv, `in the end, killed after ${at} commits`);
  });
  assert.ok(commits > 10, `${commits} commits`);
});

for (const shift of [0, 1]) {
  Deno.test(`an erasure behind a network is whole whichever of its commits is lost (${shift + 1} of 2)`, () => {
    const lossOf = (at: number) => LOSSES[(at + 2 * shift) % LOSSES.length] ?? "answer";
    return losingEachCommit(janesStore, lossOf, async (losing, kv, at) => {
      await erase(new CertainStore(losing, { waitMilliseconds: 0 }), JANE.id);
      await assertErased(kv, `commit ${at}, ${lossOf(at)}`);
    });
  });
}

Deno.test("the next command removes bytes that could not be removed, without repeating the rest", async () => {
  using kv = await janesStore();
  let [asked, isFull] = [0, true];
  const store: Store = Object.assign(kv, {
    eraseTraces: () => {
      asked++;
      return isFull ? Promise.reject(new Error("no room")) : Promise.resolve();
    },
  });
  const done = await erase(store, JANE.id);
  assert.ok(typeof done.traces === "object" && /no room/.test(String(done.traces.reason)));
  assert.equal((await readHead(kv)).value?.number, 5);
  isFull = false;
  const finished = { published: null, rewritten: [], removed: 0, traces: "gone" };
  assert.deepEqual(await finishErasure(store, SETTINGS), finished);
  assert.equal(await finishErasure(store, SETTINGS), null);
  assert.deepEqual([asked, (await readHead(kv)).value?.number], [2, 5]);
  // A newer erasure that begins meanwhile stays unfinished.
  const newer = { since: NOW.toISOString(), tracesOnly: false };
  await kv.set(ERASING, { ...newer, tracesOnly: true });
  store.eraseTraces = async () => void await kv.set(ERASING, newer);
  await finishErasure(store, SETTINGS);
  assert.deepEqual((await kv.get(ERASING)).value, newer);
});

Deno.test("a revision that is pruned while an erasure rewrites it does not come back", async () => {
  for (let at = 0, commits = 1; at < commits; at++) {
    using kv = await janesStore();
    commits = 0;
    const pruning = storeProxy(kv, {
      commit: async (commit) => {
        if (commits++ === at) await kv.delete(["history", 1]);
        return await commit();
      },
    });
    await erase(pruning, JANE.id);
    await assertErased(kv, `pruned before commit ${at}`);
    const { entries } = await readRevisions(kv);
    assert.ok(entries.every(({ record }) => record.head.number !== 1), `commit ${at}`);
  }
});
