import assert from "node:assert/strict";
import { availableMemory, memoryToImport, memoryToServe, memoryWarning } from "../../service/memory_need.ts";

function availableWith(files: Readonly<Record<string, string>>): number | null {
  return availableMemory((path) => files[path] ?? "");
}

const MEMINFO = "MemTotal:       2000000 kB\nMemAvailable:   1000000 kB\n";

Deno.test("availableMemory() is the least of what is free and what the control groups allow, or null if unknown", () => {
  assert.equal(availableWith({}), null);
  assert.equal(availableWith({ "/proc/meminfo": MEMINFO }), 1_024_000_000);
  const unified = { "/proc/meminfo": MEMINFO, "/proc/self/cgroup": "0::/system.slice/reviews.service\n" };
  const max = "/sys/fs/cgroup/system.slice/reviews.service/memory.max";
  assert.equal(availableWith({ ...unified, [max]: "268435456\n" }), 268_435_456);
  assert.equal(availableWith({ ...unified, [max]: "max\n" }), 1_024_000_000);
  assert.equal(availableWith({ ...unified, "/sys/fs/cgroup/memory.max": "134217728\n" }), 134_217_728);
});

Deno.test("availableMemory() reads control groups of version 1", () => {
  const files = {
    "/proc/meminfo": MEMINFO,
    "/proc/self/cgroup": "5:cpu,cpuacct:/a\n4:memory:/docker/1\n",
    "/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes": "536870912\n",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
  };
  assert.equal(availableWith(files), 536_870_912);
});

Deno.test("memoryWarning() is one line if memory will not suffice, and null otherwise", () => {
  const needed = memoryToServe(300_000);
  assert.equal(memoryWarning("serving 300,000 reviews", needed, null), null);
  assert.equal(memoryWarning("serving 300,000 reviews", needed, needed), null);
  assert.match(
    memoryWarning("serving 300,000 reviews", needed, 512_000_000) ?? "",
    /^memory may not suffice: serving 300,000 reviews takes about 1,\d{3} MB, and 512 MB are available$/,
  );
});

Deno.test("the printed memory needs equal the table in docs/operate.md within a tenth", async () => {
  const text = await Deno.readTextFile(new URL("../../docs/operate.md", import.meta.url));
  const rows = [...text.matchAll(/^ *\| +([\d,]+) \| +\d+ \| +([\d,]+) \| +([\d,]+) \|$/gm)]
    .map((row) => row.slice(1).map((cell) => Number(cell.replace(",", ""))));
  assert.equal(rows.length, 3);
  for (const [reviews = 0, serving = 0, importing = 0] of rows) {
    assert.ok(Math.abs(memoryToServe(reviews) / 1e6 / serving - 1) <= 0.1, `serving ${reviews}`);
    assert.ok(Math.abs(memoryToImport(reviews, 0) / 1e6 / importing - 1) <= 0.1, `importing ${reviews}`);
  }
});

Deno.test("memoryToImport() goes by the reviews that are known, or by the length of the files", () => {
  assert.equal(memoryToImport(1000, 640), memoryToImport(1000, 0));
  assert.equal(memoryToImport(0, 640_000), memoryToImport(1000, 0));
  assert.ok(memoryToImport(0, 640_000) > memoryToImport(0, 64_000));
});
