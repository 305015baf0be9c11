import assert from "node:assert/strict";
import { printError } from "../../terminal/print.ts";
import { runDeno } from "../support/service/run_cli.ts";

const hasLoad = Deno.env.has("CI") || await new Deno.Command("wrk").output().then(() => true, () => false);
if (!hasLoad) printError("No wrk: the test of the bench is skipped.");

Deno.test({
  name: "each measurement of the bench gives a figure",
  ignore: !hasLoad,
  async fn() {
    const { code, stdout, stderr } = await runDeno(["task", "-q", "bench", "--trial"]);
    const verdicts = stdout.split("\n").filter((line) => line.startsWith("| ")).map((line) => line.split("|").at(-2));
    assert.equal(code, 0, stdout + stderr);
    // A heading and a line below it for each of three tables.
    assert.equal(verdicts.length, 3 * 2 + 10, stdout);
  },
});
