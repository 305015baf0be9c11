import assert from "node:assert/strict";
import { LAUNCHED } from "../../cli/launch_permissions.ts";
import { serviceMetrics } from "../../cli/service/telemetry/service_metrics.ts";
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
  const explained = new Set(namesIn(text.match(/^\| Metric .*?\n\n/ms)?.[0] ?? ""));
  assert.deepEqual([...explained].sort(), all.map(({ name }) => name).sort());
});

Deno.test("every file that the container needs is copied into it", async () => {
  const dockerfile = await Deno.readTextFile(new URL("Dockerfile", DEPLOY));
  const ignored = await Deno.readTextFile(new URL("Dockerfile.dockerignore", DEPLOY));
  const copied = dockerfile.match(/^COPY .+$/gm)?.flatMap((line) => line.split(" ").slice(1, -1)).sort();
  assert.deepEqual(ignored.match(/(?<=^!).+$/gm)?.sort(), copied);
  // Without bench; dev runs main.ts.
  const programs = LAUNCHED.filter((name) => !["start", "dev", "bench"].includes(name)).map((name) => `cli/${name}.ts`);
  const cached = /^RUN deno cache --frozen ([^&]+)/m.exec(dockerfile)?.[1]?.match(/\S+\.ts/g);
  assert.deepEqual(cached?.toSorted(), ["main.ts", "cli/launch.ts", ...programs].sort());
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "main.ts"],
    cwd: new URL("../", DEPLOY),
  }).output();
  const root = new URL("../", DEPLOY).href;
  const { modules }: { modules: readonly { readonly specifier: string }[] } = JSON.parse(
    new TextDecoder().decode(stdout),
  );
  const needed = modules.map(({ specifier }) => specifier).filter((specifier) => specifier.startsWith(root))
    .map((specifier) => specifier.slice(root.length).split("/")[0] ?? "");
  assert.deepEqual([...new Set(needed)].filter((name) => !copied?.includes(name)), []);
});

Deno.test("containers and units choose the address that the service listens on", async () => {
  for (const file of ["Dockerfile", "reviews.service", "reviews@.service"]) {
    assert.match(await Deno.readTextFile(new URL(file, DEPLOY)), /^(?:ENV|Environment=).*\bHOST=[\d.]+/m, file);
  }
});
