import { runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import { HIDDEN, seeded, subscriptionOf } from "../support/hub/hub_seed.ts";
import { runCli, tempStore } from "../support/service/run_cli.ts";

const PATH = "/reviews.json";
const wrong = (line: string) => ({ code: 1, stdout: "", stderr: `${line}\n` });

Deno.test("hub reports a missing store, and does not create it", async () => {
  await using store = await tempStore();
  const expected = wrong(
    `There is no store at ${store.kvPath}. Start the service once, or set KV_PATH to its file.`,
  );
  for (const args of [["list"], ["show", "abcd"], ["remove", "abcd"], ["replay", "--all"], ["stats", "--json"]]) {
    assert.deepEqual(await runCli("hub", args, store.kvPath), expected);
  }
  assert.deepEqual(await Array.fromAsync(Deno.readDir(store.folder)), []);
});

Deno.test("hub reports a wrong command line in one line", async () => {
  await using store = await seeded({});
  const cases: Readonly<Record<string, RegExp>> = {
    "": /^No command is given; allowed are list, show, remove, replay, stats\. See --help\.$/,
    "frobnicate": /^"frobnicate" is not a command; allowed are list, /,
    "--json list": /^Unknown option '--json'\./,
    "list --frob": /^Unknown option '--frob'\./,
    "list abcd": /^list takes no "abcd"; /,
    "list --topic /search": /^--topic is "\/search"; allowed are \/reviews\.json, \/api\/feed\.json, \/feed\.xml, /,
    "list --host a.example:443": /^--host is "a\.example:443"; expected a host name without a port/,
    "show": /^show takes one id; it is given 0\./,
    "show abc": /^"abc" is not an id; expected at least 4 hexadecimal digits/,
    "show wxyz": /^"wxyz" is not an id; /,
    "show abcd": /^No subscription has an id that begins with abcd\./,
    "remove": /^remove needs the id of a subscription/,
    "remove abcd --reason=": /^--reason has 0 characters; allowed is one line of 1 to 200 characters\.$/,
    "replay": /^replay takes one of ids, --topic and --all; given: none\.$/,
    "replay --all abcd": /^replay takes one of ids, --topic and --all; given: ids, --all\.$/,
    "stats abcd": /^stats takes no "abcd"\.$/,
  };
  for (const [line, message] of Object.entries(cases)) {
    const { code, stdout, stderr } = await store.hub(...line.split(" ").filter((word) => word !== ""));
    assert.deepEqual([code, stdout], [1, ""], line);
    assert.match(stderr.trimEnd(), message);
    assert.doesNotMatch(stderr.trimEnd(), /\n/);
  }
});

Deno.test("hub --help lists all commands, and each command has its own help", async () => {
  await using store = await seeded({});
  const names = ["list", "show", "remove", "replay", "stats"];
  const { code, stdout } = await store.hub("--help");
  assert.equal(code, 0);
  for (const name of names) {
    assert.match(stdout, new RegExp(`deno task hub ${name} `));
    const help = await store.hub(name, "--help");
    assert.equal(help.code, 0);
    assert.match(help.stdout, new RegExp(`^  deno task hub ${name} .*\\n[^]*--help `, "m"));
  }
});

const MANY = runs(10_000).numRuns;

Deno.test("hub works on thousands of subscriptions", async () => {
  const ids = Array.from({ length: MANY }, (_, at) => `a${at.toString(16).padStart(5, "0")}`);
  await using store = await seeded({
    topics: { [PATH]: {} },
    subscriptions: Object.fromEntries(ids.map((id) => [id, subscriptionOf()])),
  });
  assert.equal((await store.hub("list")).stdout.trimEnd().split("\n").length, MANY + 1);
  assert.equal(JSON.parse((await store.hub("list", "--json")).stdout).length, MANY);
  assert.match(
    (await store.hub("replay", "--all")).stdout,
    new RegExp(`^${MANY} subscriptions are sent the current version again\\.`),
  );
  const { subscriptions } = JSON.parse((await store.hub("stats", "--json")).stdout);
  assert.deepEqual(subscriptions, { live: MANY, expired: 0, failing: 0, behind: MANY, signed: MANY });
});

Deno.test("hub prints no secret and no query of a callback with any option", async () => {
  await using store = await seeded();
  const lines = [
    "list",
    "list --json",
    "show a1b2",
    "show a1b2 --json",
    "show e1e2",
    "show f1f2",
    "show f1f2 --json",
    "stats",
    "stats --json",
    "replay --all",
    "replay e1e2",
    "remove f1f2",
    "remove a1b2 b1b2 c1c2 e1e2",
  ];
  for (const line of lines) {
    const { stdout, stderr } = await store.hub(...line.split(" "));
    assert.notEqual(stdout + stderr, "");
    assert.doesNotMatch(stdout + stderr, new RegExp(HIDDEN), line);
  }
  await using twins = await seeded({ subscriptions: { abcd1: subscriptionOf(), abcd2: subscriptionOf() } });
  assert.doesNotMatch((await twins.hub("remove", "abcd")).stderr, new RegExp(HIDDEN));
});
