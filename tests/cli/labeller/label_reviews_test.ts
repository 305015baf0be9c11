import assert from "node:assert/strict";
import { labelReviews } from "../../../cli/labeller/label_reviews.ts";
import { labellerOf } from "../../../cli/labeller/labeller_client.ts";
import { readLabellerSettings } from "../../../cli/labeller/labeller_settings.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { removeOtherLabels } from "../../../domain/dataset/label_rows.ts";
import { PLACES } from "../../../domain/places.ts";
import type { Review } from "../../../domain/review.ts";
import { datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { type AnswerCall, completion, labellerServer, recordedAnswer } from "../../support/service/labeller_server.ts";

const REVIEWS = Array.from(
  { length: 12 },
  (_, at) => reviewOf({ native: String(at), text: `Good work, number ${at}.` }),
);

interface Setting {
  readonly env?: Readonly<Record<string, string>>;
  readonly reviews?: readonly Review[];
  readonly mostCalls?: number;
}

/** Labels reviews at a server with these answers; returns what was said, the pauses, and the numbers. */
async function labelled(answer: AnswerCall | null, { env = {}, reviews = REVIEWS, mostCalls }: Setting = {}) {
  await using server = labellerServer();
  using kv = await Deno.openKv(":memory:");
  const pauses: number[] = [];
  const wait = (milliseconds: number) => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  if (answer === null) await server[Symbol.asyncDispose]();
  else server.answer = answer;
  const settings = readLabellerSettings((name) => ({ ...server.env, ...env })[name])!;
  const revision = (await readHead(kv)).value?.revision;
  const labeller = labellerOf(
    { ...settings, key: "secret", mostCalls: mostCalls ?? settings.mostCalls },
    wait,
    answer === never ? 100 : 60_000,
  );
  const done = await labelReviews(kv, datasetOf([...reviews]), revision, labeller);
  const rows = (await Array.fromAsync(kv.list({ prefix: ["labels"] }))).length;
  assert.equal(done.labelled, rows);
  return { lines: done.lines.join("\n"), pauses, calls: server.bodies.length, rows, most: server.most() };
}

const status = (code: number, body: unknown = null, headers: Readonly<Record<string, string>> = {}) => () =>
  new Response(typeof body === "string" || body === null ? body : JSON.stringify(body), { status: code, headers });
const never: AnswerCall = (_review, _call, ended) => ended.then(() => new Response(null));
const half: AnswerCall = async (...call) => {
  const text = await (await recordedAnswer(...call)).text();
  return new Response(text.slice(0, text.length / 2));
};
const SENTENCE = "Unsupported parameter: use max_completion_tokens.";

interface Failure {
  readonly name: string;
  readonly answer: AnswerCall | null;
  readonly says: RegExp;
  readonly calls?: number;
  readonly pauses?: readonly number[];
}

const FAILURES: readonly Failure[] = [
  {
    name: "refuses the key",
    answer: status(401, "No secret here."),
    says: /12 reviews: .* 401 and says "No … here\."/,
  },
  {
    name: "refuses a member",
    answer: status(400, { error: { message: SENTENCE } }),
    says: /says "Unsupp.*_tokens\."\./,
  },
  {
    name: "says so otherwise",
    answer: status(404, { error: "no such\n model" }),
    says: /404 and says "no such model"/,
  },
  { name: "has another path", answer: status(404, "<html>"), says: /with status 404\. The rules/ },
  { name: "redirects", answer: status(307, null, { location: "http://127.0.0.1:1/" }), says: /status 307/ },
  { name: "is broken", answer: status(500), says: /status 500/, calls: 3, pauses: [1000, 4000] },
  { name: "is never there", answer: null, says: /cannot be reached, or breaks off/, calls: 0 },
  { name: "hangs", answer: never, says: /does not answer within 0\.1 seconds/ },
  { name: "asks for an hour", answer: status(429, null, { "retry-after": "3600" }), says: /status 429/ },
  { name: "answers by half", answer: half, says: /12 reviews: .* requested form/, calls: 12 },
  { name: "answers prose", answer: () => completion("All good."), says: /requested form/, calls: 12 },
  { name: "answers another object", answer: () => completion({ labels: [] }), says: /requested form/, calls: 12 },
  { name: "answers a page", answer: () => new Response("<html>"), says: /requested form/, calls: 12 },
  { name: "answers too much", answer: () => completion("x".repeat(1_100_000)), says: /too long/, calls: 12 },
];

for (const { name, answer, says, calls = 1, pauses = [] } of FAILURES) {
  Deno.test(`an endpoint that ${name} leaves the reviews to the rules, and the sentence says why`, async () => {
    const result = await labelled(answer, { mostCalls: 4 });
    assert.match(result.lines, says);
    assert.deepEqual([result.rows, result.calls, result.pauses], [0, calls, pauses]);
  });
}

Deno.test("a busy endpoint is asked again after its Retry-After, and only what failed is left to the rules", async () => {
  const busy = await labelled((review, call, ended) =>
    call < 1 ? status(429, null, { "retry-after": "7" })() : recordedAnswer(review, call, ended)
  );
  assert.deepEqual(busy, { lines: "", pauses: [7000], calls: 13, rows: 12, most: 1 });
  const one = await labelled((review, ...call) =>
    review.text.includes("number 3") ? completion("{}") : recordedAnswer(review, ...call)
  );
  assert.match(one.lines, /has not labelled 1 review:/);
  assert.deepEqual([one.calls, one.rows], [12, 11]);
});

Deno.test("one call probes the endpoint, then four run at once; an own computer gets one after the other", async () => {
  const { promise: areFour, resolve } = Promise.withResolvers<void>();
  const elsewhere = await labelled(async (review, call, ended) => {
    if (call === 4) resolve();
    if (call > 0) await areFour;
    return await recordedAnswer(review, call, ended);
  }, { mostCalls: 4 });
  assert.deepEqual([elsewhere.rows, elsewhere.most], [12, 4]);
  const callsAt = (LABELLER_URL: string) => read({ ...ON, LABELLER_URL })?.mostCalls;
  const own = ["http://localhost:1/v1", "http://127.0.0.2/v1", "https://192.168.1.5/v1", "https://[fd00::5]/v1"];
  assert.deepEqual(own.map(callsAt), [1, 1, 1, 1]);
  assert.deepEqual(["https://api.example/v1", "https://192.0.2.1/v1"].map(callsAt), [4, 4]);
});

Deno.test("an endpoint that stops answering ends the labelling after four calls in a row", async () => {
  const result = await labelled((review, call, ended) =>
    call < 2 ? recordedAnswer(review, call, ended) : status(503, null, { "retry-after": "0" })()
  );
  assert.deepEqual([result.rows, result.calls], [2, 2 + 4 * 3]);
});

Deno.test("a model whose labels contradict the stars of most reviews ends the labelling after five", async () => {
  const reviews = REVIEWS.map((review) => ({ ...review, rating: 5 as const }));
  const aspects = [{ id: "quality", polarity: "negative", passage: "Good work" }];
  const result = await labelled(() => completion({ language: "en", aspects, problems: [] }), { reviews });
  assert.match(result.lines, /^The labels of recorded contradict the stars of 5 of 5 reviews, so none is used/);
  assert.equal(result.calls, 5);
});

Deno.test("LABELLER_MOST_REVIEWS bounds what a run sends", async () => {
  const few = await labelled(recordedAnswer, { env: { LABELLER_MOST_REVIEWS: "5" } });
  assert.deepEqual([few.calls, few.rows], [5, 5]);
  assert.equal(few.lines, "LABELLER_MOST_REVIEWS leaves 7 reviews to the rules.");
});

Deno.test("nothing is sent of a source that no place publishes, nor if another revision was published meanwhile", async () => {
  await using server = labellerServer();
  using kv = await Deno.openKv(":memory:");
  const labeller = labellerOf(readLabellerSettings((name) => server.env[name])!);
  const nowhere = datasetOf(REVIEWS, { pages: { off: { test: [...PLACES] } } });
  await labelReviews(kv, nowhere, undefined, labeller);
  await labelReviews(kv, datasetOf(REVIEWS), "another", labeller);
  assert.equal(server.bodies.length, 0);
});

Deno.test("no answer is written after an erasure, which may have removed its review", async () => {
  await using server = labellerServer();
  using kv = await Deno.openKv(":memory:");
  server.answer = async (...call) => {
    await removeOtherLabels(kv, () => Promise.resolve(new Set()));
    return await recordedAnswer(...call);
  };
  const settings = readLabellerSettings((name) => server.env[name])!;
  const { lines } = await labelReviews(kv, datasetOf(REVIEWS), undefined, labellerOf(settings));
  assert.match(lines.join(), /has not labelled 12 reviews: the store has changed/);
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["labels"] })), []);
});

