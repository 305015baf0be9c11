import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import { readArchive } from "../../domain/dataset/revision_chunks.ts";
import { archiveFaults } from "../../domain/dataset/archive_faults.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { erasableReviews, eraseReviews } from "../../domain/dataset/erase_reviews.ts";
import { importDataset } from "../../domain/dataset/import_dataset.ts";
import { readLedger } from "../../domain/dataset/ledger.ts";
import type { JsonFeed } from "../../domain/documents/json_feed.ts";
import type { PageSettings } from "../../domain/page_settings.ts";
import { switchedOff } from "../../domain/places.ts";
import type { Review } from "../../domain/review.ts";
import { ulidToUuid } from "../../domain/review_id.ts";
import { servedDocuments } from "../../domain/snapshot/snapshot.ts";
import { buildInWorker, snapshotLoader } from "../../domain/snapshot/snapshot_loader.ts";
import { importOf, reviewOf } from "../support/reviews/review_of.ts";
import { TEST_SITE, testApp } from "../support/service/test_app.ts";

const [YELP, LATE, OWN] = ["yelp", "yelp", "website"].map((source, at) =>
  reviewOf({ native: String(at), source, author: `Author ${at}`, rating: 1 + at })
);
const SETTINGS = { keptRevisions: 10, now: () => new Date("2026-11-22T08:00:00Z") };
const [ON, OFF] = [true, false].map((api) => ({
  off: switchedOff({ Yelp: { pages: true, api, feeds: true, search_engines: true } }),
}));

interface ReadChange {
  readonly kind: string;
  readonly id: string;
}

/** A store with its service. Each import replaces all reviews; answers what it changed for readers. */
async function service(kv: Deno.Kv) {
  const failed = (error: unknown) => {
    throw error;
  };
  const loader = snapshotLoader(kv, TEST_SITE, buildInWorker(0, failed), () => {});
  const json = async (path: string) => await (await app().request(path)).json();
  const app = () => testApp(loader.current(), { ledger: (page) => readLedger(kv, page) });
  async function changed(change: () => Promise<unknown>) {
    const { cursor } = await json("/api/changes");
    await change();
    await loader.refresh();
    // The first import has no changes: copies are loaded anew.
    const { changes = [] } = await json(`/api/changes?cursor=${cursor}`);
    const { lines } = await json("/review-policy/history.json");
    const feed = await (await app().request("/feed.xml")).text();
    return {
      changes: changes.map(({ kind, id }: ReadChange) => `${kind} ${id}`),
      line: lines.at(-1),
      isInFeed: [YELP!, LATE!].map(({ id }) => feed.includes(`<id>urn:uuid:${ulidToUuid(id)}`)),
      tombstones: [YELP!, LATE!].map(({ id }) => feed.includes(`deleted-entry ref="urn:uuid:${ulidToUuid(id)}`)),
    };
  }
  const imported = (reviews: readonly Review[], pages: Partial<PageSettings> | null = null) =>
    changed(() =>
      changeDataset(kv, {
        publisher: { command: "import", sources: [] },
        decide: (current) => importDataset(current?.dataset ?? null, importOf(reviews, { pages, replace: "all" })),
        dryRun: false,
        ...SETTINGS,
      })
    );
  await loader.refresh();
  return { loader, app, changed, imported };
}

Deno.test("a source that is switched off, changed and switched on is removed and added for readers of the API", async () => {
  using kv = await Deno.openKv(":memory:");
  const { imported } = await service(kv);
  await imported([YELP!, OWN!]);

  const off = await imported([YELP!, OWN!], OFF!);
  assert.deepEqual(off.changes, [`removed ${YELP!.id}`]);
  assert.deepEqual([off.line.reviews, off.line.by_stars, off.line.left_out], [1, [0, 0, 1, 0, 0], 1]);
  assert.deepEqual(off.line.removed, [0, 0, 0, 0, 0], "nothing is withdrawn");
  assert.deepEqual([off.isInFeed, off.tombstones], [[true, false], [false, false]]);

  const added = await imported([YELP!, LATE!, OWN!]);
  assert.deepEqual(added.changes, []);
  assert.deepEqual([added.line.reviews, added.line.added, added.line.left_out], [1, 0, 2]);
  assert.deepEqual(added.isInFeed, [true, true]);

  const withdrawn = await imported([YELP!, OWN!]);
  assert.deepEqual([withdrawn.changes, withdrawn.tombstones], [[], [false, true]]);
  assert.deepEqual([withdrawn.line.removed, withdrawn.line.left_out], [[0, 0, 0, 0, 0], 1]);

  const on = await imported([YELP!, OWN!], ON!);
  assert.deepEqual(on.changes, [`added ${YELP!.id}`]);
  assert.deepEqual([on.line.reviews, on.line.added, "left_out" in on.line], [2, 1, false]);
});

