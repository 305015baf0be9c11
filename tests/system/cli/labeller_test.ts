import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { labellerServer, recordedAnswer } from "../../support/service/labeller_server.ts";
import { cliCommand } from "../../support/service/run_cli.ts";

Deno.test("a killed labelling loses nothing that was answered", async () => {
  await using server = labellerServer();
  const texts = Array.from({ length: 6 }, (_, at) => `The food was good, said guest ${at}.`);
  const reviews = texts.map((text, at) => reviewOf({ native: String(at), text }));
  const business = { name: "Acme Kitchen", email: "office@acme.example" };
  await using shop = await importWorkshop({ "reviews.json": reviews, "business.json": business });
  await shop.imported("reviews.json", "--business", "business.json");
  const labels = async () => {
    using kv = await Deno.openKv(shop.kvPath);
    return (await Array.fromAsync(kv.list({ prefix: ["labels"] }))).length;
  };
  const { promise: isFourth, resolve: reach } = Promise.withResolvers<void>();
  server.answer = async (review, call, ended) => {
    if (call < 3) return await recordedAnswer(review, call, ended);
    reach();
    await ended;
    return new Response(null, { status: 500 });
  };
  const child = cliCommand("labeller", [], shop.kvPath, { env: server.env }).spawn();
  const output = child.output();
  await isFourth;
  child.kill("SIGKILL");
  await output;
  server.answer = recordedAnswer;
  assert.deepEqual([server.bodies.length, await labels()], [4, 3]);
  const { code, stdout } = await shop.runWith(server.env, "labeller");
  assert.deepEqual([code, stdout], [0, "3 reviews labelled; revision 2 counts the labels.\n"]);
  assert.deepEqual([server.bodies.length, await labels()], [7, 6]);
});
