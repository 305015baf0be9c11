import assert from "node:assert/strict";
import { headWatch } from "../../service/head_watch.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { datasetSnapshot } from "../../domain/snapshot/dataset_snapshot.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { TEST_SITE } from "../support/service/test_app.ts";

const SNAPSHOT = datasetSnapshot(sampleDataset(), TEST_SITE, { at: "2026-01-01T00:00:00Z", revision: "0" });

/** A watch on a head that the test changes, with a hub whose answers the test controls. */
function watched() {
  const events: string[] = [];
  let [current, head]: [Snapshot | null, string | null] = [null, null];
  let hub: ((snapshot: Snapshot) => Promise<void>) | null = null;
  let refresh = () => Promise.resolve();
  const loader = {
    current: () => current,
    refresh: () => refresh().then(() => void (current = head === null ? null : { ...SNAPSHOT, revision: head })),
  };
  const watch = headWatch(loader, {
    publish: () => hub,
    onChange: () => Promise.resolve(void events.push("change")),
  }, { error: (message, fields) => events.push(`${message}: ${fields?.reason}`) });
  return {
    watch,
    /** The events since the last call. */
    events: () => events.splice(0),
    moveTo: (revision: string) => void (head = revision),
    startHub: (publish = (_: Snapshot) => Promise.resolve()) => {
      hub = (snapshot) => {
        events.push(`hub ${snapshot.revision}`);
        return publish(snapshot);
      };
    },
    loadBy: (load: () => Promise<void>) => void (refresh = load),
  };
}

Deno.test("headWatch() announces each revision once to the hub, late if that starts late, and all but the first to the other listeners", async () => {
  const { watch, events, moveTo, startHub } = watched();
  for (const revision of ["", "-"]) {
    if (revision !== "") moveTo(revision);
    await watch.look();
  }
  moveTo("a");
  await watch.look();
  assert.deepEqual(events(), []);
  startHub();
  await watch.look();
  await watch.look();
  assert.deepEqual(events(), ["hub a"]);
  moveTo("b");
  await watch.look();
  await watch.look();
  assert.deepEqual(events(), ["hub b", "change"]);
});

Deno.test("headWatch() logs failures and retries at the next check", async () => {
  const { watch, events, moveTo, startHub, loadBy } = watched();
  moveTo("a");
  startHub(() => Promise.reject(new Error("no hub")));
  await watch.look();
  assert.deepEqual(events(), ["hub a", "change not published: Error: no hub"]);
  loadBy(() => Promise.reject(new Error("no store")));
  startHub();
  await watch.look();
  assert.deepEqual(events(), ["dataset not loaded: Error: no store", "hub a"]);
  loadBy(() => Promise.resolve());
  await watch.look();
  assert.deepEqual(events(), []);
});

Deno.test("headWatch() announces one revision at a time, and a check ends after announcing the newest", async () => {
  const { watch, events, moveTo, startHub } = watched();
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  startHub(() => {
    asked.resolve();
    return told.promise;
  });
  moveTo("a");
  const first = watch.look();
  await asked.promise;
  moveTo("b");
  const second = watch.look();
  assert.deepEqual(events(), ["hub a"]);
  told.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(events(), ["hub b", "change"]);
});

Deno.test("headWatch() checks on a change event of the store, and never after its stop", async () => {
  const heard = new Map<string, () => void>();
  const looked = Promise.withResolvers<void>();
  const loader = { current: () => null, refresh: () => Promise.resolve(looked.resolve()) };
  const watch = headWatch(
    loader,
    { publish: () => null, onChange: () => Promise.resolve() },
    { error: (message) => assert.fail(message) },
    (key, then) => {
      heard.set(key.join(), then);
      return () => void heard.delete(key.join());
    },
  );
  watch.start();
  assert.deepEqual([...heard.keys()], ["dataset,head"]);
  heard.get("dataset,head")?.();
  await looked.promise;
  watch.stop();
  assert.equal(heard.size, 0);
});
