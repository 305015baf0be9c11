import { linesOf } from "../../cli/command/child_process.ts";
import assert from "node:assert/strict";
import { endedBySystem } from "../../cli/launch.ts";
import { launchEnvironment } from "../../cli/launch_environment.ts";
import { launchArguments, LAUNCHED } from "../../cli/launch_permissions.ts";
import { tempStore } from "../support/service/run_cli.ts";

const ROOT = new URL("../../", import.meta.url);

function argumentsWith(name: typeof LAUNCHED[number], variables: Readonly<Record<string, string>>): readonly string[] {
  return launchArguments(name, (variable) => variables[variable]);
}

interface ImportGraph {
  readonly roots: readonly string[];
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly { readonly code?: { readonly specifier?: string } }[];
  }[];
}

Deno.test("the launcher, which has every permission, imports nothing from npm, directly or not", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "cli/launch.ts"],
    cwd: ROOT,
  }).output();
  const graph = JSON.parse(new TextDecoder().decode(stdout)) as ImportGraph;
  // Includes dynamic imports. Imports of types have no code.
  const imports = new Map(
    graph.modules.map(({ specifier, dependencies = [] }) => [
      specifier,
      dependencies.flatMap(({ code }) => code?.specifier === undefined ? [] : [code.specifier]),
    ]),
  );
  const loaded = new Set(graph.roots);
  for (const module of loaded) for (const imported of imports.get(module) ?? []) loaded.add(imported);
  assert.ok(loaded.has(new URL("cli/launch_permissions.ts", ROOT).href));
  assert.deepEqual([...loaded].filter((module) => !/^(?:file|node):/.test(module)), []);
});

Deno.test("the service may read every module of its workers", async () => {
  const reading = argumentsWith("start", {}).find((argument) => argument.startsWith("--allow-read="))?.slice(13) ?? "";
  const folders = reading.split(",").map((folder) => new URL(`${folder}/`, ROOT).href);
  for (const worker of ["domain/snapshot/snapshot_worker.ts", "websub/signing/signing_worker.ts"]) {
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", worker], cwd: ROOT })
      .output();
    const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as ImportGraph;
    const own = modules.map(({ specifier }) => specifier).filter((specifier) => specifier.startsWith("file:"));
    assert.ok(own.includes(new URL(worker, ROOT).href));
    assert.deepEqual(own.filter((module) => !folders.some((folder) => module.startsWith(folder))), [], worker);
  }
});

Deno.test("Deno's messages on KV Connect and deno serve are not printed, unless DENO_LOG is set", () => {
  const logOf = (name: typeof LAUNCHED[number], variables: Readonly<Record<string, string>>) =>
    launchEnvironment(name, (name) => variables[name])["DENO_LOG"];
  const KV_PATH = "https://kv.example/connect";
  assert.equal(logOf("start", { KV_PATH }), "error,denokv_remote=off,ext:runtime=off");
  assert.equal(logOf("start", {}), "error,ext:runtime=off");
  assert.equal(logOf("export", { KV_PATH }), "error,denokv_remote=off");
  assert.equal(logOf("export", {}), undefined);
  assert.equal(logOf("start", { KV_PATH, DENO_LOG: "debug" }), undefined);
});

Deno.test("a program may write .data and the store's file, and nothing else", () => {
  for (const name of LAUNCHED.filter((name) => name !== "bench")) {
    const writing = (variables: Readonly<Record<string, string>>) =>
      argumentsWith(name, variables).filter((argument) => argument.startsWith("--allow-write"));
    assert.deepEqual(writing({}), ["--allow-write=.data,.data/reviews.kv"]);
    assert.deepEqual(writing({ KV_PATH: "/srv/my reviews/a.kv" }), ["--allow-write=.data,/srv/my reviews/a.kv"]);
    for (const KV_PATH of [":memory:", "https://kv.example/connect"]) {
      assert.deepEqual(writing({ KV_PATH }), ["--allow-write=.data"]);
    }
    assert.deepEqual(writing({ DENO_DEPLOYMENT_ID: "d" }), ["--allow-write=.data"]);
    assert.ok(!argumentsWith(name, {}).includes("--allow-run"));
  }
});

