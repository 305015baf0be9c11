import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { labellerServer, recordedAnswer } from "../../support/service/labeller_server.ts";
import { cliCommand } from "../../support/service/run_cli.ts";

Deno.test("a killed import loses nothing that was answered, and at most four calls run at once", async () => {
  await using server = labellerServer();
  const texts = Array.from({ length: 12 }, (_, at) => `The food was good, said guest ${at}.`);
  const reviews = texts.map((text, at) => reviewOf({ native: String(at), text }));
  const business = { name: "Acme Kitchen", email: "office@acme.example" };
  await using shop = await importWorkshop({ "reviews.json": reviews, "business.json": business });
  const files = [shop.path("reviews.json"), "--business", shop.path("business.json")];
  const labels = async () => {
    using kv = await Deno.openKv(shop.kvPath);
    return (await Array.fromAsync(kv.list({ prefix: ["labels"] }))).length;
  };
  const { promise: isFull, resolve: fill } = Promise.withResolvers<void>();
  const { promise: isKilled, resolve: kill } = Promise.withResolvers<void>();
  server.answer = async (reviews, call, ended) => {
    if (call < 4) return await recordedAnswer(reviews, call, ended);
    if (call === 7) fill();
    await isKilled;
    return new Response(null, { status: 500 });
  };
  const child = cliCommand("import", files, shop.kvPath, { env: server.env }).spawn();
  const output = child.output();
  await isFull;
  child.kill("SIGKILL");
  await output;
  kill();
  server.answer = recordedAnswer;
  assert.deepEqual([server.bodies.length, server.most(), await labels()], [8, 4, 4]);
  const { code, stderr } = await shop.runWith(server.env, "import", ...files);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual([server.bodies.length, await labels()], [16, 12]);
});
