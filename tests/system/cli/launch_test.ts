import { launchArguments } from "../../../cli/launch/launch_arguments.ts";
import { PROGRAMS } from "../../../cli/programs.ts";
import { linesOf } from "../../support/service/test_server.ts";
import assert from "node:assert/strict";
import { denoCommand, runDeno, tempStore } from "../../support/service/run_cli.ts";

Deno.test("with the permissions of a start no inner address is reached, but 127.0.0.0/8 and ranges of IPv6", async () => {
  const inner = [
    "0.0.0.0",
    "10.0.0.1",
    "172.31.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "198.18.0.1",
    "255.255.255.255",
  ];
  const mapped = inner.map((address) => `::ffff:${address}`);
  const program = `
    Deno.listen({ hostname: Deno.args[0], port: 0 }).close();
    Deno.listen({ hostname: "127.0.0.1", port: 0 }).close();
    for (const hostname of ${JSON.stringify([...inner, ...mapped, "::", "::1", "fd00:ec2::254"])}) {
      await Deno.connect({ hostname, port: 1 }).catch((error) => console.log(hostname, error.name));
    }`;
  for (const [HOST, open] of [["127.0.0.1", []], ["0.0.0.0", ["0.0.0.0", "::ffff:0.0.0.0"]]] as const) {
    const flags = launchArguments("start", (name) => ({ HOST })[name]).filter((argument) =>
      /^--(?:allow|deny)-net/.test(argument)
    );
    const source = `data:text/javascript,${encodeURIComponent(program)}`;
    const { stdout } = await runDeno(["run", "-q", "--no-prompt", ...flags, source, HOST]);
    const refused = stdout.match(/^.*(?= NotCapable$)/gm);
    const closed = [...inner, ...mapped, "::", "::1", "fd00:ec2::254"].filter((one) => !open.some((it) => it === one));
    assert.deepEqual(refused, closed, HOST);
  }
});

Deno.test("deno task start prints no permission, serves from a store anywhere and passes SIGTERM and the exit code on", async () => {
  await using store = await tempStore();
  await Deno.mkdir(`${store.folder}/a folder`);
  const environment = { KV_PATH: `${store.folder}/a folder/r.kv`, PORT: "0", LOG_FORMAT: "json" };
  const task = denoCommand(["task", "start"], { ...environment, NO_COLOR: "1" }).spawn();
  const told = new Response(task.stderr).text();
  const lines: string[] = [];
  for await (const line of linesOf(task.stdout)) {
    lines.push(line);
    if (line.includes('"message":"hub started"')) task.kill("SIGTERM");
  }
  assert.equal((await task.status).code, 0);
  assert.match(lines.at(-1) ?? "", /"message":"stopped"/);
  // The service is denied nothing that it tries at its start.
  assert.deepEqual(lines.filter((line) => !line.includes('"level":"info"')), []);
  assert.equal((await told).trim(), "Task start deno run -qA cli/launch/launch.ts start");

  const { code, stderr } = await runDeno(["task", "-q", "export", "--nothing"], { ...environment, NO_COLOR: "1" });
  assert.equal(code, 1);
  assert.match(stderr, /^Unknown option '--nothing'/);
});

/** Wrong calls of the launcher, each with the exit code and the printed sentence. */
const FAULTS: readonly (readonly [call: string, code: number, sentence: RegExp])[] = [
  ["serve", 1, new RegExp(`^There is no program "serve"; allowed are ${Object.keys(PROGRAMS).join(", ")}\\.\n$`)],
  ["start --port=80", 1, /^"--port=80" is not known; the service takes no options but --help and --version\.\n$/],
  ["SOURCES=/srv/inbox watch", 1, /^SOURCES is replaced by SOURCES_FILE, which names a JSON file such as .*\n$/],
  ["KV_PATH=none/reviews.kv doctor -q", 2, /fault +store +The folder none of KV_PATH is not/],
  ["admin --no-open --port x", 1, /^--port is "x"; allowed is a whole number from 0 to 65535\.\n$/],
  ["admin --no-open now", 1, /^admin takes no "now"; allowed are invite NAME, people, and people add\.\n$/],
  ["KV_PATH=deno.json admin --no-open", 1, /^Cannot use the store deno.json: /],
];

Deno.test("a wrong call of the launcher ends with one sentence, before there is a store", async () => {
  await using store = await tempStore();
  for (const [call, expected, sentence] of FAULTS) {
    const [, name = "KV_PATH", value = store.kvPath, line = ""] = /^(?:([A-Z_]+)=(\S+) )?(.*)$/.exec(call) ?? [];
    const environment = { KV_PATH: store.kvPath, PORT: "0", NO_COLOR: "1", [name]: value };
    const { code, stdout, stderr } = await runDeno(
      ["run", "-qA", "cli/launch/launch.ts", ...line.split(" ")],
      environment,
    );
    assert.equal(code, expected, call);
    assert.match(stdout + stderr, sentence);
  }
  assert.deepEqual(await Array.fromAsync(Deno.readDir(store.folder)), []);
});
