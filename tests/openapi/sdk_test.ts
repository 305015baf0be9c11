import assert from "node:assert/strict";
import { tempStore } from "../support/service/temp_store.ts";
import { startServer } from "../support/service/test_server.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

// Without exactOptionalPropertyTypes, which the generator's own runtime files do not pass.
const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
};

const PROGRAM = `
import { client } from "./client/client.gen.ts";
import { getReviews, getReviewsSince, requestSubscription, searchReviews } from "./client/sdk.gen.ts";
import type {
  Issue,
  Review,
  ReviewsDocument,
  SubscriptionDenial,
  SubscriptionVerification,
  ValidationProblem,
} from "./client/types.gen.ts";

client.setConfig({ baseUrl: Deno.args[0] ?? "" });

const search = await searchReviews({ query: { rating: 5, query: "water heater", limit: 2 } });
const found: Review[] = search.data?.reviews ?? [];
const ratings: number[] = found.map((review) => review.rating);
const texts: (string | null)[] = found.map((review) => review.text);

const reviews = await getReviews();
const mean: number | null | undefined = reviews.data?.aggregate_rating.rating_value;
const again = await getReviews({ headers: { "If-None-Match": reviews.response?.headers.get("etag") ?? "" } });

const wrong = await searchReviews({ query: { rating: 9, since: "2026-02-30" } });
const issues = wrong.error !== undefined && "issues" in wrong.error
  ? wrong.error.issues.map((issue): ["query" | "path" | "body", string[]] => [issue.in, issue.path])
  : [];

const form = {
  "hub.mode": "subscribe",
  "hub.topic": /<([^>]+)>; rel="self"/.exec(reviews.response?.headers.get("link") ?? "")?.[1] ?? "",
  "hub.callback": "http://subscriber.example/websub",
  "hub.lease_seconds": 86_400,
} as const;
const asJson = { headers: { Accept: "application/json" } };
const refused = await requestSubscription({ body: form, ...asJson });
const problem: ValidationProblem | undefined =
  typeof refused.error === "object" && "issues" in refused.error ? refused.error : undefined;
const faults = problem?.issues.map((issue: Issue) => [issue.in, issue.path, issue.code]);
const inText = await requestSubscription({ body: form });
const ended = await requestSubscription({
  body: { ...form, "hub.mode": "unsubscribe", "hub.callback": "https://subscriber.example/websub" },
});

// What a subscriber makes of the requests that it gets.
const newest = ({ reviews }: ReviewsDocument): Review | undefined => reviews[0];
const confirm = (asked: SubscriptionVerification): string =>
  asked["hub.mode"] === "subscribe" ? asked["hub.challenge"] + (asked["hub.lease_seconds"] ?? 0) : "";
const reason = (denial: SubscriptionDenial): string => denial["hub.reason"];

// @ts-expect-error The client knows the modes.
const moded = () => requestSubscription({ body: { ...form, "hub.mode": "publish" } });
// @ts-expect-error The client knows that a topic has to be given.
const topical = () => requestSubscription({ body: { "hub.mode": "subscribe", "hub.callback": "https://a.example/" } });
// @ts-expect-error The client knows that a denial has no challenge.
const challenged = (denial: SubscriptionDenial): string => denial["hub.challenge"];

// @ts-expect-error The client knows that stars are a number.
const typed = () => searchReviews({ query: { rating: "5" } });
// @ts-expect-error The client knows the names of the filters.
const named = () => searchReviews({ query: { raing: 5 } });
// @ts-expect-error The client knows that the day has to be given.
const needed = () => getReviewsSince({});
// @ts-expect-error The client knows that a review may have no text.
const worded = (review: Review): string => review.text;

console.log(JSON.stringify({
  checked: [typed, named, needed, worded, moded, topical, challenged, newest, confirm, reason].length,
  matched: search.data?.matched,
  ratings,
  texts,
  mean,
  count: reviews.data?.reviews.length,
  again: again.response?.status,
  wrong: wrong.response?.status,
  issues,
  refused: refused.response?.status,
  faults,
  inText: inText.error,
  ended: ended.response?.status,
}));
`;

/** Runs Deno in a folder and returns its output; throws its error output. */
async function deno(folder: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args: [...args], cwd: folder }).output();
  const decoder = new TextDecoder();
  assert.equal(code, 0, decoder.decode(stderr).slice(0, 2000));
  return decoder.decode(stdout);
}

Deno.test("a client generated from openapi.json is typed strictly and reads the running service", async () => {
  await using store = await tempStore();
  const { folder, kvPath } = store;
  await deno(ROOT, [
    "run",
    "--allow-all",
    "-q",
    "--config",
    "deno.dev.json",
    "tests/support/api/generate_client.ts",
    "openapi.json",
    `${folder}/client`,
  ]);
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ compilerOptions: STRICT }));
  await Deno.writeTextFile(`${folder}/program.ts`, PROGRAM);
  await deno(folder, ["check", "-q", "program.ts"]);
  await using server = await startServer(kvPath);
  const host = new URL(server.origin).host;
  const printed = await deno(folder, ["run", "-q", "--no-prompt", `--allow-net=${host}`, "program.ts", server.origin]);
  const { matched, mean, count, texts, ...rest } = JSON.parse(printed);
  assert.ok(matched >= 2 && count > 100 && mean > 1 && mean < 5, printed);
  assert.ok(texts.every((text: string) => /water heater/i.test(text)), printed);
  assert.deepEqual(rest, {
    checked: 10,
    ratings: [5, 5],
    again: 304,
    wrong: 400,
    issues: [["query", ["rating"]], ["query", ["since"]]],
    refused: 400,
    faults: [["body", ["hub.callback"], "not_allowed"]],
    inText: "hub.callback: The callback's scheme must be https; it is http.\n",
    ended: 202,
  });
});
