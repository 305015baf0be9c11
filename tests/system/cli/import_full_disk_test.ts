import assert from "node:assert/strict";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { canMount, smallDisk } from "../../support/service/small_disk.ts";
import { runCli } from "../../support/service/run_cli.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";

function incompressible(): string {
  return Array.from({ length: 200 }, () => crypto.randomUUID()).join("");
}

Deno.test({
  name: "import onto a disk that fills says so in one sentence, and what was published stays",
  ignore: !await canMount(),
  async fn() {
    await using disk = await smallDisk();
    const review = (n: number) => ({ ...reviewOf({ native: `${n}` }), text: incompressible() });
    await using shop = await importWorkshop({
      "one.json": [review(0)],
      "many.json": Array.from({ length: 1000 }, (_, n) => review(n)),
    });
    assert.equal((await runCli("import", [shop.path("one.json")], disk.kvPath)).code, 0);
    const { code, stdout, stderr } = await runCli("import", [shop.path("many.json")], disk.kvPath);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    // Shows the progress on a slow machine.
    const lines = stderr.trim().split("\n").filter((line) => !/^[A-Z][a-z]+ing: [\d,]+ /.test(line));
    assert.equal(lines.length, 1, stderr);
    assert.match(stderr, /disk/);
    assert.equal(JSON.parse((await runCli("export", [], disk.kvPath)).stdout).reviews.length, 1);
  },
});
