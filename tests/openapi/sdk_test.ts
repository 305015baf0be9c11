import assert from "node:assert/strict";
import { tempStore } from "../support/temp_store.ts";
import { startServer } from "../support/test_server.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

// Without exactOptionalPropertyTypes, which the generator's own runtime files do not pass.
const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
};

const PROGRAM = `
import { client } from "./client/client.gen.ts";
import { getReviews, getReviewsSince, searchReviews } from "./client/sdk.gen.ts";
import type { Review } from "./client/types.gen.ts";

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

// @ts-expect-error The client knows that stars are a number.
const typed = () => searchReviews({ query: { rating: "5" } });
// @ts-expect-error The client knows the names of the filters.
const named = () => searchReviews({ query: { raing: 5 } });
// @ts-expect-error The client knows that the day has to be given.
const needed = () => getReviewsSince({});
// @ts-expect-error The client knows that a review may have no text.
const worded = (review: Review): string => review.text;

console.log(JSON.stringify({
  checked: [typed, named, needed, worded].length,
  matched: search.data?.matched,
  ratings,
  texts,
  mean,
  count: reviews.data?.reviews.length,
  again: again.response?.status,
  wrong: wrong.response?.status,
  issues,
}));
`;

/** Runs Deno in a folder and gives what it printed; throws with what it complained of. */
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
    "tests/support/generate_client.ts",
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
    checked: 4,
    ratings: [5, 5],
    again: 304,
    wrong: 400,
    issues: [["query", ["rating"]], ["query", ["since"]]],
  });
});
