import assert from "node:assert/strict";
import { FIXTURE } from "../../support/mcp/mcp_requests.ts";
import { testApp } from "../../support/service/test_app.ts";

interface Suite {
  readonly version: string;
  /** The revision whose requirements are tested; null for all that the suite has. */
  readonly revision: string | null;
  readonly passes: number;
}

const SUITES: readonly Suite[] = [
  { version: "0.2.0-alpha.12", revision: "2025-11-25", passes: 54 },
  { version: "0.2.0-alpha.12", revision: "2026-07-28", passes: 119 },
  { version: "0.1.16", revision: null, passes: 22 },
];

const baselineOf = ({ version, revision }: Suite) =>
  `${import.meta.dirname}/../../fixtures/mcp/conformance_${revision ?? version}.yml`;

async function runSuite(suite: Suite, origin: string): Promise<{ readonly code: number; readonly report: string }> {
  const folder = await Deno.makeTempDir();
  const options = ["--url", `${origin}/mcp`, "--expected-failures", baselineOf(suite), "--output-dir", folder];
  if (suite.revision !== null) options.push("--requirements", suite.revision);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-config",
      "--no-lock",
      // Deno 2.9 blocks while it reads the suite's packages from its global cache for the first time.
      "--node-modules-dir=auto",
      "--allow-all",
      `npm:@modelcontextprotocol/conformance@${suite.version}`,
      "server",
      ...options,
    ],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  await Deno.remove(folder, { recursive: true });
  const decoder = new TextDecoder();
  const report = decoder.decode(stdout);
  assert.match(report, /=== SUMMARY ===/, `The conformance suite could not be run: ${decoder.decode(stderr)}`);
  return { code, report: report.slice(report.indexOf("=== SUMMARY ===")) };
}

for (const suite of SUITES) {
  const name = `conformance suite ${suite.version}${suite.revision === null ? "" : ` for ${suite.revision}`}`;

  Deno.test(`the endpoint passes the ${name}, except for features it does not offer`, async () => {
    const app = testApp(null, { mcp: FIXTURE.fetch });
    const listening = { port: 0, hostname: "127.0.0.1", onListen: () => {} };
    await using server = Deno.serve(listening, (request) => app.fetch(request));
    const { code, report } = await runSuite(suite, `http://127.0.0.1:${server.addr.port}`);
    assert.equal(code, 0, report);
    const [, passed = "0"] = /Total: (\d+) passed/.exec(report) ?? [];
    assert.ok(Number(passed) >= suite.passes, report);
  });

  Deno.test(`every expected failure of the ${name} has its reason above it`, async () => {
    const lines = (await Deno.readTextFile(baselineOf(suite))).trimEnd().split("\n");
    const groups = lines.slice(lines.indexOf("server:") + 1).join("\n").split(/\n(?= {2}#)/);
    for (const group of groups) assert.match(group, /^ {2}# .{40,}(?:\n {2}- [a-z0-9:-]+)+$/);
  });
}