Deno.test("programs with outgoing calls reach private addresses only if necessary, and a command on a file reaches none", () => {
  const network = (name: typeof LAUNCHED[number], variables: Readonly<Record<string, string>>) =>
    argumentsWith(name, variables).filter((argument) => /^--(?:allow|deny)-net/.test(argument));
  const inner = "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.168.0.0/16," +
    "198.18.0.0/15,240.0.0.0/4,[::],[::1],[fd00:ec2::254]";
  const denied = (...open: readonly string[]) => [
    "--allow-net",
    `--deny-net=${inner.split(",").filter((range) => !open.includes(range)).join()}`,
  ];
  for (const name of ["start", "dev"] as const) {
    assert.deepEqual(network(name, {}), denied());
    assert.deepEqual(network(name, { BASE_URL: "https://reviews.example" }), denied("0.0.0.0/8"));
    assert.deepEqual(network(name, { HOST: "::", METRICS_ADDR: "[::1]:9464" }), denied("[::]", "[::1]"));
    assert.deepEqual(network(name, { METRICS_ADDR: "9464" }), denied());
    assert.deepEqual(
      network(name, { HOST: "10.1.2.3", METRICS_ADDR: "[fd00:ec2::254]:9464" }),
      denied("10.0.0.0/8", "[fd00:ec2::254]"),
    );
    for (const [variable, value] of [["WEBSUB_ALLOW_CIDRS", "10.0.0.0/8"], ["HOST", "localhost"]] as const) {
      assert.deepEqual(network(name, { [variable]: value }), ["--allow-net"]);
    }
  }
  assert.deepEqual(network("watch", { HOST: "127.0.0.1", WEBSUB_ALLOW_CIDRS: "10.0.0.0/8" }), denied());
  assert.deepEqual(network("watch", { SOURCES_ALLOW_CIDRS: "10.0.0.0/8" }), ["--allow-net"]);
  for (const name of ["import", "export", "insights", "hub", "review", "history"] as const) {
    assert.deepEqual(network(name, {}), []);
    assert.deepEqual(network(name, { KV_PATH: "https://kv.example" }), ["--allow-net"]);
  }
  for (const name of ["start", "watch", "doctor"] as const) {
    assert.deepEqual(network(name, { KV_PATH: "postgres://db.example/reviews" }), ["--allow-net"]);
  }
});

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
    const flags = argumentsWith("start", { HOST }).filter((argument) => /^--(?:allow|deny)-net/.test(argument));
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "--no-prompt", ...flags, `data:text/javascript,${encodeURIComponent(program)}`, HOST],
    }).output();
    const refused = new TextDecoder().decode(stdout).match(/^.*(?= NotCapable$)/gm);
    const closed = [...inner, ...mapped, "::", "::1", "fd00:ec2::254"].filter((one) => !open.some((it) => it === one));
    assert.deepEqual(refused, closed, HOST);
  }
});

Deno.test("an import may write the file of its problems as well, whose path has no comma", () => {
  const written = (path: string) => launchArguments("import", () => undefined, path);
  assert.ok(written("/srv/errors.csv").includes("--allow-write=.data,.data/reviews.kv,/srv/errors.csv"));
  assert.throws(
    () => written("/srv/a,/etc"),
    /^OperatorError: --errors or --html is "\/srv\/a,\/etc"; allowed is a path without/,
  );
});

Deno.test("the service may read the store, its worker's code, the reference page and certificate authorities", () => {
  const reading = (variables: Readonly<Record<string, string>>) =>
    argumentsWith("start", variables).filter((argument) => /^--allow-(?:read|sys)/.test(argument));
  assert.deepEqual(reading({}), [
    "--allow-read=.data,.data/reviews.kv,.data/reviews.kv-wal,domain,openapi/scalar,routes/embed/assets,routes/pages/assets,websub/signing",
    "--allow-sys=statfs",
  ]);
  assert.deepEqual(reading({ WEBSUB_CA_FILE: "/etc/ca.pem" }), [
    "--allow-read=.data,.data/reviews.kv,/etc/ca.pem,.data/reviews.kv-wal,domain,openapi/scalar,routes/embed/assets,routes/pages/assets,websub/signing",
    "--allow-sys=statfs",
  ]);
});

