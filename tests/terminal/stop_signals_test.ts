import assert from "node:assert/strict";
import { stopSignals } from "../../terminal/stop_signals.ts";

Deno.test("a process listens only for signals that its system has", () => {
  assert.deepEqual(stopSignals("linux"), ["SIGINT", "SIGTERM"]);
  assert.deepEqual(stopSignals("darwin"), ["SIGINT", "SIGTERM"]);
  assert.deepEqual(stopSignals("windows"), ["SIGINT", "SIGBREAK"]);
});
