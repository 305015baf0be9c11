import assert from "node:assert/strict";
import { closingSignal } from "../../../../cli/service/connections/closing_signal.ts";

Deno.test("closingSignal() closes once, and a connection that is gone is no error", () => {
  const { signal, close } = closingSignal();
  let closed = 0;
  signal.addEventListener("abort", () => {
    closed++;
    throw new Deno.errors.BadResource("Bad resource ID");
  });
  close();
  close();
  assert.equal(closed, 1);
});