Deno.test("authorities for callbacks are trusted by Deno itself, unless it trusts others already", () => {
  const trusted = (variables: Readonly<Record<string, string>>) =>
    [
      launchEnvironment("start", (name) => variables[name])["DENO_CERT"],
      launchArguments("start", (name) => variables[name]).includes("--allow-sys"),
    ] as const;
  assert.deepEqual(trusted({}), [undefined, false]);
  assert.deepEqual(trusted({ WEBSUB_CA_FILE: "ca.pem" }), ["ca.pem", false]);
  // With separate authorities the service passes them to each connection, and must read the public ones too.
  assert.deepEqual(trusted({ WEBSUB_CA_FILE: "ca.pem", DENO_CERT: "other.pem" }), [undefined, true]);
});

Deno.test("every program may read what the driver of PostgreSQL reads of the environment, where the store is one", () => {
  for (const name of LAUNCHED.filter((name) => name !== "bench")) {
    const environment = (KV_PATH: string) => argumentsWith(name, { KV_PATH }).join(" ");
    assert.match(environment("postgres://reviews@db.example/reviews"), /--allow-env=\S*,PG\*,/);
    assert.doesNotMatch(environment("https://kv.example"), /PG/);
  }
});

Deno.test("deno task start prints no permission, serves from a store anywhere and passes SIGTERM and the exit code on", async () => {
  await using store = await tempStore();
  await Deno.mkdir(`${store.folder}/a folder`);
  const environment = { KV_PATH: `${store.folder}/a folder/r.kv`, PORT: "0", LOG_FORMAT: "json" };
  const task = new Deno.Command(Deno.execPath(), {
    args: ["task", "start"],
    cwd: ROOT,
    env: { ...environment, NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const told = new Response(task.stderr).text();
  const lines: string[] = [];
  let children = "";
  for await (const line of linesOf(task.stdout)) {
    lines.push(line);
    if (!line.includes('"message":"hub started"')) continue;
    if (Deno.build.os === "linux") children = await commandsUnder(task.pid);
    task.kill("SIGTERM");
  }
  assert.equal((await task.status).code, 0);
  // The launcher has compacted the store for the service.
  if (Deno.build.os === "linux") assert.match(children, /^(?!.*launch\.ts).* main\.ts$/);
  assert.match(lines.at(-1) ?? "", /"message":"stopped"/);
  // The service is denied nothing that it tries at its start.
  assert.deepEqual(lines.filter((line) => !line.includes('"level":"info"')), []);
  assert.equal((await told).trim(), "Task start deno run -qA cli/launch.ts start");

  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "export", "--nothing"],
    cwd: ROOT,
    env: { ...environment, NO_COLOR: "1" },
  }).output();
  assert.equal(code, 1);
  assert.match(new TextDecoder().decode(stderr), /^Unknown option '--nothing'/);
});

/**
 * Command lines of the children of a process (`proc(5)`), one a line. A shell reads them: Deno demands all
 * permissions.
 */
async function commandsUnder(pid: number): Promise<string> {
  const script = 'for one in $(cat /proc/$0/task/$0/children); do tr "\\0" " " < /proc/$one/cmdline; echo; done';
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script, String(pid)] }).output();
  return new TextDecoder().decode(stdout).split("\n").map((line) => line.trim()).join("\n").trim();
}

