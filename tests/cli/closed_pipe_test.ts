import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const EVAL = fileURLToPath(new URL("../../cli/eval.ts", import.meta.url));

/** Runs `eval` with nobody at the other end of its standard output. */
async function withClosedPipe(...args: readonly string[]): Promise<readonly [code: number, printed: string]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--config", "deno.dev.json", "--allow-read", "--allow-env", EVAL, ...args],
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await child.stdout.cancel();
  const [{ code }, printed] = await Promise.all([child.status, new Response(child.stderr).text()]);
  return [code, printed];
}

Deno.test("a command whose reader has closed the pipe ends without an error, and so does its help", async () => {
  assert.deepEqual(await withClosedPipe("--list"), [0, ""]);
  assert.deepEqual(await withClosedPipe("--help"), [0, ""]);
});
