import assert from "node:assert/strict";
import { readSubscription } from "../../../websub/store/hub_rows.ts";
import { idOf, seeded } from "../../support/hub/hub_seed.ts";

const PATH = "/reviews.json";
const ok = (stdout: string) => ({ code: 0, stdout, stderr: "" });

Deno.test("hub replay schedules the chosen subscriptions again, and prints their number", async () => {
  const expectations: readonly (readonly [readonly string[], string, Readonly<Record<string, number>>])[] = [
    [["b1b2"], "1 subscription is sent the current version again. A running server begins within seconds.\n", {
      a1b2c3d4e5f6: 4,
      b1b2: 3,
      d1d2: 4,
    }],
    [
      ["--topic", "https://reviews.example/reviews.json"],
      "2 subscriptions are sent the current version again. A running server begins within seconds.\n" +
      "Left out: 1 subscription is expired.\n",
      { a1b2c3d4e5f6: 3, b1b2: 3, d1d2: 4 },
    ],
    [["d1d2"], "No subscription is sent anything again.\nLeft out: 1 subscription is expired.\n", {
      a1b2c3d4e5f6: 4,
      d1d2: 4,
    }],
  ];
  for (const [args, stdout, versions] of expectations) {
    await using store = await seeded();
    assert.deepEqual(await store.hub("replay", ...args), ok(stdout));
    await store.look(async (kv) => {
      for (const [id, version] of Object.entries(versions)) {
        const { value } = await readSubscription(kv, PATH, idOf(id));
        assert.equal(value?.deliveredVersion, version, id);
        if (version === 3) assert.ok(value.failures === 0 && value.nextAttemptAt <= Date.now());
      }
      assert.equal((await readSubscription(kv, "/feed.xml", idOf("c1c2"))).value?.deliveredVersion, 1);
    });
  }
});
