import assert from "node:assert/strict";
import { CertainStore } from "../../../domain/store/certain_store.ts";
import { CALL_SETTINGS } from "../../../domain/store/store_calls.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { BASE_URL, requestOf } from "../../support/hub/hub_under_test.ts";
import { initializeRpc, mcpPost } from "../../support/mcp/mcp_requests.ts";
import { startServer } from "../../support/service/test_server.ts";
import { assertToldRarely } from "../../support/store/losing_store.ts";
import { DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";

const OUTAGES = {
  "hangs": { begin: "SIGSTOP", isGone: false },
  "is gone": { begin: "SIGKILL", isGone: true },
} as const;

const SILENT = new StoreTroubleError("silent");

for (const [what, { begin, isGone }] of Object.entries(OUTAGES)) {
  Deno.test({
    name: `while a real store ${what} calls are refused, and what was committed is there afterwards${WITHOUT_DENOKV}`,
    ignore: DENOKV === null,
    // Deno's client keeps retrying the abandoned calls.
    sanitizeOps: false,
    fn: async () => {
      await using denokv = await startDenokv();
      let isAway = false;
      const kv = new CertainStore(await Deno.openKv(denokv.url), {
        calls: {
          ...CALL_SETTINGS,
          probeMilliseconds: 100,
          // A reachable store may be slow.
          get deadlineMilliseconds() {
            return isAway ? 500 : 60_000;
          },
        },
      });
      const back = Promise.withResolvers<void>();
      kv.watch((trouble) => trouble ?? back.resolve());
      await kv.atomic().sum(["sum"], 1n).commit();
      await denokv.kill(begin);
      isAway = true;
      const refused = [
        kv.get(["sum"]),
        kv.getMany([["sum"], ["other"]]),
        kv.list({ prefix: [] }).next(),
        kv.set(["other"], 1),
        kv.delete(["other"]),
        kv.atomic().sum(["sum"], 10n).commit(),
      ];
      for (const { reason, status } of await Promise.allSettled<unknown>(refused) as PromiseRejectedResult[]) {
        assert.deepEqual([status, reason], ["rejected", SILENT]);
      }
      assert.equal(kv.trouble?.fault, "silent");
      await assert.rejects(kv.get(["sum"]), SILENT);
      isAway = false;
      if (isGone) await denokv.restart();
      else await denokv.kill("SIGCONT");
      await back.promise;
      assert.equal(kv.trouble, null);
      await kv.atomic().sum(["sum"], 100n).commit();
      const sum = (await kv.get<Deno.KvU64>(["sum"])).value?.value;
      // The abandoned commit may have happened, but at most once.
      assert.ok(sum === 101n || sum === 111n, String(sum));
      kv.close();
    },
  });
}

Deno.test({
  name:
    `a service whose store hangs continues to serve, refuses subscribers at once, and recovers alone${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using denokv = await startDenokv();
    await using server = await startServer(denokv.url, { BASE_URL });
    const body = new URLSearchParams(requestOf("subscribe", "https://subscriber.example/callback"));
    const subscribe = () => fetch(`${server.origin}/api/websub/hub`, { method: "POST", body });
    const initialize = () => fetch(`${server.origin}/mcp`, mcpPost(initializeRpc()));
    const statuses = async (...answers: readonly Promise<Response>[]) =>
      (await Promise.all(answers.map(async (answer) => {
        const { status, body } = await answer;
        await body?.cancel();
        return status;
      }))).join();
    assert.equal(await statuses(subscribe(), initialize()), "202,200");

    await denokv.kill("SIGSTOP");
    assert.equal(
      await statuses(subscribe(), subscribe(), initialize(), fetch(`${server.origin}/reviews.json`)),
      "503,503,200,200",
    );
    const refused = await subscribe();
    assert.equal(refused.headers.get("retry-after"), "60");
    assert.match(await refused.text(), /^The store does not answer/);
    const health = await (await fetch(`${server.origin}/healthz`)).json();
    assert.equal(health.status, "degraded");
    assert.match(health.trouble.reason, /does not answer/);
    assertToldRarely(server.log);

    await denokv.kill("SIGCONT");
    await server.logged(({ message }) => message === "store can be written again");
    assert.equal(await statuses(subscribe()), "202");
    assert.equal((await (await fetch(`${server.origin}/healthz`)).json()).status, "ok");
    await denokv.kill("SIGSTOP");
    server.kill("SIGTERM");
    assert.equal(await server.exit, 0);
  },
});
