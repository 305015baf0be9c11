import assert from "node:assert/strict";
import type { RunJob } from "../../../websub/schedule/scheduler.ts";
import { SweepScheduler } from "../../../websub/schedule/sweep_scheduler.ts";
import { SHARDS } from "../../../websub/store/shard.ts";
import { topicKey } from "../../../websub/store/hub_rows.ts";
import type { TopicState } from "../../../websub/store/topic_state.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";
import { testHub } from "../../support/hub/test_hub.ts";

const PATH = "/feed.xml";

Deno.test("the second job of a version reads no shard, because a queue may repeat a job", async () => {
  using inner = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  let looks = 0;
  const kv = storeProxy(inner, {
    read: (read, keys) => {
      looks += keys.filter(([kind]) => kind === "shard").length;
      return read();
    },
  });
  let run: RunJob = () => Promise.reject(new Error("The hub was not started."));
  class HeardScheduler extends SweepScheduler {
    override start(job: RunJob): void {
      run = job;
      super.start(job);
    }
  }
  const scheduler = new HeardScheduler(kv, clock, null);
  const test = await testHub({ kv, clock, scheduler });
  await test.send("subscribe", "https://one.example/cb");
  await test.publish("second");
  await test.pass(10_000);
  const version = (await inner.get<TopicState>(topicKey(PATH))).value?.version ?? 0;
  const looksOf = async (more: { readonly version?: number }) => {
    looks = 0;
    await run({ kind: "distribute", path: PATH, ...more });
    await test.settle();
    return looks;
  };
  assert.equal(await looksOf({ version }), 0);
  assert.equal(await looksOf({ version: version + 1 }), SHARDS);
  assert.equal(await looksOf({}), SHARDS);
  assert.equal(test.deliveries().length, 1);
  await test.hub.stop();
});
