import assert from "node:assert/strict";
import { startHub } from "../../support/hub/hub_under_test.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { runCli } from "../../support/service/run_cli.ts";
import { tempStore } from "../../support/service/temp_store.ts";
import { startPostgresProxy } from "../../support/store/postgres_proxy.ts";
import { POSTGRES, startPostgres, WITHOUT_POSTGRES } from "../../support/store/postgres_server.ts";

const ignore = POSTGRES === null;

Deno.test({
  name: `an import into PostgreSQL loses no review, whichever of its commits is cut off${WITHOUT_POSTGRES}`,
  ignore,
  fn: async () => {
    await using folder = await tempStore();
    await using server = await startPostgres();
    await using proxy = startPostgresProxy(server.url);
    const path = `${folder.folder}/reviews.json`;
    // Text that does not compress: chunks of several commits.
    const many = Array.from({ length: 400 }, (_, n) => {
      const text = crypto.getRandomValues(new Uint8Array(900)).toBase64();
      return reviewOf({ native: `many-${n}`, text });
    });
    await Deno.writeTextFile(path, JSON.stringify(many));
    const first = await runCli("import", [path], proxy.url);
    assert.equal(first.code, 0, first.stderr);
    const commits = proxy.commits();
    assert.ok(commits >= 4, `${commits} commits`);
    let expected = many.length;
    for (let at = 0; at < commits; at++) {
      for (const loss of ["commit", "answer"] as const) {
        proxy.lose((nth) => nth === at ? loss : null);
        await Deno.writeTextFile(path, JSON.stringify([reviewOf({ native: `one-${at}-${loss}` })]));
        const { code, stderr } = await runCli("import", [path], proxy.url);
        assert.equal(code, 0, `commit ${at}, ${loss}: ${stderr}`);
        const { stdout } = await runCli("export", [], server.url);
        assert.equal(JSON.parse(stdout).reviews.length, ++expected, `commit ${at}, ${loss}`);
      }
    }
  },
});

Deno.test({
  name:
    `two services on PostgreSQL lose nothing when one is killed and when the server is restarted${WITHOUT_POSTGRES}`,
  ignore,
  fn: async () => {
    await using server = await startPostgres();
    await using hub = await startHub({}, server.url);
    await using another = await hub.startAnother();
    const callbacks = Array.from({ length: 6 }, (_, n) => hub.callback(`/${n}`));
    for (const callback of callbacks) await hub.subscribe(callback, { "hub.secret": "secret" });
    await hub.settle(...callbacks);

    await server.kill();
    const reading = await fetch(`${another.origin}/reviews.json`);
    assert.equal(reading.status, 200);
    await reading.body?.cancel();
    const refused = await runCli("import", [], server.url);
    assert.notEqual(refused.code, 0);
    await server.start();
    await hub.settle(...callbacks);

    another.kill("SIGKILL");
    await another.exit;
    await hub.settle(...callbacks);
    const sizes = callbacks.map((callback) =>
      new Set(callback.requests("distribution").map(({ body }) => String(body)))
    );
    assert.deepEqual(sizes.map(({ size }) => size), callbacks.map(() => 6));
    await hub.recorded();
    const { stdout } = await runCli("hub", ["stats", "--json"], server.url);
    assert.match(stdout, /"behind":\s*0/);
  },
});

Deno.test({
  name: `a store on PostgreSQL that does not answer is told in one sentence, without its password${WITHOUT_POSTGRES}`,
  ignore,
  fn: async () => {
    for (const command of ["export", "insights"]) {
      const { code, stderr } = await runCli(command, [], "postgres://reviews:hush@127.0.0.1:1/reviews");
      assert.equal(code, 1);
      assert.match(stderr, /^Cannot use the store postgres:\/\/reviews@127\.0\.0\.1:1\/reviews: .*ECONNREFUSED/);
      assert.doesNotMatch(stderr, /hush/);
    }
  },
});
