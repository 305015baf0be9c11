import assert from "node:assert/strict";
import { SERVICE } from "../../domain/service.ts";
import { datedChanges } from "../../tools/release.ts";

Deno.test("a release writes its day into the changelog, once", () => {
  const changes = "# Changes\n\n## 1.1.0 (unreleased)\n\n- New.\n\n## 1.0.0 (2026-01-02)\n";
  const dated = datedChanges(changes, "1.1.0", "2026-03-04");
  assert.equal(dated, "# Changes\n\n## 1.1.0 (2026-03-04)\n\n- New.\n\n## 1.0.0 (2026-01-02)\n");
  assert.throws(() => datedChanges(dated, "1.1.0", "2026-03-05"), /no heading "## 1\.1\.0 \(unreleased\)"/);
});

Deno.test("the changelog begins with the version of deno.json", async () => {
  const changes = await Deno.readTextFile(new URL("../../CHANGELOG.md", import.meta.url));
  assert.equal(/^## (\S+) \(/m.exec(changes)?.[1], SERVICE.version);
});
