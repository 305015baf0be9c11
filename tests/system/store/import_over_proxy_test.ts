import assert from "node:assert/strict";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { cliCommand, tempStore } from "../../support/service/run_cli.ts";
import { ACCESS_TOKEN, DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";
import { PROXY_LOSSES, startLosingProxy } from "../../support/store/losing_proxy.ts";

const ENV = { DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN };

async function run(command: string, args: readonly string[], url: string) {
  const { code, stdout, stderr } = await cliCommand(command, args, url, { env: ENV }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

Deno.test({
  name: `an import into a real store loses no review, whichever of its commits a proxy loses${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using folder = await tempStore();
    const path = (name: string) => `${folder.folder}/${name}`;
    // Text that does not compress: chunks of several commits.
    const many = Array.from({ length: 400 }, (_, n) => {
      const text = crypto.getRandomValues(new Uint8Array(900)).toBase64();
      return reviewOf({ native: `many-${n}`, text });
    });
    await Deno.writeTextFile(path("many.json"), JSON.stringify(many));
    await using denokv = await startDenokv(path("store.sqlite"));
    await using proxy = startLosingProxy(denokv.url);
    const first = await run("import", [path("many.json")], proxy.url);
    assert.equal(first.code, 0, first.stderr);
    const commits = proxy.commits();
    assert.ok(commits >= 4, `${commits} commits`);
    let expected = 400;
    for (let at = 0; at < commits; at++) {
      const loss = PROXY_LOSSES[at % PROXY_LOSSES.length] ?? null;
      const shifted = PROXY_LOSSES[(at + 1) % PROXY_LOSSES.length] ?? null;
      for (const one of [loss, shifted]) {
        proxy.lose((nth) => nth === at ? one : null);
        await Deno.writeTextFile(path("one.json"), JSON.stringify([reviewOf({ native: `one-${at}-${one}` })]));
        const { code, stderr } = await run("import", [path("one.json")], proxy.url);
        assert.equal(code, 0, `commit ${at}, ${one}: ${stderr}`);
        const { stdout } = await run("export", [], denokv.url);
        assert.equal(JSON.parse(stdout).reviews.length, ++expected, `commit ${at}, ${one}`);
      }
    }
  },
});
