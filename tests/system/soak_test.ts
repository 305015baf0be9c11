import assert from "node:assert/strict";
import { linesOf } from "../support/service/test_server.ts";
import { denoCommand, tempStore } from "../support/service/run_cli.ts";

Deno.test("an interrupted soak reports that, and leaves no process, disk or folder", async () => {
  await using store = await tempStore();
  const line = ["run", "-qA", "tools/soak/soak.ts", "--minutes", "1"];
  const child = denoCommand(line, { NO_COLOR: "1", TMPDIR: store.folder }).spawn();
  const said: string[] = [];
  const told = new Response(child.stdout).text();
  for await (const line of linesOf(child.stderr)) {
    said.push(line);
    if (line.includes("has everybody subscribe")) child.kill("SIGINT");
  }
  assert.equal((await child.status).code, 1, said.join("\n"));
  assert.match(await told, /^Soak of 1 minutes/);
  assert.match(said.at(-1) ?? "", /^The soak ended before its time: .*SIGINT/);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(store.folder)), []);
  const { stdout } = await new Deno.Command("ps", { args: ["-eo", "args"] }).output();
  assert.ok(!new TextDecoder().decode(stdout).includes(store.folder));
});
