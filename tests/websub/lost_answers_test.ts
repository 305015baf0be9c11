import { someOf } from "../support/properties.ts";
import assert from "node:assert/strict";
import { CertainStore } from "../../domain/store/certain_store.ts";
import type { OutboundRequest } from "../../outbound/outbound_client.ts";
import { removeSubscription, replaySubscriptions } from "../../websub/subscription_commands.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { ANSWERS, testHub } from "../support/hub/test_hub.ts";
import { losingStore, type Loss, LOSSES } from "../support/store/losing_store.ts";

const STEADY_HOST = "steady.example";
const STEADY = `https://${STEADY_HOST}/cb`;
const FAILING = "https://failing.example/cb";
const MINUTE = 60_000;

/** Runs each action of a hub once. Returns the requests to subscribers and the rows of the store. */
async function everything(lossOf: (nth: number) => Loss | null): Promise<readonly unknown[]> {
  using file = await Deno.openKv(":memory:");
  const kv = new CertainStore(losingStore(file, lossOf), { waitMilliseconds: 0 });
  const asked: string[] = [];
  const note = ({ method, callback, target, body }: OutboundRequest) => {
    const mode = new URL(target, callback.text).searchParams.get("hub.mode");
    asked.push(`${method} ${callback.host} ${mode ?? new TextDecoder().decode(body)}`);
  };
  await using test = await testHub({
    kv: kv as unknown as Deno.Kv,
    subscriber: (request) => (note(request), ANSWERS.echo(request)),
  });
  await test.send("subscribe", STEADY, { "hub.secret": "s" });
  await test.send("subscribe", FAILING);
  test.answer((request) => {
    note(request);
    return request.callback.host === "failing.example" && request.method === "POST"
      ? ANSWERS.status(500)
      : ANSWERS.echo(request);
  });
  await test.publish("second");
  await test.pass(6 * MINUTE);
  await test.send("unsubscribe", STEADY);
  await test.send("subscribe", STEADY);
  // The third failure ends the subscription.
  await test.pass(61 * MINUTE);
  await replaySubscriptions(kv, test.clock, kv.list<Subscription>({ prefix: ["subscription"] }));
  await test.hub.scanDue();
  await test.settle();
  for (const { key } of await Array.fromAsync(kv.list({ prefix: ["subscription"] }))) {
    await removeSubscription(kv, test.clock, "/feed.xml", String(key[2]), "enough");
  }
  await test.hub.scanDue();
  await test.settle();
  assert.deepEqual(test.errors, []);
  const rows = await Array.fromAsync(file.list<unknown>({ prefix: [] }));
  const left = rows.filter(({ key }) => !["commit", "job", "process", "wake"].includes(String(key[0])));
  // The order between two subscribers is undefined.
  asked.sort((a, b) => a.includes(STEADY_HOST) === b.includes(STEADY_HOST) ? 0 : a.includes(STEADY_HOST) ? -1 : 1);
  return [asked, left.map(({ key, value }) => [key, key[0] === "shard" ? { ...value as object, owner: null } : value])];
}

for (const loss of LOSSES) {
  Deno.test(`a hub does the same whichever of its commits is lost so: ${loss}`, async () => {
    let commits = 0;
    const expected = await everything((nth) => {
      commits = nth + 1;
      return null;
    });
    assert.ok(commits > 30, `${commits} commits`);
    for (const at of someOf(Array.from({ length: commits }, (_, nth) => nth))) {
      assert.deepEqual(await everything((nth) => nth === at ? loss : null), expected, `commit ${at}`);
    }
  });
}
