import assert from "node:assert/strict";
import { publishImport } from "../../support/import/publish_import.ts";
import { unarchiveDataset } from "../../../domain/dataset/dataset_archive.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { MissingArchiveError, readPublished } from "../../../domain/dataset/dataset_store.ts";
import { CertainStore } from "../../../domain/store/certain_store.ts";
import type { Store } from "../../../domain/store/store.ts";
import { businessOf, importOf, reviewOf } from "../../support/reviews/review_of.ts";
import { losingEachCommit, LOSSES } from "../../support/store/losing_store.ts";

// Text that does not compress, for an archive of several commits.
const MANY = Array.from({ length: 400 }, (_, n) => {
  const text = crypto.getRandomValues(new Uint8Array(900)).toBase64();
  return reviewOf({ native: `many-${n}`, text });
});

async function reviewsIn(kv: Store): Promise<number> {
  const { before, archive } = await readPublished(kv);
  assert.ok(before.value !== null && archive !== null);
  return unarchiveDataset(archive, { operator_insights: false }).reviews.length;
}

/** A store with many reviews. */
async function filledStore(): Promise<Deno.Kv> {
  const kv = await Deno.openKv(":memory:");
  for (const { key, value } of await (rowsOfMany ??= publishMany())) await kv.set(key, value);
  return kv;
}

// Each test copies this store: publishing the reviews again takes ten times as long.
let rowsOfMany: Promise<readonly Deno.KvEntry<unknown>[]> | null = null;

async function publishMany(): Promise<readonly Deno.KvEntry<unknown>[]> {
  using kv = await Deno.openKv(":memory:");
  await publishImport(kv, importOf(MANY, { business: businessOf() }), false);
  return await Array.fromAsync(kv.list({ prefix: [] }));
}

const ONE_MORE = importOf([reviewOf({ native: "one more" })]);

for (const loss of LOSSES) {
  Deno.test(`an import loses no review when any of its commits is lost so: ${loss}`, () =>
    losingEachCommit(filledStore, () => loss, async (losing, kv, at) => {
      const ended = await publishImport(losing, ONE_MORE, false).then(() => "published", (error) => {
        assert.match(String(error), /The connection was lost/);
        return "failed";
      });
      // The delayed commit takes effect now.
      await losing.get(["nothing"]);
      const reviews = await reviewsIn(kv);
      assert.ok(reviews === 401 || ended === "failed" && reviews === 400, `commit ${at}: ${ended}, ${reviews}`);
      await publishImport(kv, ONE_MORE, false);
      assert.equal(await reviewsIn(kv), 401);
    }));

  Deno.test(`an import into a store behind a network succeeds when any of its commits is lost so: ${loss}`, () =>
    losingEachCommit(filledStore, () => loss, async (losing, kv, at) => {
      const [, end] = await publishImport(new CertainStore(losing, { waitMilliseconds: 0 }), ONE_MORE, false);
      assert.deepEqual([end, await reviewsIn(kv)], ["published", 401], `commit ${at}`);
    }));
}

Deno.test("an import stops when the archive of what is published is not whole, and changes nothing", async () => {
  using kv = await filledStore();
  const before = await readHead(kv);
  assert.ok(before.value !== null && before.value.chunks > 13);
  await kv.delete(["dataset", before.value.revision, 13]);
  await assert.rejects(publishImport(kv, ONE_MORE, false), MissingArchiveError);
  assert.deepEqual(await readHead(kv), before);
  // Replacing all reviews is not enough: the lost archive also held the business.
  await assert.rejects(publishImport(kv, importOf(MANY, { replace: "all" }), false), MissingArchiveError);
  assert.deepEqual(await readHead(kv), before);
  const everything = importOf(MANY, { replace: "all", business: businessOf() });
  const [, end] = await publishImport(kv, everything, false);
  assert.deepEqual([end, await reviewsIn(kv)], ["published", 400]);
});