Deno.test("a fault in the sources ends the start with one line, before there is a store", async () => {
  await using store = await tempStore();
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", "cli/launch.ts", "start"],
    cwd: ROOT,
    env: { KV_PATH: store.kvPath, PORT: "0", SOURCES: "http://shop.example/a.csv", NO_COLOR: "1" },
  }).output();
  assert.equal(code, 1);
  assert.match(new TextDecoder().decode(stderr), /^SOURCES has "http:[^\n]*; allowed is https, .*\n$/);
  await assert.rejects(Deno.stat(store.kvPath), Deno.errors.NotFound);
});

Deno.test("only an erasure in a file may do everything, as SQLite's VACUUM demands it", () => {
  const isUnlimited = (name: "review" | "history", kvPath: string, isErasure: boolean) =>
    launchArguments(name, (variable) => variable === "KV_PATH" ? kvPath : undefined, null, isErasure).includes("-A");
  assert.ok(isUnlimited("review", "/srv/reviews.kv", true));
  assert.ok(!isUnlimited("review", "/srv/reviews.kv", false) && !isUnlimited("history", "/srv/reviews.kv", true));
  assert.ok(!isUnlimited("review", "https://kv.example", true));
});

Deno.test("programs that publish have the heap of an import", () => {
  const heap = (name: "import" | "history" | "review", isErasure = false) =>
    launchArguments(name, () => undefined, null, isErasure).find((one) => one.startsWith("--v8-flags"));
  assert.match(heap("import") ?? "", /heap-growing-percent/);
  assert.deepEqual(
    [heap("history"), heap("review"), heap("review", true)],
    [heap("import"), heap("import"), heap("import")],
  );
});

Deno.test("a path with a comma is refused by its variable, as Deno cuts its lists of permissions there", () => {
  for (const [name, value] of [["KV_PATH", "/srv/a,b/reviews.kv"], ["WEBSUB_CA_FILE", "/etc/a,b.pem"]] as const) {
    assert.throws(() => argumentsWith("start", { [name]: value }), {
      name: "OperatorError",
      message: new RegExp(name),
    });
  }
  argumentsWith("start", { KV_PATH: "postgres://reviews@a,b/reviews" });
});

Deno.test("an unknown program is refused by name", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", "cli/launch.ts", "serve"],
    cwd: ROOT,
  }).output();
  assert.equal(code, 1);
  assert.equal(
    new TextDecoder().decode(stderr).trim(),
    `There is no program "serve"; allowed are start, dev, import, export, insights, hub, review, history, watch, alerts, report, doctor, bench.`,
  );
});

Deno.test("OpenTelemetry is on for true and 1, with a name of the service and an id of the process", () => {
  const telemetry = (name: "start" | "import", variables: Readonly<Record<string, string>>) => {
    const all = Object.entries(launchEnvironment(name, (variable) => variables[variable]));
    return Object.fromEntries(all.filter(([variable]) => variable.startsWith("OTEL_")));
  };
  assert.deepEqual(telemetry("start", {}), {});
  assert.deepEqual(telemetry("start", { OTEL_DENO: "false" }), {});
  const { OTEL_RESOURCE_ATTRIBUTES: attributes = "", ...others } = telemetry("start", { OTEL_DENO: "1" });
  assert.deepEqual(others, { OTEL_DENO: "true", OTEL_SERVICE_NAME: "public-reviews" });
  assert.match(attributes, /^service\.instance\.id=[\da-f-]{36}$/);
  const given = { OTEL_DENO: "true", OTEL_SERVICE_NAME: "mine", OTEL_RESOURCE_ATTRIBUTES: "a=b,service.instance.id=c" };
  assert.deepEqual(telemetry("import", given), { ...given, OTEL_DENO_METRICS: "false" });
});

Deno.test("a program that runs out of memory ends with a sentence, any other end with none", () => {
  const full =
    "deno task import ran out of memory. The store is unharmed; `deno task history` shows what is published.";
  assert.ok(endedBySystem("import", "SIGTRAP")?.startsWith(full));
  assert.match(
    endedBySystem("start", "SIGKILL") ?? "",
    /^deno task start was ended by the system \(SIGKILL\), as it does/,
  );
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", null] as const) {
    assert.equal(endedBySystem("import", signal), null);
  }
});
