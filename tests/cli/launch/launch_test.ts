import assert from "node:assert/strict";
import { endedBySystem, removeDeadFolders } from "../../../cli/launch/launch.ts";
import { launchEnvironment } from "../../../cli/launch/launch_environment.ts";
import { launchArguments } from "../../../cli/launch/launch_arguments.ts";
import { OPENERS, type ProgramName, PROGRAMS } from "../../../cli/programs.ts";
import { withSettingsFiles } from "../../../service/store/kv_location.ts";
import { tempStore } from "../../support/service/run_cli.ts";

const NAMES = Object.keys(PROGRAMS) as readonly ProgramName[];

function argumentsWith(name: ProgramName, variables: Readonly<Record<string, string>>): readonly string[] {
  return launchArguments(name, (variable) => variables[variable]);
}

Deno.test("Deno's messages on KV Connect and deno serve are not printed, unless DENO_LOG is set", () => {
  const logOf = (name: ProgramName, variables: Readonly<Record<string, string>>) =>
    launchEnvironment(name, (name) => variables[name])["DENO_LOG"];
  const KV_PATH = "https://kv.example/connect";
  assert.equal(logOf("start", { KV_PATH }), "error,denokv_remote=off,ext:runtime=off");
  assert.equal(logOf("start", {}), "error,ext:runtime=off");
  assert.equal(logOf("export", { KV_PATH }), "error,denokv_remote=off");
  assert.equal(logOf("export", {}), undefined);
  assert.equal(logOf("start", { KV_PATH, DENO_LOG: "debug" }), undefined);
});

