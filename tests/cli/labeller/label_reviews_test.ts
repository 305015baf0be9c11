import assert from "node:assert/strict";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { removeOtherLabels } from "../../../domain/dataset/label_rows.ts";
import { labelReviews } from "../../../cli/labeller/label_reviews.ts";
import { labellerOf } from "../../../cli/labeller/labeller_client.ts";
import { readLabellerSettings } from "../../../cli/labeller/labeller_settings.ts";
import { PLACES } from "../../../domain/places.ts";
import { datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { type AnswerCall, completion, labellerServer, recordedAnswer } from "../../support/service/labeller_server.ts";

const REVIEWS = Array.from(
  { length: 12 },
  (_, at) => reviewOf({ native: String(at), text: `Good work, number ${at}.` }),
);

/** Labels reviews at a server with these answers; returns what was told, the pauses, and the numbers. */
async function labelled(answer: AnswerCall | null, env: Readonly<Record<string, string>> = {}) {
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
  const lines = await labelReviews(
    kv,
    datasetOf(REVIEWS),
    revision,
    labellerOf(settings, wait, answer === never ? 200 : 60_000),
  );
  const rows = (await Array.fromAsync(kv.list({ prefix: ["labels"] }))).length;
  return { lines: lines.join("\n"), pauses, calls: server.bodies.length, rows };
}

const status = (code: number, headers: Readonly<Record<string, string>> = {}) => () =>
  new Response(null, { status: code, headers });
const never: AnswerCall = (_reviews, _call, ended) => ended.then(() => new Response(null));
const others: AnswerCall = (reviews) =>
  completion({ reviews: reviews.map(({ n }) => ({ n: n + 1, language: "en", aspects: [], problems: [] })) });
const half: AnswerCall = async (reviews, call, ended) => {
  const text = await (await recordedAnswer(reviews, call, ended)).text();
  return new Response(text.slice(0, text.length / 2));
};

interface Failure {
  readonly name: string;
  readonly answer: AnswerCall | null;
  readonly says: RegExp;
  /** Least and most calls: of four at once, one may end and be followed before the others end. */
  readonly calls?: readonly [number, number];
  /** Different pauses in milliseconds. */
  readonly pauses?: readonly number[];
}

const FAILURES: readonly Failure[] = [
  { name: "refuses the key", answer: status(401), says: /12 reviews, .* status 401\. The next import/, pauses: [] },
  { name: "redirects", answer: status(307, { location: "http://127.0.0.1:1/" }), says: /status 307/, pauses: [] },
  { name: "refuses some texts", answer: status(400), says: /12 reviews, .* status 400/, calls: [12, 12], pauses: [] },
  {
    name: "is broken",
    answer: status(500),
    says: /status 500/,
    calls: [12, 21],
    pauses: [1000, 4000],
  },
  { name: "is never there", answer: null, says: /cannot be reached, or breaks off/, calls: [0, 0] },
  { name: "is slow", answer: never, says: /does not answer within 0\.2 seconds/, calls: [12, 21] },
  {
    name: "asks for an hour",
    answer: status(429, { "retry-after": "3600" }),
    says: /status 429/,
    calls: [4, 7],
    pauses: [],
  },
  { name: "answers by half", answer: half, says: /12 reviews, .* requested form/, calls: [12, 12], pauses: [] },
  { name: "answers about others", answer: others, says: /requested form/, calls: [12, 12] },
  { name: "answers prose", answer: () => completion("All good."), says: /requested form/, calls: [12, 12] },
  { name: "answers a page", answer: () => new Response("<html>"), says: /requested form/, calls: [12, 12] },
  { name: "answers too much", answer: () => completion("x".repeat(1_100_000)), says: /too long/, calls: [12, 12] },
];

for (const { name, answer, says, calls, pauses } of FAILURES) {
  Deno.test(`an endpoint that ${name} leaves the reviews to the rules, and says so`, async () => {
    const result = await labelled(answer);
    assert.match(result.lines, says);
    assert.equal(result.rows, 0);
    const [least, most] = calls ?? [0, 12];
    assert.ok(result.calls >= least && result.calls <= most, String(result.calls));
    if (pauses !== undefined) assert.deepEqual([...new Set(result.pauses)].toSorted(), pauses);
  });
}

Deno.test("a busy endpoint is asked again after its Retry-After, and only what failed is left to the rules", async () => {
  const busy = await labelled((reviews, call, ended) =>
    call < 4 ? status(429, { "retry-after": "7" })() : recordedAnswer(reviews, call, ended)
  );
  assert.deepEqual(busy, { lines: "", pauses: [7000, 7000, 7000, 7000], calls: 16, rows: 12 });
  const one = await labelled((reviews, call, ended) =>
    reviews.some(({ text }) => text.includes("number 3")) ? completion("{}") : recordedAnswer(reviews, call, ended)
  );
  assert.match(one.lines, /has not labelled 1 review,/);
  assert.deepEqual([one.calls, one.rows], [12, 11]);
});

Deno.test("LABELLER_MOST_REVIEWS bounds what an import sends", async () => {
  const few = await labelled(recordedAnswer, { LABELLER_MOST_REVIEWS: "5" });
  assert.deepEqual([few.calls, few.rows], [5, 5]);
  assert.equal(few.lines, "LABELLER_MOST_REVIEWS leaves 7 reviews to the rules.");
});

Deno.test("nothing is sent of a source that no place publishes, nor if another revision was published meanwhile", async () => {
  await using server = labellerServer();
  using kv = await Deno.openKv(":memory:");
  const settings = readLabellerSettings((name) => server.env[name])!;
  const nowhere = datasetOf(REVIEWS, { pages: { off: { test: [...PLACES] } } });
  await labelReviews(kv, nowhere, undefined, labellerOf(settings));
  await labelReviews(kv, datasetOf(REVIEWS), "another", labellerOf(settings));
  assert.equal(server.bodies.length, 0);
});

Deno.test("no answer is written after an erasure, which may have removed its review", async () => {
  await using server = labellerServer();
  using kv = await Deno.openKv(":memory:");
  server.answer = async (reviews, call, ended) => {
    await removeOtherLabels(kv, () => Promise.resolve(new Set()));
    return await recordedAnswer(reviews, call, ended);
  };
  const settings = readLabellerSettings((name) => server.env[name])!;
  const lines = await labelReviews(kv, datasetOf(REVIEWS), undefined, labellerOf(settings));
  assert.match(lines.join(), /has not labelled 12 reviews.*: the store has changed/);
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
