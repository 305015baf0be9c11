import { ShellProgram } from "../support/service/shell_program.ts";
import { lackingPrograms } from "../clients/tools.ts";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { seedHub, subscriptionOf } from "../support/hub/hub_seed.ts";
import { ownDataset } from "../support/reviews/measured_dataset.ts";
import { linesOf, within } from "../support/service/test_server.ts";

const ROOT = new URL("../../", import.meta.url);

/** Commands of the documents that a test cannot run, and why. */
const NOT_RUN: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^npx /, "it downloads what it runs"],
  [
    /^(?:npm|mvn|java|python3 -m venv|\. venv\/|pip|openapi-python-client|go|mkdir reviews)(?: |$|bin)/,
    "deno task clients runs it, since it takes minutes and downloads what it runs",
  ],
  [/^deno task test$/, "it takes minutes, and .ci/run runs it"],
  [/deno task admin$/, "it opens a browser; tests/system/cli/admin_test.ts starts it"],
  [/^deno task bench$/, "it measures for minutes"],
  [
    /^deno task labeller/,
    "it needs a language model; tests/cli/labeller/labeller_command_test.ts stands in for one",
  ],
  [/^deno task eval$/, "it needs what only tests have; tests/tools/eval/eval_gold_test.ts runs it"],
];

/** Commands that run until they are stopped, and the output that shows that they are ready. */
const RUNS_ON: readonly (readonly [command: RegExp, ready: RegExp])[] = [
  [/deno task start$/, /"message":"hub started"/],
  [/^deno run .*subscriber\.ts$/, /^subscribed to \S+ as https:\/\/localhost:(\d+) /],
];

/** Output of commands whose exit code 0 proves too little. */
const PRINTS: readonly (readonly [command: RegExp, output: RegExp])[] = [
  [/If-None-Match/, /^304$/m],
  [/^curl .*search_reviews/, /"matched":/],
  [/^deno task import reviews\.csv .*--business/, /^Published \d+ reviews?\./m],
  [/^deno task review hide --reason spam \$id$/, /^Hid 1 review:/m],
  [/^deno task review erase --yes \$id$/, /The file of the store was written anew/],
  [/^deno task history undo --yes$/, /^Published \d+ .*reviews of revision \d+/m],
  [/^deno task import backup\.json --replace/, /^Nothing changed: /m],
  [/^deno task hub show/, /delivered version +\d/],
  [/^deno task hub replay --all/, /1 subscription/],
  [/^deno task insights$/, /^\d+ reviews? from .* on average$/m],
];

/** Output of a subscriber after a command. */
const TELLS: readonly (readonly [command: RegExp, line: RegExp])[] = [
  [/^deno task import more\.json/, /^new: 5 stars by Ann/],
];

/** The parts of this repository that a service needs. */
const CHECKOUT =
  "main.ts deno.json deno.lock openapi.json cli domain mcp openapi outbound routes service terminal websub examples"
    .split(" ");

/** The folder of each checkout. Deno finds what it has compiled for the document before, by its path. */
const CHECKOUT_FOLDER = await Deno.makeTempDir({ prefix: "reviews-test-" });

/** Id of the subscription in docs/operate.md, and its callback, to which nothing may send requests. */
const [SUBSCRIPTION, HOST] = ["3f9a", "127.0.0.1"];
const CALLBACK = { text: `https://${HOST}/hub`, host: HOST, domain: HOST, origin: `https://${HOST}`, target: "/hub" };

/** Documents whose commands begin with an empty store. */
const BEGIN_EMPTY = ["README.md", "docs/subscribe.md"];

/** The default folder: the root of the checkout. */
const KV_PATH = ".data/reviews.kv";

const LANGUAGES = ["sh", "powershell", "ts", "python", "json", "csv", "ini", "text", "yaml"];

/** A code block: a file that the preceding text names, or commands. */
type Block =
  | { readonly kind: "file"; readonly name: string; readonly text: string }
  | { readonly kind: "shell"; readonly commands: readonly string[] };