Deno.test("a program may write .data and the store's file, and nothing else", () => {
  for (const name of NAMES.filter((name) => !["bench", "finish_erasure", "admin"].includes(name))) {
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
  const network = (name: ProgramName, variables: Readonly<Record<string, string>>) =>
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
  const reader = { READER_URL: "https://api.example/v1" };
  assert.deepEqual(network("import", reader), ["--allow-net=api.example:443"]);
  assert.deepEqual(network("import", { READER_URL: "http://127.0.0.1:11434/v1" }), ["--allow-net=127.0.0.1:11434"]);
  assert.deepEqual(network("import", {}), []);
  for (const name of ["export", "insights", "hub", "review", "history"] as const) {
    assert.deepEqual(network(name, reader), []);
    assert.deepEqual(network(name, {}), []);
    assert.deepEqual(network(name, { KV_PATH: "https://kv.example" }), ["--allow-net"]);
  }
  for (const name of ["start", "watch", "doctor"] as const) {
    assert.deepEqual(network(name, { KV_PATH: "postgres://db.example/reviews" }), ["--allow-net"]);
  }
});

Deno.test("an import may write the file of its problems as well, whose path has no comma", () => {
  const written = (path: string) => launchArguments("import", () => undefined, ["--errors", path]);
  assert.ok(written("/srv/errors.csv").includes("--allow-write=.data,.data/reviews.kv,/srv/errors.csv"));
  assert.throws(
    () => written("/srv/a,/etc"),
    /^OperatorError: --errors or --html is "\/srv\/a,\/etc"; allowed is a path without/,
  );
});

Deno.test("the service may read the store, the code of its worker, the reference page and certificate authorities", () => {
  const reading = (variables: Readonly<Record<string, string>>) =>
    argumentsWith("start", variables).filter((argument) => /^--allow-(?:read|sys)/.test(argument));
  assert.deepEqual(reading({}), [
    "--allow-read=.data,.data/reviews.kv,.data/reviews.kv-wal,domain,openapi/scalar,routes/embed/assets,routes/pages/assets",
    "--allow-sys=statfs",
  ]);
  assert.deepEqual(reading({ WEBSUB_CA_FILE: "/etc/ca.pem" }), [
    "--allow-read=.data,.data/reviews.kv,/etc/ca.pem,.data/reviews.kv-wal,domain,openapi/scalar,routes/embed/assets,routes/pages/assets",
    "--allow-sys=statfs",
  ]);
});

Deno.test("the insights may read the store alone, and no variable of the service", () => {
  const given = argumentsWith("insights", { WEBSUB_CA_FILE: "/etc/ca.pem" });
  assert.ok(given.includes("--allow-read=.data,.data/reviews.kv"));
  assert.ok(given.includes("--allow-env=KV_PATH,DENO_DEPLOYMENT_ID,DENO_DEPLOY,DENO_KV_ACCESS_TOKEN"));
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
  for (const name of NAMES.filter((name) => name !== "bench")) {
    const environment = (KV_PATH: string) => argumentsWith(name, { KV_PATH }).join(" ");
    assert.match(environment("postgres://reviews@db.example/reviews"), /--allow-env=\S*,PG\*,/);
    assert.doesNotMatch(environment("https://kv.example"), /PG/);
  }
});

Deno.test("only an erasure in a file may do everything, as SQLite's VACUUM demands it", () => {
  const isUnlimited = (name: ProgramName, kvPath: string, subcommand: string) =>
    launchArguments(name, (variable) => variable === "KV_PATH" ? kvPath : undefined, [subcommand]).includes("-A");
  assert.ok(isUnlimited("review", "/srv/reviews.kv", "erase") && isUnlimited("finish_erasure", "/srv/reviews.kv", ""));
  assert.ok(!isUnlimited("finish_erasure", "https://kv.example", "") && !isUnlimited("admin", "/srv/reviews.kv", ""));
  assert.ok(!isUnlimited("review", "/srv/reviews.kv", "hide") && !isUnlimited("history", "/srv/reviews.kv", "erase"));
  assert.ok(!isUnlimited("review", "https://kv.example", "erase"));
});

Deno.test("the admin reaches this computer and what its settings name, and runs only what opens its address", () => {
  const given = (...args: readonly string[]) =>
    launchArguments("admin", (name) => ({ LAUNCH_FOLDER: "/tmp/launch", KV_PATH: "/srv/a.kv" })[name], args);
  const openers = OPENERS[Deno.build.os]?.slice(0, 1) ?? [];
  const settings = ["sources.json", "alerts.json", "alerts.json.password"].flatMap((name) =>
    ["", ".new"].map((end) => `/srv/a.kv.${name}${end}`)
  );
  assert.deepEqual(given().filter((one) => /^--allow-(?:net|run|write)/.test(one)), [
    "--allow-net=127.0.0.1",
    `--allow-write=.data,/srv/a.kv,/tmp/launch,${settings}`,
    `--allow-run=${openers}`,
  ]);
  assert.ok(!given("--no-open").some((one) => one.startsWith("--allow-run") || one === "-A" || one === "--allow-read"));
  const alerts = Deno.makeTempFileSync();
  Deno.writeTextFileSync(alerts, '[{ "webhook": "https://hooks.example/1" }]');
  const variables = { BASE_URL: "https://acme.example", SOURCES_FILE: "/srv/sources.json", ALERTS: alerts };
  const named = launchArguments("admin", (name) => new Map(Object.entries(variables)).get(name), ["--no-open"]);
  Deno.removeSync(alerts);
  assert.ok(named.includes("--allow-net=127.0.0.1,hooks.example:443,acme.example:443"));
  assert.ok(named.some((one) => /^--allow-write=.*\/srv\/sources\.json/.test(one)));
});

Deno.test("programs that publish have the heap of an import", () => {
  const heap = (name: "import" | "history" | "review", ...args: readonly string[]) =>
    launchArguments(name, () => undefined, args).find((one) => one.startsWith("--v8-flags"));
  assert.match(heap("import") ?? "", /heap-growing-percent/);
  assert.deepEqual(
    [heap("history"), heap("review"), heap("review", "erase")],
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

Deno.test("OpenTelemetry is on in the service alone, for true and 1, with its name and an id of the process", () => {
  const telemetry = (name: "start" | "import" | "alerts", variables: Readonly<Record<string, string>>) => {
    const all = Object.entries(launchEnvironment(name, (variable) => variables[variable]));
    return Object.fromEntries(all.filter(([variable]) => variable.startsWith("OTEL_")));
  };
  for (const OTEL_DENO of ["", "false"]) assert.deepEqual(telemetry("start", { OTEL_DENO }), { OTEL_DENO: "false" });
  const { OTEL_RESOURCE_ATTRIBUTES: attributes = "", ...others } = telemetry("start", { OTEL_DENO: "1" });
  assert.deepEqual(others, { OTEL_DENO: "true", OTEL_SERVICE_NAME: "public-reviews" });
  assert.match(attributes, /^service\.instance\.id=[\da-f-]{36}$/);
  const given = { OTEL_DENO: "true", OTEL_SERVICE_NAME: "mine", OTEL_RESOURCE_ATTRIBUTES: "a=b,service.instance.id=c" };
  assert.deepEqual(telemetry("start", given), given);
  // The spans of the alerts would contain the URLs of their receivers, which are secrets.
  for (const name of ["import", "alerts"] as const) assert.deepEqual(telemetry(name, given), { OTEL_DENO: "false" });
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

Deno.test("files beside a store have its sources and receivers, unless variables name others or the store is no file", async () => {
  await using store = await tempStore();
  const [sources, alerts] = [`${store.kvPath}.sources.json`, `${store.folder}/alerts.json`];
  await Deno.writeTextFile(sources, "[]");
  await Deno.writeTextFile(alerts, "[]");
  await Deno.symlink("alerts.json", `${store.kvPath}.alerts.json`);
  const read = (variables: Readonly<Record<string, string>>) =>
    ["SOURCES_FILE", "ALERTS"].map(withSettingsFiles((name) => ({ KV_PATH: store.kvPath, ...variables })[name]));
  // Links are followed, so that a file is changed where it is.
  const files = [sources, alerts].map((path) => Deno.realPathSync(path));
  assert.deepEqual(read({}), files);
  assert.deepEqual(read({ SOURCES: "inbox", ALERTS: "/no.json" }), [undefined, "/no.json"]);
  assert.deepEqual(read({ SOURCES_FILE: "", ALERTS: "" }), ["", ""]);
  assert.deepEqual(read({ KV_PATH: `${store.folder}/other.kv` }), [undefined, undefined]);
  assert.deepEqual(read({ KV_PATH: "https://kv.example" }), [undefined, undefined]);
});

Deno.test("a launcher removes the folders of launchers that were killed, and no others", async () => {
  await using store = await tempStore();
  // No system counts so far.
  const pid = 99_999_999;
  const names = [`public-reviews-${Deno.pid}-a`, `public-reviews-${pid}-b`, "public-reviews-c", `other-${pid}-d`];
  for (const name of names) await Deno.mkdir(`${store.folder}/${name}/x`, { recursive: true });
  await removeDeadFolders(store.folder);
  const left = await Array.fromAsync(Deno.readDir(store.folder), ({ name }) => name);
  assert.deepEqual(left.sort(), names.filter((name) => !name.endsWith("-b")).sort());
});