Deno.test("the feeds name no review that they never had, and an erasure reaches every place", async () => {
  using kv = await Deno.openKv(":memory:");
  const { imported, changed, app } = await service(kv);
  const off = { off: { yelp: ["feeds"], website: ["api"] } } as const;
  await imported([YELP!, LATE!, OWN!], off);
  const withdrawn = await imported([YELP!, OWN!]);
  assert.deepEqual([withdrawn.changes, withdrawn.tombstones], [[`removed ${LATE!.id}`], [false, false]]);

  const erased = await changed(async () => {
    const chosen = (await erasableReviews(kv)).filter(({ review }) => review.id === YELP!.id);
    await eraseReviews(kv, chosen, SETTINGS);
  });
  assert.deepEqual([erased.changes, erased.tombstones], [[`removed ${YELP!.id}`], [false, false]]);
  for (const path of [`/api/reviews/${YELP!.id}`, `/reviews/${YELP!.id}`]) {
    assert.equal((await app().request(path, { headers: { accept: "text/html" } })).status, 410, path);
  }
});

Deno.test("an import that adds only a reply changes all three topics, and feeds date it, whatever the API leaves out", async () => {
  for (const off of [{}, { yelp: ["api"] }] as const) {
    using kv = await Deno.openKv(":memory:");
    const { imported, app } = await service(kv);
    const topics = async () => {
      const answers = await Promise.all(
        ["/reviews.json", "/api/feed.json", "/feed.xml"].map((path) => app().request(path)),
      );
      return Promise.all(answers.map(async (answer) => [answer.headers.get("etag"), await answer.text()] as const));
    };
    await imported([YELP!, OWN!], { off });
    const before = await topics();
    await imported([{ ...YELP!, owner_reply: { text: "Thank you.", date: YELP!.date } }, OWN!]);
    const after = await topics();
    const isLeftOut = "yelp" in off;
    assert.deepEqual(after.map(([tag], at) => tag !== before[at]![0]), [!isLeftOut, true, true]);
    assert.deepEqual(after.map(([, text]) => text.includes("Thank you.")), [!isLeftOut, true, true]);
    const { items }: JsonFeed = JSON.parse(after[1]![1]);
    const modified = items.map(({ _review: { id }, date_modified }) => id === YELP!.id ? date_modified : null);
    const [time] = modified.filter((one) => one !== null);
    assert.match(time ?? "", /^2026-11-22T08:00/);
    assert.deepEqual(items.map(({ date_modified }) => date_modified).filter((one) => one !== undefined), [time]);
    const updated = [...after[2]![1].matchAll(/<updated>([^<]+)/g)].map(([, at]) => at);
    assert.deepEqual(updated.filter((at) => at === time).length, 2, "of the feed and of the entry");
  }
});

Deno.test("the hub distributes what the topics serve, and a sound archive has the parts of each place", async () => {
  using kv = await Deno.openKv(":memory:");
  const { imported, loader, app } = await service(kv);
  const more = Array.from({ length: 20 }, (_, at) => reviewOf({ native: `more ${at}`, source: "website" }));
  await imported([YELP!, ...more], { off: { yelp: ["feeds"] } });
  const documents = Object.entries(servedDocuments(loader.current()!));
  for (const [path, { bodies: { identity, gzip } }] of documents) {
    const text = await (await app().request(path)).text();
    assert.equal(text, new TextDecoder().decode(identity.bytes), path);
    assert.equal(text, gunzipSync(gzip!.bytes).toString(), path);
  }
  const { value: head } = await readHead(kv);
  assert.deepEqual(archiveFaults((await readArchive(kv, head!))!, 21), []);
});
