import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { archiveDataset } from "../../../domain/dataset/archive_dataset.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { type DatasetArchive, unarchiveDataset } from "../../../domain/dataset/dataset_archive.ts";
import { type DatasetHead, readHead } from "../../../domain/dataset/dataset_head.ts";
import { publishArchive } from "../../../domain/dataset/dataset_store.ts";
import { nextLine } from "../../../domain/dataset/ledger.ts";
import { datasetOf, reviewOf, reviewsOf } from "../../support/reviews/review_of.ts";
import { readArchive, readServedArchive, removeOldRevisions } from "../../../domain/dataset/revision_chunks.ts";

const NOW = new Date("2026-11-20T09:15:00.400Z");
const NO_CHANGES = { counts: null, withdrawn: [], erased: 0 };
const FACTS = { operator_insights: false, line: nextLine(null, { reviews: [] }, NO_CHANGES, NOW.toISOString()) };

// Its archive fits neither one chunk nor one atomic operation: random text does not compress.
const LARGE = datasetOf(reviewsOf(12_000, () => ({ text: crypto.getRandomValues(new Uint8Array(48)).toBase64() })));
const LARGE_ARCHIVE = archiveDataset(LARGE);

function smallDataset(text: string): Dataset {
  return datasetOf([reviewOf({ text })]);
}

async function publish(kv: Deno.Kv, archive: DatasetArchive, now = NOW): Promise<DatasetHead | null> {
  return await publishArchive(kv, archive, { ...FACTS, reviews: 1 }, await readHead(kv), now);
}

async function revisions(kv: Deno.Kv): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const { key } of kv.list({ prefix: ["dataset"] })) if (key.length === 3) names.add(String(key[1]));
  return [...names];
}

Deno.test("publishArchive() and readArchive() carry a dataset of many chunks", async () => {
  using kv = await Deno.openKv(":memory:");
  const head = await publish(kv, LARGE_ARCHIVE);
  assert.ok(head !== null && head.chunks > 24, `${head?.chunks} chunks`);
  const { value } = await readHead(kv);
  assert.deepEqual(value, head);
  const read = await readArchive(kv, head);
  assert.ok(read !== null);
  assert.equal(Buffer.compare(read.bytes, LARGE_ARCHIVE.bytes), 0);
  assert.deepEqual(unarchiveDataset(read, { operator_insights: false }), LARGE);
});

Deno.test("publishArchive() dates each revision at least a second after the one before", async () => {
  using kv = await Deno.openKv(":memory:");
  const times = [];
  for (const text of ["a", "b", "c"]) {
    times.push((await publish(kv, archiveDataset(smallDataset(text))))?.published_at);
  }
  assert.deepEqual(times, ["2026-11-20T09:15:00Z", "2026-11-20T09:15:01Z", "2026-11-20T09:15:02Z"]);
});

Deno.test("readServedArchive() reads documents of many chunks without what is kept behind them", async () => {
  using kv = await Deno.openKv(":memory:");
  const archive = LARGE_ARCHIVE;
  const kept = archive.parts.findIndex(({ document }) => document === "analyses");
  const length = archive.parts.slice(0, kept).reduce((sum, part) => sum + part.length, 0);
  // The kept parts begin within the last chunk that a server reads.
  assert.ok(kept > 0 && length % 64_000 > 0 && length < archive.bytes.length);
  const head = await publish(kv, archive);
  assert.ok(head !== null);
  const served = await readServedArchive(kv, head);
  assert.deepEqual(served?.parts, archive.parts.slice(0, kept));
  assert.equal(Buffer.compare(served.bytes, archive.bytes.subarray(0, length)), 0);
  await kv.delete(["dataset", head.revision, Math.floor(length / 64_000)]);
  assert.equal(await readServedArchive(kv, head), null);
});

Deno.test("readServedArchive() reads an archive without kept parts as a whole", async () => {
  using kv = await Deno.openKv(":memory:");
  const { parts, bytes, digest } = archiveDataset(smallDataset("a"));
  const documents = parts.filter(({ document }) => document.startsWith("/"));
  const length = documents.reduce((sum, part) => sum + part.length, 0);
  const head = await publish(kv, { parts: documents, bytes: bytes.slice(0, length), digest });
  assert.ok(head !== null);
  assert.deepEqual((await readServedArchive(kv, head))?.bytes, bytes.subarray(0, length));
});

Deno.test("removeOldRevisions() keeps what is published, the one before, and what is being written", async () => {
  using kv = await Deno.openKv(":memory:");
  const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);
  const [first, second, third] = [
    await publish(kv, LARGE_ARCHIVE, minutes(0)),
    await publish(kv, archiveDataset(smallDataset("b")), minutes(1)),
    await publish(kv, archiveDataset(smallDataset("c")), minutes(2)),
  ];
  assert.ok(first !== null && second !== null && third !== null);
  const abandoned = `${String(minutes(3).getTime()).padStart(15, "0")}-abandoned`;
  await kv.set(["dataset", abandoned, 0], new Uint8Array(8));
  const keep = [second.revision, third.revision];
  assert.equal(await removeOldRevisions(kv, keep, minutes(5)), 0);
  assert.equal(await removeOldRevisions(kv, keep, minutes(16)), 1);
  assert.deepEqual(await revisions(kv), [second.revision, third.revision, abandoned]);
  assert.equal(await removeOldRevisions(kv, keep, minutes(19)), 1);
  assert.deepEqual(await revisions(kv), [second.revision, third.revision]);
  assert.ok(await readArchive(kv, third) !== null);
});

Deno.test("publishArchive() writes nothing where the store has no room for it", async () => {
  using kv = await Deno.openKv(":memory:");
  const archive = archiveDataset(smallDataset("first"), null);
  let asked = 0;
  Object.defineProperty(kv, "requireRoom", {
    value: (bytes: number) => {
      asked = bytes;
      return Promise.reject(new Error("no room"));
    },
  });
  await assert.rejects(publishArchive(kv, archive, { ...FACTS, reviews: 1 }, await readHead(kv), NOW), /no room/);
  assert.equal(asked, archive.bytes.length);
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] })), []);
});
