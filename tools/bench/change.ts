import { pause } from "./processes.ts";
import { type BenchContext, type BenchRow, count, median, plainRow } from "./rows.ts";
import { startService } from "./service_process.ts";
import { importGenerated } from "./stores.ts";

const GOAL_START_MS = 1000;
const GOAL_IMPORT = { reviews: 100_000, seconds: 60, mebibytes: 1024 };
const PAUSE_MS = 5;
const FEW = 10;
const GIVE_UP_AFTER_MS = 300_000;
const PATHS = ["/", "/feed.xml", "/api/reviews/search?query=water+heater", "/api/reviews/search?rating=5"];

/** Measures the time from the start of the process to its first successful response. */
export async function* measureStart({ processes, folder, store, rounds }: BenchContext): AsyncGenerator<BenchRow> {
  const { reviews, kvPath: existing } = await store(1000);
  const times = { existing: [] as number[], empty: [] as number[] };
  // The first round is not measured: it fills the module cache.
  for (let round = 0; round <= rounds; round++) {
    const empty = `${await Deno.makeTempDir({ dir: folder })}/reviews.kv`;
    for (const [name, kvPath] of [["existing", existing], ["empty", empty]] as const) {
      const { child, startMilliseconds } = await startService(processes, kvPath);
      await processes.stop(child);
      if (round > 0) times[name].push(startMilliseconds);
    }
  }
  yield startRow(`first answer, store of ${count(reviews)} reviews`, times.existing);
  yield startRow("first answer, empty store", times.empty);
}

function startRow(what: string, times: readonly number[]): BenchRow {
  const middle = median(times);
  const measured = `${Math.round(middle)} ms (${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))})`;
  return plainRow(what, measured, `< ${GOAL_START_MS} ms`, middle < GOAL_START_MS);
}

/** Measures the import of 100,000 reviews into an empty store, which other measurements share. */
export async function* measureImport({ store }: BenchContext): AsyncGenerator<BenchRow> {
  const { seconds: mostSeconds, mebibytes: most } = GOAL_IMPORT;
  const { reviews, seconds, mebibytes } = await store(GOAL_IMPORT.reviews);
  const goal = `< ${mostSeconds} s, ${count(most)} MiB`;
  const measured = `${seconds.toFixed(1)} s, ${count(mebibytes)} MiB`;
  yield plainRow(`import of ${count(reviews)} reviews`, measured, goal, seconds < mostSeconds && mebibytes < most);
}

/** Measures the import of a few reviews, and the answers to a reader until a running service serves them. */
export async function* measureChange({ processes, folder, store }: BenchContext): AsyncGenerator<BenchRow> {
  for (const size of [1000, 100_000]) {
    const { reviews, kvPath } = await store(size);
    const { origin, child } = await startService(processes, kvPath);
    const reading = readUntilChanged(origin);
    const { seconds, mebibytes } = await importGenerated(processes, folder, kvPath, FEW, Date.now() % 1e6);
    const importedAt = Date.now();
    const { servedAt, answered, failed, longest } = await reading;
    await processes.stop(child);
    const what = `import of ${FEW} reviews into ${count(reviews)}`;
    yield plainRow(what, `${seconds.toFixed(1)} s, ${count(mebibytes)} MiB`);
    const served = `served ${Math.max(0, servedAt - importedAt)} ms later`;
    const answers = `${failed} of ${answered} failed, longest ${Math.round(longest)} ms`;
    yield plainRow("its revision", `${served}; ${answers}`, "0 failed", failed === 0);
  }
}

/** Reads one path after the other until the service shows another revision. */
async function readUntilChanged(origin: string) {
  const revision = async () => (await (await fetch(`${origin}/healthz`)).json()).dataset?.revision;
  const before = await revision();
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  let [answered, failed, longest] = [0, 0, 0];
  while (await revision() === before) {
    if (Date.now() > giveUpAt) throw new Error("The service did not serve the new revision in time.");
    for (const path of PATHS) {
      const begun = performance.now();
      const response = await fetch(origin + path).catch(() => null);
      await response?.arrayBuffer();
      answered++;
      if (response?.status !== 200) failed++;
      longest = Math.max(longest, performance.now() - begun);
    }
    await pause(PAUSE_MS);
  }
  return { servedAt: Date.now(), answered, failed, longest };
}
