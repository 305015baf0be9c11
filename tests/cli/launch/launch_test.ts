import assert from "node:assert/strict";
import { endedBySystem, removeDeadFolders, runPrinting } from "../../../cli/launch/launch.ts";
import { launchEnvironment } from "../../../cli/launch/launch_environment.ts";
import { launchArguments } from "../../../cli/launch/launch_arguments.ts";
import { OPENERS, type ProgramName, PROGRAMS } from "../../../cli/programs.ts";
import { withSettingsFiles } from "../../../service/store/kv_location.ts";
import { tempStore } from "../../support/service/run_cli.ts";

/** Reads a line `VARIABLE=value program argument`; quotes keep spaces. */
function called(line: string) {
  const words = (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
  const at = words.findIndex((word) => Object.hasOwn(PROGRAMS, word));
  const variables = new Map(words.slice(0, at).map((word) => /^(\w+)=(.*)$/.exec(word)?.slice(1) as [string, string]));
  const variable = (name: string) => variables.get(name);
  return { name: words[at] as ProgramName, variable, args: words.slice(at + 1) };
}

/** The arguments of Deno for a call, and the variables that it adds, as `NAME=value`. */
function launched(line: string): readonly string[] {
  const { name, variable, args } = called(line);
  const environment = Object.entries(launchEnvironment(name, variable)).map((entry) => entry.join("="));
  return [...launchArguments(name, variable, args), ...environment];
}

const INNER = "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.168.0.0/16," +
  "198.18.0.0/15,240.0.0.0/4,[::],[::1],[fd00:ec2::254]";

/** Every address but the inner ones; some of these may be open. */
function publicOnly(...open: readonly string[]): string {
  return `--allow-net --deny-net=${INNER.split(",").filter((range) => !open.includes(range))}`;
}

const [NET, READ, WRITE] = [/^--(?:allow|deny)-net/, /^--allow-(?:read|sys)/, /^--allow-write/];
const [RUN, HEAP, ALL, ENV] = [/^--allow-run/, /^--v8-flags/, /^-A$/, /^--allow-env/];
const [LOG, CERT, OTEL] = [/^DENO_LOG=/, /^DENO_CERT=/, /^OTEL_/];
const STORE = ".data,.data/reviews.kv";
const LOCKS = ".data/reviews.kv.locks";
const SERVED = `.data/reviews.kv-wal,${LOCKS},domain,openapi/scalar,routes/embed/assets,routes/pages/assets`;
const SETTINGS = ["sources.json", "alerts.json", "alerts.json.passwords"].flatMap((name) =>
  ["", ".new"].map((end) => `/srv/a.kv.${name}${end}`)
);
const TELEMETRY = "OTEL_DENO=true OTEL_SERVICE_NAME=mine OTEL_RESOURCE_ATTRIBUTES=a=b,service.instance.id=c";
const ADMIN = "LAUNCH_FOLDER=/tmp/launch KV_PATH=/srv/a.kv admin";

/** Receivers of alerts; a program may reach their hosts, programs and files. */
const ALERTS = [
  { mail: "a@b.example", smtp: "smtps://mail.example", from: "a@b.example", password_file: "/etc/p" },
  { mail: "a@b.example", smtp: "smtp://post.example", from: "a@b.example" },
  { slack: "https://hooks.example/services/1" },
  { ntfy: "http://[::1]:8080/acme", token_file: "/etc/t" },
  { command: "/bin/notify" },
  { webhook: "nonsense" },
];
const HOOKS = "mail.example:465,post.example:587,hooks.example:443,[::1]:8080";

/** Calls, and all that they get of a kind. `@` is a file with {@linkcode ALERTS}. */
const GIVEN: readonly (readonly [call: string, kind: RegExp, given: string])[] = [
  ["start", NET, publicOnly()],
  ["METRICS_ADDR=9464 dev", NET, publicOnly()],
  ["BASE_URL=https://reviews.example start", NET, publicOnly("0.0.0.0/8")],
  ["HOST=:: METRICS_ADDR=[::1]:9464 start", NET, publicOnly("[::]", "[::1]")],
  ["HOST=10.1.2.3 METRICS_ADDR=[fd00:ec2::254]:9464 dev", NET, publicOnly("10.0.0.0/8", "[fd00:ec2::254]")],
  ["WEBSUB_ALLOW_CIDRS=10.0.0.0/8 start", NET, "--allow-net"],
  ["HOST=localhost dev", NET, "--allow-net"],
  ["HOST=127.0.0.1 WEBSUB_ALLOW_CIDRS=10.0.0.0/8 watch", NET, publicOnly()],
  ["SOURCES_ALLOW_CIDRS=10.0.0.0/8 watch", NET, "--allow-net"],
  ["LABELLER_URL=https://api.example/v1 labeller", NET, "--allow-net=api.example:443"],
  ["LABELLER_URL=http://127.0.0.1:11434/v1 labeller", NET, "--allow-net=127.0.0.1:11434"],
  ["LABELLER_URL=https://api.example/v1 export", NET, ""],
  ["indexnow", NET, "--allow-net=api.indexnow.org:443"],
  ["ALERTS=@ alerts", NET, `--allow-net=${HOOKS}`],
  // The sender checks the address of such a receiver itself.
  ["ALERTS=@.afar alerts", NET, "--allow-net"],
  ["alerts", NET, ""],
  ["ALERTS=@ start", NET, publicOnly()],
  ["BASE_URL=https://acme.example ALERTS=@ admin", NET, "--allow-net=127.0.0.1"],
  ["KV_PATH=postgres://db.example/reviews doctor", NET, "--allow-net"],
  ["KV_PATH=postgres://db.example/reviews start", NET, "--allow-net"],

  ["start", READ, `--allow-read=${STORE},${SERVED} --allow-sys=statfs`],
  ["WEBSUB_CA_FILE=ca.pem start", READ, `--allow-read=${STORE},ca.pem,${SERVED} --allow-sys=statfs`],
  // The service passes its own authorities to each connection, and must read the public ones too.
  ["WEBSUB_CA_FILE=ca.pem DENO_CERT=x.pem start", READ, `--allow-read=${STORE},ca.pem,${SERVED} --allow-sys`],
  ["WEBSUB_CA_FILE=ca.pem insights", READ, `--allow-read=${STORE} --allow-sys=statfs`],
  ["insights", ENV, "--allow-env=KV_PATH,DENO_DEPLOYMENT_ID,DENO_DEPLOY,DENO_KV_ACCESS_TOKEN"],
  ["ALERTS=@ alerts", READ, `--allow-read=${STORE},@,/etc/p,/etc/t --allow-sys=statfs`],

  ["report --html /srv/a.html", WRITE, `--allow-write=${STORE},/srv/a.html`],
  ["NEWS_FOLDER=/tmp/news ALERTS=@ start", WRITE, `--allow-write=${STORE},/tmp/news,${LOCKS}`],
  [ADMIN, WRITE, `--allow-write=.data,/srv/a.kv,/tmp/launch,${SETTINGS}`],
  ["SOURCES_FILE=/srv/s.json KV_PATH=:memory: admin", WRITE, "--allow-write=.data,/srv/s.json,/srv/s.json.new"],

  [ADMIN, RUN, `--allow-run=${OPENERS[Deno.build.os]?.[0]}`],
  [`${ADMIN} --no-open`, RUN, ""],
  [`${ADMIN} --origin https://owner.acme.example`, RUN, ""],
  [`ADMIN_ORIGIN=https://owner.acme.example ${ADMIN}`, RUN, ""],
  ["ALERTS=@ alerts", RUN, "--allow-run=/bin/notify"],
  ["ALERTS=@ start", RUN, ""],

  // SQLite's VACUUM, which an erasure in a file runs, demands every permission.
  ["KV_PATH=/srv/a.kv review erase", ALL, "-A"],
  ["KV_PATH=/srv/a.kv finish_erasure", ALL, "-A"],
  ["KV_PATH=https://kv.example review erase", ALL, ""],
  ["KV_PATH=https://kv.example finish_erasure", ALL, ""],
  ["KV_PATH=/srv/a.kv review hide", ALL, ""],
  ["KV_PATH=/srv/a.kv history erase", ALL, ""],
  ["KV_PATH=/srv/a.kv admin", ALL, ""],

  // Deno's messages on KV Connect and `deno serve` are not printed, unless DENO_LOG is set.
  ["KV_PATH=https://kv.example start", LOG, "DENO_LOG=error,denokv_remote=off,ext:runtime=off"],
  ["start", LOG, "DENO_LOG=error,ext:runtime=off"],
  ["KV_PATH=https://kv.example export", LOG, "DENO_LOG=error,denokv_remote=off"],
  ["export", LOG, ""],
  ["KV_PATH=https://kv.example DENO_LOG=debug start", LOG, ""],
  // Authorities for callbacks are trusted by Deno itself, unless it trusts others already.
  ["start", CERT, ""],
  ["WEBSUB_CA_FILE=ca.pem start", CERT, "DENO_CERT=ca.pem"],
  ["WEBSUB_CA_FILE=ca.pem DENO_CERT=other.pem start", CERT, ""],
  // OpenTelemetry is on in the service alone: the spans of the alerts would contain secret URLs.
  ["OTEL_DENO= start", OTEL, "OTEL_DENO=false"],
  ["OTEL_DENO=false start", OTEL, "OTEL_DENO=false"],
  [
    "OTEL_DENO=1 start",
    OTEL,
    "OTEL_DENO=true OTEL_SERVICE_NAME=public-reviews OTEL_RESOURCE_ATTRIBUTES=service.instance.id=UUID",
  ],
  [`${TELEMETRY} start`, OTEL, TELEMETRY],
  [`${TELEMETRY} import`, OTEL, "OTEL_DENO=false"],
  [`${TELEMETRY} alerts`, OTEL, "OTEL_DENO=false"],
];

Deno.test("each program has the permissions and variables that it needs for its environment and arguments", async () => {
  await using store = await tempStore();
  const alerts = `${store.folder}/alerts.json`;
  await Deno.writeTextFile(alerts, JSON.stringify(ALERTS));
  await Deno.writeTextFile(`${alerts}.afar`, JSON.stringify([{ slack: "https://hooks.example/1", public_only: true }]));
  for (const [call, kind, expected] of GIVEN) {
    const given = launched(call.replace("@", alerts)).filter((one) => kind.test(one)).join(" ");
    assert.equal(given.replace(/[\da-f-]{36}$/, "UUID"), expected.replace("@", alerts), call);
  }
  // Programs that publish have the heap of an import.
  const heaps = ["import", "history", "review", "review erase"].map((call) =>
    launched(call).find((one) => HEAP.test(one))
  );
  assert.match(heaps[0] ?? "", /heap-growing-percent/);
  assert.equal(new Set(heaps).size, 1);
  for (const name of ["import", "export", "insights", "hub", "review", "history"]) {
    assert.ok(!launched(name).some((one) => NET.test(one)), name);
    assert.ok(launched(`KV_PATH=https://kv.example ${name}`).includes("--allow-net"), name);
  }
});

Deno.test("every program may write .data and the store's file, and read what the driver of PostgreSQL reads of the environment", () => {
  for (const name of Object.keys(PROGRAMS).filter((name) => name !== "bench")) {
    assert.match(
      launched(`KV_PATH=postgres://reviews@db.example/reviews ${name}`).join(" "),
      /--allow-env=\S*,PG\*,/,
    );
    assert.doesNotMatch(launched(`KV_PATH=https://kv.example ${name}`).join(" "), /PG/);
    if (["finish_erasure", "admin"].includes(name)) continue;
    const writing = (variables: string) => launched(`${variables} ${name}`).filter((one) => WRITE.test(one)).join();
    // A service holds a lock beside the store.
    const lock = (path: string) => ["start", "dev"].includes(name) ? `,${path}.locks` : "";
    assert.equal(writing(""), `--allow-write=.data,.data/reviews.kv${lock(".data/reviews.kv")}`);
    const path = "/srv/my reviews/a.kv";
    assert.equal(writing(`KV_PATH='${path}'`), `--allow-write=.data,${path}${lock(path)}`);
    for (const other of ["KV_PATH=:memory:", "KV_PATH=https://kv.example/connect", "DENO_DEPLOYMENT_ID=d"]) {
      assert.equal(writing(other), "--allow-write=.data", other);
    }
    assert.ok(!launched(name).includes("--allow-run"));
  }
});

Deno.test("a path with a comma is refused by its name, as Deno cuts its lists of permissions there", () => {
  const refusals = {
    "KV_PATH=/srv/a,b/reviews.kv start": /^KV_PATH is /,
    "WEBSUB_CA_FILE=/etc/a,b.pem start": /^WEBSUB_CA_FILE is /,
    "report --html /srv/a,/etc": /^--html is "\/srv\/a,\/etc"; allowed is a path without/,
  };
  for (const [call, message] of Object.entries(refusals)) {
    assert.throws(() => launched(call), { name: "OperatorError", message });
  }
  launched("KV_PATH=postgres://reviews@a,b/reviews start");
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
  await Deno.symlink("alerts.json", `${store.kvPath}.alerts.json`, { type: "file" });
  const read = (variables: Readonly<Record<string, string>>) =>
    ["SOURCES_FILE", "ALERTS"].map(withSettingsFiles((name) => ({ KV_PATH: store.kvPath, ...variables })[name]));
  // Links are followed, so that a file is changed where it is.
  const files = [sources, alerts].map((path) => Deno.realPathSync(path));
  assert.deepEqual(read({}), files);
  assert.deepEqual(read({ ALERTS: "/no.json" }), [files[0], "/no.json"]);
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

Deno.test("a program whose output is kept can be ended by a signal while it runs", async () => {
  await using store = await tempStore();
  const variables = { KV_PATH: store.kvPath, PORT: "0" };
  const { output } = await runPrinting("start", [], variables, (child) => child.kill("SIGTERM"));
  assert.equal(output, "");
});
