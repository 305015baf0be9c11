import assert from "node:assert/strict";
import { linesOf } from "../support/service/test_server.ts";
import { tempStore } from "../support/service/run_cli.ts";

const ROOT = new URL("../../", import.meta.url);

function soak(args: readonly string[], env: Readonly<Record<string, string>> = {}): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-qA", "tools/soak/soak.ts", ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "piped",
  });
}

Deno.test("a wrong option is refused in one line, and the soak does not start", async () => {
  const cases = [
    { args: ["--minutes", "many"], says: '--minutes is "many"; allowed is a number from 0.1 to 1440.' },
    { args: ["--driver", "auto"], says: '--driver is "auto"; allowed is queue or sweep.' },
    {
      args: ["--without", "disk,rain"],
      says: '--without is "rain"; allowed are kill, stop, pause, second, disk, flood, hostile, clock, with commas ' +
        "between them.",
    },
  ];
  for (const { args, says } of cases) {
    const { code, stderr } = await soak(args).output();
    assert.equal(code, 1);
    assert.equal(new TextDecoder().decode(stderr).trim(), says);
  }
});

Deno.test("an interrupted soak reports that, and leaves no process, disk or folder", async () => {
  await using store = await tempStore();
  const child = soak(["--minutes", "1"], { TMPDIR: store.folder }).spawn();
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
