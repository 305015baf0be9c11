import assert from "node:assert/strict";
import { serviceMetrics } from "../../service/telemetry/service_metrics.ts";
import { testSnapshot } from "../support/service/test_app.ts";

const DEPLOY = new URL("../../deploy/", import.meta.url);

const { all } = serviceMetrics({
  snapshot: () => testSnapshot(),
  health: { trouble: null },
  hubFigures: () => null,
  openConnections: () => 0,
  droppedLogLines: () => 0,
  sources: () => null,
  now: Date.now,
});

/** Names under which a query finds the metrics. */
const NAMES = new Set(
  all.flatMap(({ name, kind }) =>
    kind === "histogram" ? ["bucket", "sum", "count"].map((part) => `${name}_${part}`) : [name]
  ),
);

function namesIn(text: string): readonly string[] {
  return text.match(/\b(?:reviews|process)_[a-z_]+\b/g) ?? [];
}

for (const file of ["alerts.yml", "alerts_test.yml", "dashboard.json"]) {
  Deno.test(`deploy/${file} speaks of metrics that there are`, async () => {
    const text = await Deno.readTextFile(new URL(file, DEPLOY));
    const named = [...new Set(namesIn(text))];
    assert.ok(named.length > 2);
    assert.deepEqual(named.filter((name) => !NAMES.has(name)), []);
  });
}

Deno.test("the dashboard shows every metric but those that only name something", async () => {
  const shown = new Set(namesIn(await Deno.readTextFile(new URL("dashboard.json", DEPLOY))));
  const missing = all.map(({ name, kind }) => kind === "histogram" ? `${name}_bucket` : name).filter((name) =>
    !shown.has(name)
  );
  assert.deepEqual(missing, ["reviews_dataset_info", "process_start_time_seconds"]);
});

Deno.test("docs/monitor.md explains every metric, and no other", async () => {
  const text = await Deno.readTextFile(new URL("../docs/monitor.md", DEPLOY));
  const explained = new Set(namesIn(text.match(/^## Metrics$.*?^## /ms)?.[0] ?? ""));
  assert.deepEqual([...explained].sort(), all.map(({ name }) => name).sort());
});

Deno.test("containers and units choose the address that the service listens on", async () => {
  for (const file of ["Dockerfile", "reviews.service", "reviews@.service"]) {
    assert.match(await Deno.readTextFile(new URL(file, DEPLOY)), /^(?:ENV|Environment=).*\bHOST=[\d.]+/m, file);
  }
});

Deno.test("workflows pin each action by its commit, run the Deno of the README, and call tasks that exist", async () => {
  const folder = new URL("../.github/workflows/", DEPLOY);
  const readme = await Deno.readTextFile(new URL("../README.md", DEPLOY));
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("../deno.json", DEPLOY)));
  for await (const { name } of Deno.readDir(folder)) {
    const text = await Deno.readTextFile(new URL(name, folder));
    const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value = ""]) => value);
    const actions = found(/uses: ([^.].*)/g);
    assert.ok(actions.length > 1, name);
    assert.deepEqual(actions.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v[\d.]+$/.test(action)), [], name);
    for (const version of found(/deno-version: (.*)/g)) {
      assert.ok(readme.includes(`deno@${version}`), `${name}: ${version}`);
    }
    for (const task of found(/deno task (\S+)/g)) assert.ok(Object.hasOwn(tasks, task), `${name}: ${task}`);
  }
});
