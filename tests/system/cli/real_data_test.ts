import assert from "node:assert/strict";
import { printError } from "../../../terminal/print.ts";
import { runCli, tempStore } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";

const FOLDER = Deno.env.get("REVIEWS_TEST_DATA");
if (FOLDER === undefined) {
  printError("REVIEWS_TEST_DATA names no folder with real reviews: the tests that use them are skipped.");
}

Deno.test({
  name: "thousands of real reviews are imported beside a running server and read through every endpoint",
  ignore: FOLDER === undefined,
  fn: async () => {
    await using store = await tempStore();
    await using server = await startServer(store.kvPath);
    const read = async (path: string) => {
      const response = await fetch(server.origin + path);
      assert.equal(response.status, 200, path);
      return await response.json();
    };
    const files = ["nhs_fft_neas_reviews.json", "nhs_fft_nhft_reviews.json"].map((name) => `${FOLDER}/${name}`);
    const rows = (await Promise.all(files.map(async (file) => JSON.parse(await Deno.readTextFile(file))))).flat();
    const { code, stderr } = await runCli("import", ["--letters=mended", ...files], store.kvPath);
    assert.equal(code, 0, stderr);
    await server.logged((line) => line["message"] === "dataset loaded" && line["reviews"] === rows.length);

    const { reviews, aggregate_rating } = await read("/reviews.json");
    assert.equal(reviews.length, rows.length);
    assert.equal(aggregate_rating.distribution["1"], rows.filter(({ rating }) => rating === 1).length);
    const search = await read("/api/reviews/search?query=ambulance&rating=5&limit=100");
    const matching = rows.filter(({ rating, text }) => rating === 5 && text.toLowerCase().includes("ambulance"));
    assert.equal(search.matched, matching.length);
    assert.equal(
      (await read("/api/reviews/since/2022-12-01")).count,
      rows.filter(({ date }) => date >= "2022-12-01").length,
    );
    assert.equal((await read("/api/feed.json")).items.length, 50);
    assert.equal((await read("/insights.json")).review_count, rows.length);
  },
});
