import assert from "node:assert/strict";
import { runDeno } from "../../support/service/run_cli.ts";

// Runs the tests of all code that writes to the store, on stores that behave as behind a network.
const RUNS: Readonly<Record<string, readonly string[]>> = {
  "publication": ["tests/domain/dataset/dataset_store_test.ts", "tests/domain/snapshot/snapshot_loader_test.ts"],
  "review commands": ["tests/cli/import_test.ts"],
  "the hub": [
    "tests/websub/hub_figures_test.ts",
    "tests/websub/subscription_commands_test.ts",
    "tests/websub/store",
    "tests/websub/subscribing",
    "tests/websub/heartbeat_test.ts",
    "tests/websub/distribution",
    "tests/websub/schedule",
    "tests/websub/random_steps_test.ts",
  ],
  "hub commands": ["tests/cli/hub_test.ts"],
};

/** Seed of the faults. */
const SEED = Deno.env.get("STORE_LOSSES") ?? "20261122";

for (const [what, paths] of Object.entries(RUNS)) {
  Deno.test(`the tests of ${what} pass while a quarter of the commits or their answers are lost`, async () => {
    const options = ["-q", "--no-check", "--config", "deno.dev.json", "-A"];
    const { code, stdout, stderr } = await runDeno(
      ["test", ...options, "--preload", "tests/support/store/lose_answers.ts", ...paths],
      { STORE_LOSSES: SEED, NO_COLOR: "1" },
    );
    const text = stdout + stderr;
    assert.equal(code, 0, `seed ${SEED}:\n${text.slice(-4000)}`);
    assert.match(text, /[1-9]\d* passed/);
  });
}
