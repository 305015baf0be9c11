import assert from "node:assert/strict";
import { lackingPrograms } from "../clients/tools.ts";
import { codeOf } from "../support/pages/read_page.ts";
import { tempStore } from "../support/service/run_cli.ts";
import { startServer } from "../support/service/test_server.ts";

const why = await lackingPrograms(["bash", "curl"]);

Deno.test({
  name: `the calls of /developers run unchanged${why}`,
  ignore: why !== "",
  fn: async () => {
    await using store = await tempStore();
    await using server = await startServer(store.kvPath);
    const code = codeOf(await (await fetch(`${server.origin}/developers`)).text());
    assert.equal(code.length, 3);
    for (const { name, text } of code) {
      const { success, stdout } = await new Deno.Command("bash", { args: ["-c", text] }).output();
      assert.ok(success, name);
      assert.match(new TextDecoder().decode(stdout), name === "call-0" ? /Larkmoor/ : /"reviews":\[\s*\{/, name);
    }
  },
});