const ON = { LABELLER_URL: "https://api.example/v1/", LABELLER_MODEL: "small-1" };
const read = (env: Readonly<Record<string, string>>, file = "") =>
  readLabellerSettings((name) => env[name], (path) => path === "key" ? file : Deno.readTextFileSync("/nowhere"));

Deno.test("the settings of a labeller are read, and each fault names its variable and no secret", () => {
  assert.equal(read({}), null);
  assert.deepEqual(read({ ...ON, LABELLER_KEY_FILE: "key" }, "secret\n"), {
    url: "https://api.example/v1/chat/completions",
    model: "small-1",
    host: "api.example",
    key: "secret",
    mostReviews: 1000,
    mostCalls: 4,
  });
  for (const home of ["http://127.0.0.1:11434/v1", "http://localhost:8080/v1", "https://[::1]/v1"]) {
    assert.equal(read({ ...ON, LABELLER_URL: home })?.host, "", home);
  }
  const faults: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ LABELLER_KEY_FILE: "x" }, /^LABELLER_KEY_FILE is set, but LABELLER_URL is not/],
    [{ ...ON, LABELLER_URL: "http://api.example/v1" }, /^LABELLER_URL is .* https URL/],
    [{ ...ON, LABELLER_URL: "https://me:secret@api.example/v1" }, /^LABELLER_URL is "https:\/\/…@api/],
    [{ ...ON, LABELLER_URL: "https://api.example/v1?key=secret" }, /^LABELLER_URL/],
    [{ LABELLER_URL: ON.LABELLER_URL }, /^LABELLER_MODEL is ""/],
    [{ ...ON, LABELLER_KEY_FILE: "key" }, /^LABELLER_KEY_FILE is "key"; its content must be a key/],
    [{ ...ON, LABELLER_KEY_FILE: "gone" }, /^LABELLER_KEY_FILE is "gone"/],
    [{ ...ON, LABELLER_MOST_REVIEWS: "many" }, /^LABELLER_MOST_REVIEWS is "many"/],
  ];
  for (const [env, message] of faults) {
    assert.throws(
      () => read(env, "secret\nx"),
      (error: Error) => message.test(error.message) && !error.message.includes("secret"),
    );
  }
});
