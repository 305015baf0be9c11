import assert from "node:assert/strict";
import { runCli } from "../support/service/run_cli.ts";

const COMMANDS = [
  ...["doctor", "export", "history", "hub", "import", "insights", "labeller", "review", "watch"],
  ..."diff list undo".split(" ").map((name) => `history ${name}`),
  ..."erase hide list reply restore show".split(" ").map((name) => `review ${name}`),
  ..."list remove replay show stats".split(" ").map((name) => `hub ${name}`),
];

Deno.test("every command has help that fits a terminal of 80 columns, and ends with 0 then", async () => {
  for (const call of COMMANDS) {
    const [command = "", ...args] = call.split(" ");
    const { code, stdout } = await runCli(command, [...args, "--help"], ":memory:");
    assert.deepEqual([code, stdout.split("\n").filter((line) => line.length > 80)], [0, []], call);
    assert.ok(stdout.includes(`deno task ${command}`) && stdout.includes("--help"), call);
  }
});
