import assert from "node:assert/strict";
import { tempStore } from "../support/service/run_cli.ts";

const DOCKER = `#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in *Health*) echo "$HEALTH" ;; *ExitCode*) echo "$EXIT_CODE" ;; run*) echo trial ;; esac
`;

/** Runs `.ci/image` with a `docker` that notes its calls, and without waiting. Returns what it pushes, and its exit code. */
async function pushedBy(args: readonly string[], answers: Readonly<Record<string, string>> = {}) {
  await using store = await tempStore();
  const { folder } = store;
  for (const [name, text] of [["docker", DOCKER], ["sleep", "#!/bin/sh\n"]] as const) {
    await Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o700 });
  }
  const env = {
    PATH: `${folder}:${Deno.env.get("PATH")}`,
    CALLS: `${folder}/calls`,
    HEALTH: "healthy",
    EXIT_CODE: "0",
  };
  const command = new Deno.Command("bash", { args: [".ci/image", ...args], env: { ...env, ...answers } });
  const { code } = await command.output();
  const calls = (await Deno.readTextFile(env.CALLS)).trim().split("\n");
  return { code, pushed: calls.filter((call) => call.includes("push")) };
}

Deno.test({
  name: "the image is pushed for two architectures after its trial, and a pre-release is not the latest",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    assert.deepEqual(await pushedBy([]), { code: 0, pushed: [] });
    const { code, pushed: [push = "", ...others] } = await pushedBy(["ghcr.io/acme/reviews", "v1.0.0"]);
    assert.deepEqual([code, others], [0, []]);
    assert.match(push, /^buildx build .*--platform linux\/amd64,linux\/arm64 --provenance mode=max --push /);
    const tags = (call = "") => Array.from(call.matchAll(/-t (\S+)/g), ([, tag]) => tag);
    assert.deepEqual(tags(push), ["ghcr.io/acme/reviews:v1.0.0", "ghcr.io/acme/reviews:latest"]);
    const candidate = await pushedBy(["ghcr.io/acme/reviews", "v1.1.0-rc.1"]);
    assert.deepEqual(tags(candidate.pushed[0]), ["ghcr.io/acme/reviews:v1.1.0-rc.1"]);
    for (const answers of [{ HEALTH: "starting" }, { EXIT_CODE: "137" }]) {
      assert.deepEqual(await pushedBy(["ghcr.io/acme/reviews", "v1.0.0"], answers), { code: 1, pushed: [] });
    }
  },
});
