import assert from "node:assert/strict";
import { lackingPrograms } from "../clients/tools.ts";
import { codeOf } from "../support/pages/read_page.ts";
import { tempStore } from "../support/service/run_cli.ts";
import { startServer } from "../support/service/test_server.ts";

/** Programs that run each kind of code, with the arguments before the code. */
const PROGRAMS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  sh: ["bash", "-c"],
  mjs: ["node", "--input-type=module", "-e"],
  python: ["python3", "-c"],
};

const why = await lackingPrograms(["bash", "curl", "node", "python3"]);

Deno.test({
  name: `the calls of /developers run unchanged in each language${why}`,
  ignore: why !== "",
  fn: async () => {
    await using store = await tempStore();
    await using server = await startServer(store.kvPath);
    const code = codeOf(await (await fetch(`${server.origin}/developers`)).text());
    assert.equal(code.length, 9);
    for (const { name, kind, text } of code) {
      const [program, ...args] = PROGRAMS[kind]!;
      const { success, stdout, stderr } = await new Deno.Command(program, {
        args: [...args, kind === "mjs" ? `${text}\nconsole.log(answer);` : text],
      }).output();
      const [printed, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      assert.ok(success, `${name}: ${errors}`);
      assert.match(printed ?? "", name.startsWith("call-0") ? /Larkmoor/ : /reviews['"]?: ?\[\s*\{/, name);
    }
  },
});