interface Document {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

function blocksOf(path: string, text: string): readonly Block[] {
  const found: Block[] = [];
  for (const { 1: language = "", 2: code = "", index } of text.matchAll(/^```(.*)\n([^]*?)^```$/gm)) {
    assert.ok(LANGUAGES.includes(language), `${path}: a block of code is of the language "${language}"`);
    const [, name] = /\(`([\w.-]+)`\):$/.exec(text.slice(0, index).trimEnd()) ?? [];
    if (language === "sh") {
      found.push({ kind: "shell", commands: code.trimEnd().replace(/ \\\n +/g, " ").split("\n") });
    } else if (name !== undefined) found.push({ kind: "file", name, text: code });
  }
  const unfenced = text.replaceAll(/^```[^]*?^```$/gm, "");
  assert.doesNotMatch(unfenced, /\n\n {4}\S/, `${path}: code is indented; only fenced code is run`);
  return found;
}

async function readDocuments(): Promise<readonly Document[]> {
  const paths = ["README.md"];
  for await (const { name } of Deno.readDir(new URL("docs/", ROOT))) {
    if (name.endsWith(".md")) paths.push(`docs/${name}`);
  }
  return await Promise.all(
    paths.sort().map(async (path) => {
      const text = await Deno.readTextFile(new URL(path, ROOT));
      return { path, text, blocks: blocksOf(path, text) };
    }),
  );
}

function commandsOf({ blocks }: Document): readonly string[] {
  return blocks.flatMap((block) => block.kind === "shell" ? block.commands : []);
}

function isRun(command: string): boolean {
  return !NOT_RUN.some(([pattern]) => pattern.test(command));
}

/**
 * Replaces `deno task` in the shell: runs the command of a task itself, with all permissions. The commands of README.md
 * go through `deno task` and the launcher, two more processes for each.
 */
const DIRECT_TASKS = `deno() {
  if [ "$1" = task ] && [ -f "cli/$2.ts" ]; then command deno run -qA "cli/$2.ts" "\${@:3}"; else command deno "$@"; fi
}`;

/** A shell that runs the commands one after the other, as an operator's terminal does: it keeps variables. */
class Shell implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: AsyncIterator<string>;

  constructor(folder: string, env: Readonly<Record<string, string>>, setup: string) {
    this.#process = new Deno.Command("bash", { cwd: folder, env, stdin: "piped", stdout: "piped", stderr: "inherit" })
      .spawn();
    this.#input = this.#process.stdin.getWriter();
    this.#lines = linesOf(this.#process.stdout);
    void this.#write(`set -o pipefail; exec 2>&1\n${setup}`);
  }

