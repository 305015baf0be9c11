import assert from "node:assert/strict";
import { seededRandom } from "../support/seeded_random.ts";
import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { unarchiveDataset } from "../../domain/dataset/dataset_archive.ts";
import { erasableReviews, eraseReviews } from "../../domain/dataset/erase_reviews.ts";
import type { ErasedMarks } from "../../domain/dataset/erased_marks.ts";
import { withoutErased } from "../../domain/dataset/finish_erasure.ts";
import { withHidden, withRestored } from "../../domain/dataset/hidden_reviews.ts";
import { readRevision, readRevisions } from "../../domain/dataset/history.ts";
import { importDataset } from "../../domain/dataset/import_dataset.ts";
import type { Review } from "../../domain/review.ts";
import { buildHere, snapshotLoader } from "../../domain/snapshot/snapshot_loader.ts";
import { CertainStore } from "../../domain/store/certain_store.ts";
import { businessOf, reviewOf } from "../support/reviews/review_of.ts";
import { TEST_SITE, testApp } from "../support/service/test_app.ts";
import { tempStore } from "../support/service/run_cli.ts";

const STEPS = 100;
const TEXTS = ["Late.", "On time, “great” work.", "Ça va 😊\n\tmerci", "Never again\u2028…", null];
const OPERATIONS = [
  "add",
  "add",
  "edit",
  "replace",
  "hide",
  "restore",
  "erase",
  "undo",
  "business",
  "restart",
] as const;
const NOTHING = { business: null, place: null, insights: null, taxonomy: null, replace: false } as const;

/** A program of `examples/`, and the command that runs it. */
const CLIENTS = { "mirror.ts": [Deno.execPath(), "run", "-qA", "--no-config"], "mirror.py": ["python3"] };

Deno.test("the example programs keep a copy equal to /reviews.json, byte for byte, after any publication", async () => {
  await using store = await tempStore();
  using opened = await Deno.openKv(":memory:");
  const kv = new CertainStore(opened);
  const random = seededRandom(7);
  const below = (count: number) => Math.floor(random() * count);
  let time = Date.parse("2026-01-01T00:00:00Z");
  // Half a day a step, so that all changes stay within the 90 days of the feed.
  const settings = { keptRevisions: 5, now: () => new Date(time += 12 * 60 * 60 * 1000) };
  const loading = () => snapshotLoader(kv, TEST_SITE, buildHere, () => {});
  let loader = loading();
  let loads = 0;
  const answer = (request: Request) => {
    if (request.url.endsWith("/reviews.json")) loads++;
    return testApp(null, { snapshot: () => loader.current() }).fetch(request);
  };
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  const origin = `http://127.0.0.1:${server.addr.port}`;

  function publish(decide: (dataset: Dataset | null, erased: ErasedMarks) => Dataset) {
    const publisher = { command: "import", sources: [] };
    return changeDataset(kv, {
      publisher,
      decide: (current, erased) => ({ dataset: decide(current?.dataset ?? null, erased) }),
      dryRun: false,
      ...settings,
    });
  }

  const someOf = (reviews: readonly Review[] = []) => reviews.filter(() => random() < 0.2);
  const idsOf = (reviews: readonly Review[]) => new Set(reviews.map(({ id }) => id));
  const randomReview = () =>
    reviewOf({
      native: String(below(80)),
      author: `Author ${below(1000)}`,
      rating: 1 + below(5),
      date: `2026-0${1 + below(9)}-1${below(10)}`,
      text: TEXTS[below(TEXTS.length)]!,
    });
  const imported = (reviews: readonly Review[], more = {}) =>
    publish((dataset, erased) => importDataset(dataset, { ...NOTHING, reviews, ...more }, erased).dataset);

  const run: Readonly<Record<typeof OPERATIONS[number], () => Promise<unknown>>> = {
    add: () => imported(Array.from({ length: 1 + below(6) }, randomReview)),
    edit: () =>
      publish((dataset, erased) => {
        const reviews = someOf(dataset?.reviews).map((one) => ({ ...one, text: TEXTS[below(TEXTS.length)]! }));
        return importDataset(dataset, { ...NOTHING, reviews }, erased).dataset;
      }),
    replace: () => imported(Array.from({ length: 20 }, randomReview), { replace: "all" }),
    hide: () =>
      publish((dataset) =>
        withHidden(dataset!, idsOf(someOf(dataset!.reviews)), { hidden_at: new Date(time).toISOString() })
      ),
    restore: () => publish((dataset) => withRestored(dataset!, idsOf(someOf(dataset!.hidden)), new Date(time))),
    erase: async () => {
      const all = await erasableReviews(kv);
      await eraseReviews(kv, all.slice(0, 1), settings);
    },
    undo: async () => {
      const { entries, published } = await readRevisions(kv);
      const earlier = entries.filter(({ record }) => record.head.number !== published);
      const record = earlier[below(earlier.length)]?.record;
      const archive = record && await readRevision(kv, record);
      if (!record || !archive) return;
      await publish((_, erased) => withoutErased(unarchiveDataset(archive, record.head), erased));
    },
    business: () => imported([], { business: businessOf({ name: `Acme ${below(5)}` }) }),
    restart: () => Promise.resolve(void (loader = loading())),
  };

  let compared = 0;
  await imported([randomReview()]);
  for (let step = 0; step < STEPS; step++) {
    const operation = OPERATIONS[below(OPERATIONS.length)]!;
    await run[operation]();
    await loader.refresh();
    for (const [name, command] of Object.entries(CLIENTS)) {
      if (random() < 0.85) continue;
      const copy = `${store.folder}/${name}.json`;
      const example = `${import.meta.dirname}/../../examples/${name}`;
      const [program = "", ...args] = [...command, example, origin, copy];
      const { success, stderr } = await new Deno.Command(program, { args }).output();
      assert.ok(success, new TextDecoder().decode(stderr));
      const { bytes } = loader.current()!.documents["/reviews.json"].bodies.identity;
      const place = `${name} after step ${step}, ${operation}`;
      assert.equal(await Deno.readTextFile(copy), new TextDecoder().decode(bytes), place);
      compared++;
    }
  }
  assert.ok(compared > STEPS / 5);
  assert.equal(loads, Object.keys(CLIENTS).length, "each client loads everything once");
});
