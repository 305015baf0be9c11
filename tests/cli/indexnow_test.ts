import assert from "node:assert/strict";
import { announcePages } from "../../cli/indexnow.ts";
import type { Store } from "../../domain/store/store.ts";
import { publishImport } from "../support/import/publish_import.ts";
import { importOf, reviewOf } from "../support/reviews/review_of.ts";
import { TEST_SITE } from "../support/service/test_app.ts";
import { hideReviews } from "../support/store/hide_reviews.ts";

const KEY = "0123abcd-EF";
const [ANN, BEN, CAT] = ["ann", "ben", "cat"].map((native) => reviewOf({ native })) as [Review, Review, Review];
type Review = ReturnType<typeof reviewOf>;

/** A store, and a server of IndexNow. */
function stageOfIndexNow() {
  const asked: { readonly type: string | null; readonly body: { readonly urlList: readonly string[] } }[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    asked.push({ type: request.headers.get("content-type"), body: await request.json() });
    return new Response("", { status: stage.status });
  });
  const stage = {
    status: 202,
    asked,
    announce: (kv: Store) => announcePages(kv, TEST_SITE, KEY, `http://127.0.0.1:${server.addr.port}/indexnow`),
    pages: () => asked.at(-1)?.body.urlList.map((url) => url.replace(`${TEST_SITE.baseUrl}/`, "")),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return stage;
}

const page = ({ id }: Review) => `reviews/${id}`;
const NOTHING = { urls: 0, failure: null };

Deno.test("search engines get the home page and the pages of changed reviews, once for each publication", async () => {
  await using stage = stageOfIndexNow();
  using kv = await Deno.openKv(":memory:");
  await publishImport(kv, importOf([ANN, BEN]), false);
  // What was published before the key was set is in the sitemap.
  assert.deepEqual(await stage.announce(kv), NOTHING);
  await publishImport(kv, importOf([{ ...BEN, text: "Better." }, CAT]), false);
  // Another process announces them after this one has read what is told.
  const late = new Proxy(kv, {
    get: (_, name) =>
      name !== "get" ? Reflect.get(kv, name).bind(kv) : async (key: Deno.KvKey) => {
        const entry = await kv.get(key);
        if (key[0] === "indexnow") assert.equal((await stage.announce(kv)).urls, 3);
        return entry;
      },
  });
  assert.deepEqual([await stage.announce(late), stage.asked.length], [NOTHING, 1]);
  const { type, body: { urlList, ...body } } = stage.asked[0]!;
  assert.equal(type, "application/json; charset=utf-8");
  assert.deepEqual(body, { host: "reviews.example", key: KEY, keyLocation: `https://reviews.example/${KEY}.txt` });
  assert.equal(urlList[0], "https://reviews.example/");
  assert.deepEqual(stage.pages()?.slice(1).sort(), [page(BEN), page(CAT)].sort());
  await hideReviews(kv, [ANN.id]);
  await stage.announce(kv);
  assert.deepEqual(stage.pages(), ["", page(ANN)]);
  assert.deepEqual([await stage.announce(kv), stage.asked.length], [NOTHING, 2]);
});

Deno.test("pages that were not taken are sent again after the next publication", async () => {
  await using stage = stageOfIndexNow();
  using kv = await Deno.openKv(":memory:");
  await stage.announce(kv);
  await publishImport(kv, importOf([ANN]), false);
  stage.status = 403;
  assert.deepEqual(await stage.announce(kv), { urls: 2, failure: "127.0.0.1 answers with 403" });
  stage.status = 200;
  await publishImport(kv, importOf([BEN]), false);
  assert.equal((await stage.announce(kv)).urls, 3);
  assert.deepEqual(stage.pages()?.slice(1).sort(), [page(ANN), page(BEN)].sort());
  await publishImport(kv, importOf([CAT]), false);
  const away = await announcePages(kv, TEST_SITE, KEY, "http://127.0.0.1:1/");
  assert.deepEqual(away, { urls: 2, failure: "127.0.0.1 cannot be reached, or does not answer within 30 seconds" });
});

Deno.test("search engines learn neither of left-out sources nor of more than 10,000 pages", async () => {
  await using stage = stageOfIndexNow();
  using kv = await Deno.openKv(":memory:");
  await stage.announce(kv);
  const many = Array.from({ length: 10_050 }, (_, at) => reviewOf({ native: `${at}`, text: null }));
  const yelp = reviewOf({ native: "yelp", source: "Yelp" });
  const off = { yelp: ["search_engines"] } as const;
  await publishImport(kv, importOf([yelp, ANN], { pages: { off } }), false);
  await stage.announce(kv);
  assert.deepEqual(stage.pages(), ["", page(ANN)]);
  await publishImport(kv, importOf(many), false);
  assert.equal((await stage.announce(kv)).urls, 10_000);
});