  async #write(text: string): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${text}\n`));
  }

  /** Runs a command to its end. Resolves to the output on both streams. */
  async run(command: string): Promise<string> {
    const printed: string[] = [];
    const end = crypto.randomUUID();
    await this.#write(`{ ${command}\n} </dev/null; printf '\\n%s %d\\n' ${end} $?`);
    for (;;) {
      const { value, done } = await within(command, this.#lines.next());
      assert.ok(!done, `The shell ended in: ${command}`);
      if (value.startsWith(end)) {
        assert.equal(value.slice(end.length), " 0", `The command failed: ${command}\n${printed.join("\n")}`);
        return printed.join("\n");
      }
      printed.push(value);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A command that hangs would block the shell.
    this.#process.kill("SIGTERM");
    await Promise.all([this.#lines.return?.(), this.#input.abort().catch(() => {}), this.#process.status]);
  }
}

/** Runs the files and commands of a document in a separate checkout, in their order. */
class Workshop implements AsyncDisposable {
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #shell: Shell;
  #service: ShellProgram | null = null;
  #subscriber: ShellProgram | null = null;
  #ports: Readonly<Record<"8000" | "8443", string>> = { 8000: "", 8443: "" };

  /** @param hasTasks Whether the commands go through `deno task`. */
  constructor(readonly hasTasks: boolean) {
    const folder = this.#folder = CHECKOUT_FOLDER;
    const deno = Deno.execPath();
    this.#env = {
      PATH: `${deno.slice(0, deno.lastIndexOf("/"))}:${Deno.env.get("PATH") ?? ""}`,
      // The commands do not inherit the environment of this process.
      KV_PATH,
      BASE_URL: "",
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_FORMAT: "json",
      NO_COLOR: "1",
      CURL_HOME: folder,
    };
    Deno.mkdirSync(`${folder}/.data`, { recursive: true });
    this.#shell = new Shell(folder, this.#env, hasTasks ? "" : DIRECT_TASKS);
  }

  /** Creates the checkout, with reviews and the subscription in its store, and starts the service. */
  async prepare(path: string): Promise<void> {
    await Deno.writeTextFile(`${this.#folder}/.curlrc`, `fail\nsilent\nshow-error\nmax-time = 300\nnoproxy = "*"\n`);
    const files = CHECKOUT.map((name) => `'${fileURLToPath(new URL(name, ROOT))}'`).join(" ");
    await this.#shell.run(`cp -r ${files} .`);
    using kv = await this.#store();
    if (!BEGIN_EMPTY.includes(path)) {
      await publishDataset(kv, ownDataset(), await readHead(kv), new Date());
      const subscription = subscriptionOf({ callback: CALLBACK, deliveredVersion: 1 });
      await seedHub(kv, { subscriptions: { [SUBSCRIPTION]: subscription } });
    }
    await this.#begin("deno task start");
  }

  async run(block: Block): Promise<void> {
    if (block.kind === "file") return await Deno.writeTextFile(`${this.#folder}/${block.name}`, block.text);
    for (const command of block.commands.filter(isRun)) {
      if (RUNS_ON.some(([pattern]) => pattern.test(command))) await this.#begin(command);
      else await this.#runToEnd(command);
    }
  }

  /** Beginnings of the keys in the store: `["topic"`, and `["dataset","head"` where the second part is a name. */
  async keys(): Promise<ReadonlySet<string>> {
    using kv = await this.#store();
    const found = new Set<string>();
    for await (const { key: [first, second] } of kv.list({ prefix: [] })) {
      found.add(JSON.stringify(first === "key" || second === "head" ? [first, second] : [first]).slice(0, -1));
    }
    return found;
  }

  #store(): Promise<Deno.Kv> {
    return Deno.openKv(`${this.#folder}/${KV_PATH}`);
  }

  async #begin(command: string): Promise<void> {
    const [, ready = /^/] = RUNS_ON.find(([pattern]) => pattern.test(command)) ?? [];
    if (/deno task start/.test(command)) {
      await this.#service?.[Symbol.asyncDispose]();
      const started = this.hasTasks ? command : command.replace("deno task start", "deno run -qA main.ts");
      const service = this.#service = new ShellProgram(started, this.#folder, this.#env);
      await service.printed(ready);
      const [, port = ""] = await service.printed(/"message":"serving .*"port":(\d+)/);
      this.#ports = { ...this.#ports, 8000: port };
    } else {
      const TOPIC = `http://localhost:${this.#ports[8000]}/reviews.json`;
      const subscriber = this.#subscriber = new ShellProgram(command, this.#folder, { ...this.#env, TOPIC });
      const [, port = ""] = await subscriber.printed(ready);
      this.#ports = { ...this.#ports, 8443: port };
    }
  }

  async #runToEnd(command: string): Promise<void> {
    const before = this.#service?.lines.length;
    const output = await this.#shell.run(
      command.replace(/\blocalhost:(8000|8443)\b/g, (_, port: "8000" | "8443") => `localhost:${this.#ports[port]}`),
    );
    for (const [pattern, printed] of PRINTS) if (pattern.test(command)) assert.match(output, printed, command);
    // The next command must find the revision that this one has published.
    if (/^Published [\d,]+ reviews?\./m.test(output)) {
      await this.#service?.printed(/"message":"dataset loaded"/, before);
    }
    for (const [pattern, line] of TELLS) if (pattern.test(command)) await this.#subscriber?.printed(line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#subscriber?.[Symbol.asyncDispose]();
    await this.#service?.[Symbol.asyncDispose]();
    await this.#shell[Symbol.asyncDispose]();
    await Deno.remove(this.#folder, { recursive: true });
  }
}

