import assert from "node:assert/strict";
import { HEAD, readHead } from "../../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../../domain/dataset/publish_dataset.ts";
import { buildHere, type SnapshotBuilder, snapshotLoader } from "../../../domain/snapshot/snapshot_loader.ts";
import { datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { TEST_SITE } from "../../support/service/test_app.ts";

const NOW = new Date("2026-11-20T09:15:00Z");

async function publish(kv: Deno.Kv, text: string): Promise<void> {
  const { outcome } = await publishDataset(kv, datasetOf([reviewOf({ text })]), await readHead(kv), NOW);
  assert.equal(outcome, "published");
}

Deno.test("snapshotLoader() serves no reviews before the first dataset, and swaps once per revision", async () => {
  using kv = await Deno.openKv(":memory:");
  const swaps: string[] = [];
  const loader = snapshotLoader(kv, TEST_SITE, buildHere, ({ revision }, before) => {
    swaps.push(`${before?.revision ?? null} > ${revision}`);
  });
  await loader.refresh();
  assert.deepEqual([loader.current()?.revision, loader.current()?.reviewCount], ["none", 0]);
  await publish(kv, "a");
  await loader.refresh();
  const first = loader.current();
  await loader.refresh();
  assert.equal(loader.current(), first);
  await publish(kv, "b");
  await loader.refresh();
  const second = loader.current();
  const one = first?.revision;
  assert.deepEqual(swaps, ["null > none", `none > ${one}`, `${one} > ${second?.revision}`]);
  // The loaded revision is still served when the store loses its head.
  await kv.delete(HEAD);
  await loader.refresh();
  assert.equal(loader.current(), second);
});

Deno.test("snapshotLoader() keeps the old snapshot when a revision cannot be read, and tries again", async () => {
  using kv = await Deno.openKv(":memory:");
  let broken: "throws" | "gone" | null = null;
  const build: SnapshotBuilder = (kv, head, site) => {
    if (broken === "throws") return Promise.reject(new Error("unreadable"));
    return broken === "gone" ? Promise.resolve(null) : buildHere(kv, head, site);
  };
  const loader = snapshotLoader(kv, TEST_SITE, build, () => {});
  await publish(kv, "a");
  await loader.refresh();
  const first = loader.current();
  await publish(kv, "b");
  broken = "throws";
  await assert.rejects(loader.refresh(), /unreadable/);
  assert.equal(loader.current(), first);
  broken = "gone";
  await assert.rejects(loader.refresh(), /revision \S+ cannot be read/);
  assert.equal(loader.current(), first);
  broken = null;
  await loader.refresh();
  assert.notEqual(loader.current(), first);
});

Deno.test("snapshotLoader() loads once for calls that come at the same time", async () => {
  using kv = await Deno.openKv(":memory:");
  let builds = 0;
  const loader = snapshotLoader(kv, TEST_SITE, (...of) => {
    builds++;
    return buildHere(...of);
  }, () => {});
  await publish(kv, "a");
  await Promise.all([loader.refresh(), loader.refresh(), loader.refresh()]);
  assert.equal(builds, 1);
});