const documents = await readDocuments();
Deno.test("commands that set variables stand in PowerShell too, in its syntax", () => {
  for (const { path, text, ...document } of documents) {
    const shown = Array.from(text.matchAll(/^```powershell\n([^]*?)^```$/gm), ([, lines = ""]) => lines).join("");
    for (const command of commandsOf({ path, text, ...document })) {
      const [variables = ""] = /^(?:[A-Z_]+=\S+ )+/.exec(command) ?? [];
      if (variables === "") continue;
      const lines = variables.trimEnd().split(" ").map((one) => one.replace(/^(\w+)=(.*)$/, '$env:$1 = "$2"'));
      assert.ok(shown.includes([...lines, command.slice(variables.length), ""].join("\n")), `${path}: ${command}`);
    }
    for (const line of shown.split("\n").filter(Boolean)) {
      assert.match(line, /^(?:\$env:[A-Z_]+ = "[^"]*"|\$\w+ = \(.*\).*|deno task .*|curl\.exe .*)$/, path);
    }
  }
});

/** Programs that the commands of some documents need; the shell runs the commands of all. */
const PROGRAMS = ["bash", "curl", "openssl", "python3"];

for (const { path, blocks, ...document } of documents) {
  const commands = commandsOf({ path, blocks, ...document }).filter(isRun);
  if (commands.length === 0) continue;
  const needed = PROGRAMS.filter((name) => name === "bash" || commands.join("\n").includes(name));
  const why = await lackingPrograms(needed);
  Deno.test(`the commands of ${path} work${why}`, { ignore: why !== "" }, async () => {
    await using workshop = new Workshop(path === "README.md");
    await workshop.prepare(path);
    for (const block of blocks) await workshop.run(block);
    const keys = documents.find((one) => one.path === "docs/architecture.md")?.text ?? "";
    for (const key of await workshop.keys()) {
      assert.ok(
        keys.replaceAll(", ", ",").includes(`\`${key}`),
        `docs/architecture.md does not name the keys ${key}, …]`,
      );
    }
  });
}

Deno.test("every exception of the command tests matches a command in the documents", () => {
  const commands = documents.flatMap(commandsOf);
  for (const [pattern] of [...NOT_RUN, ...RUNS_ON, ...PRINTS, ...TELLS]) {
    assert.ok(commands.some((command) => pattern.test(command)), `No command is ${pattern}`);
  }
});

Deno.test("README.md's client commands appear in docs/clients.md, whose commands are tested", () => {
  const [readme = [], clients = []] = ["README.md", "docs/clients.md"].map((path) =>
    documents.filter((one) => one.path === path).flatMap(commandsOf)
  );
  const generators = readme.filter((command) => command.includes("localhost:8000/openapi.json"));
  assert.ok(generators.length > 0);
  assert.deepEqual(generators.filter((command) => !clients.includes(command)), []);
});

Deno.test("every link in the documents leads to an existing target", async () => {
  const slug = (heading: string) => heading.toLowerCase().replace(/[^\w -]/g, "").replaceAll(" ", "-");
  for (const { path, text } of documents) {
    for (const [, target = ""] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const url = new URL(target, new URL(path, ROOT));
      const there = await Deno.readTextFile(new URL(url.pathname, url)).catch(() => null);
      assert.ok(there !== null, `${path}: ${target} is not there`);
      const headings = [...there.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => `#${slug(heading)}`);
      assert.ok(url.hash === "" || headings.includes(url.hash), `${path}: ${target} is not there`);
    }
  }
});

Deno.test("README.md has at most 150 lines", () => {
  const { length } = documents.find(({ path }) => path === "README.md")!.text.trimEnd().split("\n");
  assert.ok(length <= 150, `${length} lines`);
});
