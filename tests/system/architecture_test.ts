import { launchArguments } from "../../cli/launch/launch_arguments.ts";
import { PROGRAMS } from "../../cli/programs.ts";
import assert from "node:assert/strict";
import { runDeno } from "../support/service/run_cli.ts";

const ROOT = new URL("../../", import.meta.url);

interface Rule {
  readonly folders: string;
  readonly packages: RegExp;
  /** Folders that others may import for types alone. */
  readonly types?: string;
}

/** Which folders and packages each folder may import; types count as well. */
const ALLOWED: Readonly<Record<string, Rule>> = {
  "domain": { folders: "domain deno.json", packages: /^(?:zod|@orama\/stemmers\/.*|node:.*)$/ },
  "openapi": { folders: "domain openapi", packages: /^(?:zod|hono|@hono\/.*|@scalar\/.*|node:.*)$/ },
  "routes": {
    folders: "domain openapi routes openapi.json",
    packages: /^(?:hono(?:\/html|\/jsx.*|\/utils\/url)?|@hono\/.*|qr|node:.*)$/,
    types: "websub mcp",
  },
  "mcp": { folders: "domain mcp", packages: /^(?:@modelcontextprotocol\/server|zod|node:.*)$/ },
  "outbound": { folders: "domain outbound", packages: /^(?:undici|ipaddr\.js|node:.*)$/ },
  "websub": { folders: "domain outbound websub", packages: /^(?:ipaddr\.js|tldts|node:.*)$/ },
  "terminal": { folders: "domain terminal", packages: /^node:.*$/ },
  "service": { folders: "domain routes outbound websub mcp terminal service", packages: /./ },
  "cli": { folders: "domain openapi routes outbound websub mcp terminal service cli deno.json", packages: /./ },
  "admin": {
    folders: "domain routes outbound websub terminal service cli admin",
    packages: /^(?:hono(?:\/jsx.*)?|@simplewebauthn\/server|zod|node:.*)$/,
  },
  "tools": {
    folders: "domain openapi routes outbound websub mcp terminal service cli deno.json tests tools",
    packages: /./,
  },
  "tests": {
    folders: "domain openapi routes outbound websub mcp terminal service cli admin main.ts openapi.json tests",
    packages: /./,
  },
  "main.ts": { folders: "domain routes outbound websub mcp service cli", packages: /./ },
};

/**
 * Import order inside each folder: an entry imports only entries before it. `name/` is a folder, `name.ts` a file, `.`
 * all other files. A folder with subfolders has an entry here.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  "domain": order("deadline.ts sentences/ store/ . documents/ insights/ dataset/ search/ snapshot/ queries/"),
  "domain/insights": order(
    "evidence_minimum.ts rounding.ts text/ serious_complaints.ts model/ taxonomy/ labeller/ sentiment/ subjects/ polarity/ phrases/ " +
      "analysis/ figures/ quotes/ prose/ .",
  ),
  "cli": order(
    "command/ labeller/ import/ hub/ watch/ review/ history/ alerts/ report/ doctor/ fleet/ programs.ts launch/ .",
  ),
  "service": order("store/ . connections/ telemetry/ service_entry.ts"),
  "admin": order("language/ frame/ people/ screens/ ."),
  "cli/import": order("bytes/ cells/ formats/ reading/ ."),
  "cli/import/formats": order("column_names.ts row_groups.ts import_format.ts ."),
  "mcp": order(
    "mcp_services.ts summary_card_script.ts summary_card.ts answers/ protocol/ tools/ prompts/ .",
  ),
  "routes": order("services.ts request/ answer/ pictures/ discovery/ pages/ embed/ ."),
  "routes/pages": order("language/ frame/ parts/ search/ ."),
  "websub": order(
    "clock.ts hub_settings.ts request/ exchange/ store/ hub_log.ts schedule/ heartbeat.ts hub_context.ts " +
      "subscribing/ distribution/ .",
  ),
  "tools": order("bench/ soak/ eval/ train/ openapi/ ."),
  "tests/support": order(
    ". hosts/ store/ service/ reviews/ search/ api/ insights/ import/ mcp/ subscriber/ hub/ pages/ admin/",
  ),
};

function order(rooms: string): readonly string[] {
  return rooms.split(" ");
}

/**
 * Maximum number of lines of a file that must have two importers, be one of the {@linkcode KINDS}, or be an exception.
 */
const SMALL_FILE_LINES = 60;

/** Kinds of files that may be small, such as tools and subcommands. `routes/app.ts` knows the paths. */
const KINDS = [/^admin\/screens\//, /^mcp\/(?:prompts|tools)\//, /^cli\/(?:fleet|history|hub|review)\//];

/** Small files with one importer that are kept separate, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "admin/screens.ts": "the list that a new screen joins",
  "cli/import/reading/read_zip_file.ts": "loaded only for archives and workbooks",
  "domain/snapshot/snapshot_worker.ts": "a worker",
  "routes/answer/conditional_request.ts": "RFC 9110 13 by itself, with its tests",
  "tools/train/polarity_model.ts": "one of the two trained models; its names are those of the other",
};

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly isDynamic?: boolean;
    readonly code?: { readonly specifier?: string };
    readonly type?: { readonly specifier?: string };
  }[];
}

async function sourceFiles(folder: URL): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) files.push(...await sourceFiles(new URL(`${name}/`, folder)));
    else if (/\.tsx?$/.test(name)) files.push(new URL(name, folder).href);
  }
  return files;
}

/** All modules that ours import, from one look at a program that imports ours. */
async function modules(): Promise<readonly Module[]> {
  const roots = await Promise.all(FOLDERS.map((name) => sourceFiles(new URL(`${name}/`, ROOT))));
  const program = await Deno.makeTempFile({ suffix: ".ts" });
  const imports = [new URL("main.ts", ROOT).href, ...roots.flat()].map((root) => `import "${root}";\n`);
  await Deno.writeTextFile(program, imports.join(""));
  const args = ["info", "--json", "--config", "deno.dev.json", program];
  const { stdout, stderr, code } = await runDeno(args);
  await Deno.remove(program);
  assert.equal(code, 0, stderr);
  const { modules }: { modules: readonly Module[] } = JSON.parse(stdout);
  return modules;
}

/**
 * All modules that a program loads, itself included; modules that it imports for types alone are not loaded.
 *
 * @param isLater Whether to include what it imports dynamically.
 */
function loadedBy(root: string, isLater = true): ReadonlySet<string> {
  const loaded = new Set([new URL(root, ROOT).href]);
  for (const module of loaded) {
    for (const { code, isDynamic } of graph.get(module)?.dependencies ?? []) {
      if (code?.specifier !== undefined && (isLater || isDynamic !== true)) loaded.add(code.specifier);
    }
  }
  return loaded;
}

const FOLDERS = [...Object.keys(ALLOWED).filter((name) => name !== "tests" && name !== "main.ts"), "tests/support"];
const pathOf = (specifier: string) => specifier.slice(ROOT.href.length);
const folderOf = (specifier: string) => pathOf(specifier).split("/")[0] ?? "";
const isOurs = (specifier: string) => specifier.startsWith(ROOT.href) && /\.tsx?$/.test(specifier);

const graph = new Map((await modules()).map((module) => [module.specifier, module]));
const all = [...graph.values()].filter(({ specifier }) => specifier.startsWith(ROOT.href));
/** Our files by their paths from the root, each with those of our files that it imports, types included. */
const files = all.filter(({ specifier }) => isOurs(specifier)).map(({ specifier, dependencies = [] }) => ({
  path: pathOf(specifier),
  imports: dependencies.map(({ code, type }) => code?.specifier ?? type?.specifier ?? "").filter(isOurs).map(pathOf),
}));

/** True if a file is in a folder or in its subfolders. */
function isWithin(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** Position of a file in the import order of its folder; -1 if the order does not name it. */
function placeIn(folder: string, path: string): number {
  const order = ROOMS[folder] ?? [];
  const [first = "", ...deeper] = path.slice(folder.length + 1).split("/");
  if (deeper.length > 0) return order.indexOf(`${first}/`);
  return order.includes(first) ? order.indexOf(first) : order.indexOf(".");
}

Deno.test("each folder imports only from the folders allowed to it", () => {
  const wrong: string[] = [];
  for (const { specifier, dependencies = [] } of all) {
    const rule = ALLOWED[folderOf(specifier)];
    if (rule === undefined) continue;
    for (const dependency of dependencies) {
      const target = dependency.code?.specifier ?? dependency.type?.specifier ?? dependency.specifier;
      const folders = [rule.folders, dependency.code === undefined ? rule.types ?? "" : ""].join(" ").split(" ");
      const isAllowed = target.startsWith(ROOT.href)
        ? folders.includes(folderOf(target))
        : rule.packages.test(dependency.specifier);
      if (!isAllowed) wrong.push(`${pathOf(specifier)} imports ${dependency.specifier}`);
    }
  }
  assert.ok(all.length > 80, `${all.length} modules`);
  assert.deepEqual(wrong, []);
});

Deno.test("only host programs import main.ts, and no imports are circular, type imports included", () => {
  const imports = new Map(files.map(({ path, imports }) => [path, imports]));
  const circles: string[] = [];
  const finished = new Set<string>();
  function visit(path: string, way: readonly string[]): void {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" > "));
    if (finished.has(path) || way.includes(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...way, path]);
    finished.add(path);
  }
  for (const path of imports.keys()) visit(path, []);
  assert.deepEqual(circles, []);
  const importers = files.filter(({ imports }) => imports.includes("main.ts")).map(({ path }) => path);
  assert.deepEqual(importers, ["tests/support/hosts/other_entry.ts"]);
});

Deno.test("no subfolder imports a subfolder that its parent lists above it", () => {
  const wrong: string[] = [];
  for (const folder of Object.keys(ROOMS)) {
    for (const { path, imports } of files.filter(({ path }) => isWithin(path, folder))) {
      const place = placeIn(folder, path);
      if (place === -1) wrong.push(`${path} has no place in the order of ${folder}/`);
      for (const target of imports.filter((target) => isWithin(target, folder))) {
        if (placeIn(folder, target) > place) wrong.push(`${path} imports ${target}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("every folder with subfolders lists their order, and every listed subfolder exists", () => {
  const paths = files.map(({ path }) => path);
  const parents = new Set(paths.map((path) => path.split("/").slice(0, -2).join("/")));
  assert.deepEqual([...parents].filter((folder) => folder !== "" && folder !== "tests" && !(folder in ROOMS)), []);
  for (const [folder, order] of Object.entries(ROOMS)) {
    const named = order.filter((entry) => entry !== ".");
    assert.deepEqual(named.filter((entry) => !paths.some((path) => path.startsWith(`${folder}/${entry}`))), []);
  }
});

Deno.test("small files with one importer are exactly the listed exceptions", async () => {
  const small: string[] = [];
  for (const { path } of files) {
    if (isWithin(path, "tests") || KINDS.some((kind) => kind.test(path))) continue;
    const importers = files.filter(({ imports }) => imports.includes(path)).map(({ path }) => path);
    const lines = (await Deno.readTextFile(new URL(path, ROOT))).split("\n").length - 1;
    if (lines <= SMALL_FILE_LINES && importers.length === 1 && importers[0] !== "routes/app.ts") small.push(path);
  }
  assert.deepEqual(small.sort(), Object.keys(EXCEPTIONS));
});

Deno.test("only tests in tests/system/ and tests/service_test.ts start processes, and only the former may be skipped", async () => {
  const starts =
    /Deno\.Command|\b(?:startServer|startFailing|runProcess|runAtTerminal|cliCommand|hub_under_test|makeVisits)\b/;
  const tests = await sourceFiles(new URL("tests/", ROOT));
  for (const path of tests.map(pathOf).filter((path) => path.endsWith("_test.ts"))) {
    if (["tests/system", "tests/support"].some((folder) => isWithin(path, folder))) continue;
    const text = await Deno.readTextFile(new URL(path, ROOT));
    assert.equal(path === "tests/service_test.ts", starts.test(text), path);
    assert.doesNotMatch(text, /^ *ignore[:,](?! Deno\.build\.os)/m, path);
  }
});

Deno.test("only main.ts, the service, the commands and the admin access the environment and write to the console", async () => {
  for (const { path } of files) {
    if (path === "main.ts" || ["service", "cli", "admin", "tools", "tests"].some((folder) => isWithin(path, folder))) {
      continue;
    }
    const text = await Deno.readTextFile(new URL(path, ROOT));
    assert.doesNotMatch(text, /Deno\.(?:env|openKv|serve|cron|exit|args)\b|console\./, path);
  }
});

Deno.test("no path of a file is the encoded path of its URL, which fails in folders with spaces and accents", async () => {
  const text = await sourceText(() => true);
  const urls = Array.from(text.matchAll(/const (\w+) = new URL\([^;]*import\.meta\.url\);/g), ([, name]) => name);
  assert.ok(urls.includes("ROOT"));
  const encoded = new RegExp(`(?:import\\.meta\\.url|\\b(?:${urls.join("|")}))\\)*\\.pathname\\b`, "g");
  assert.deepEqual(text.match(encoded), null);
});

for (const lock of ["deno.lock", "deno.dev.lock"]) {
  Deno.test(`${lock} holds no host name`, async () => {
    assert.doesNotMatch(await Deno.readTextFile(new URL(lock, ROOT)), /https?:|tarball/);
  });
}

Deno.test("the tests and editors have the versions and rules of the service", async () => {
  const read = async (file: string) => JSON.parse(await Deno.readTextFile(new URL(file, ROOT)));
  const [service, tests] = [await read("deno.json"), await read("deno.dev.json")];
  for (const [name, specifier] of Object.entries(service.imports)) assert.equal(tests.imports[name], specifier);
  // Editors use the second for all files.
  for (const member of ["unstable", "compilerOptions", "lint", "fmt", "exclude"]) {
    assert.deepEqual(tests[member], service[member], member);
  }
  assert.deepEqual({ ...tests.test, include: undefined }, { ...service.test, include: undefined });
  const [serviceLock, testLock] = [await read("deno.lock"), await read("deno.dev.lock")];
  // Otherwise somebody has run another package here, and Deno has added that.
  for (const [{ imports }, { specifiers }] of [[service, serviceLock], [tests, testLock]]) {
    const named = Object.values<string>(imports).map((text) => /^npm:\/?(@?[^@]+@[^/]+)/.exec(text)?.[1]);
    assert.deepEqual(Object.keys(specifiers).sort(), [...new Set(named)].map((name) => `npm:${name}`).sort());
  }
  // Names a dependency with its version only where the lock has several versions.
  const bare = (entry: { readonly dependencies?: readonly string[] }) => ({
    ...entry,
    dependencies: entry.dependencies?.map((name) => name.replace(/(?<=.)@.*$/, "")),
  });
  for (const [name, entry] of Object.entries<object>(serviceLock.npm)) {
    assert.deepEqual(bare(testLock.npm[name]), bare(entry), name);
  }
});

Deno.test("every package is imported where its configuration is for, and README or CONTRIBUTING names it", async () => {
  const importsIn = async (file: string) =>
    Object.keys(JSON.parse(await Deno.readTextFile(new URL(file, ROOT))).imports);
  const own = await importsIn("deno.json");
  const forTests = (await importsIn("deno.dev.json")).filter((name) => !own.includes(name));
  const [service, tests] = [await sourceText((name) => !/^(?:tests|tools)$/.test(name)), await sourceText(() => true)];
  const isImported = (text: string, name: string) =>
    new RegExp(`"${RegExp.escape(name)}${name.endsWith("/") ? "" : '["/]'}`).test(text);
  assert.deepEqual(own.filter((name) => !isImported(service, name)), []);
  assert.deepEqual(forTests.filter((name) => !isImported(tests, name)), []);
  const documents = ["README.md", "CONTRIBUTING.md"].map((name) => Deno.readTextFile(new URL(name, ROOT)));
  const named = [...(await Promise.all(documents)).join("\n").matchAll(/`([@\w./*-]+)`/g)].map(([, name = ""]) => name);
  const isNamed = (name: string) =>
    named.some((one) =>
      one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name.replace(/\/(?:max)?$/, "") === one
    );
  assert.deepEqual([...own, ...forTests].filter((name) => !isNamed(name)), []);
});

/** All source text of the top-level folders with such names. */
async function sourceText(isWanted: (name: string) => boolean): Promise<string> {
  const folders = [...new Set(Object.keys(ALLOWED).map((path) => path.split("/")[0] ?? ""))];
  const wanted = folders.filter((name) => !name.endsWith(".ts") && isWanted(name));
  const paths = (await Promise.all(wanted.map((name) => sourceFiles(new URL(`${name}/`, ROOT))))).flat();
  return (await Promise.all(paths.map((path) => Deno.readTextFile(new URL(path))))).join("\n");
}

Deno.test("deno.lock is up to date and small: a start downloads nothing that only tests need", async () => {
  const lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
  assert.ok(Object.keys(lock.npm).length <= 75, `${Object.keys(lock.npm).length} packages`);
  const { code, stderr } = await runDeno([
    "cache",
    "-q",
    "--frozen",
    "main.ts",
    "cli/import.ts",
    "cli/export.ts",
    "cli/hub.ts",
  ]);
  assert.equal(code, 0, stderr);
});

Deno.test("the launcher, which has every permission, loads nothing from npm", () => {
  const loaded = loadedBy("cli/launch/launch.ts");
  assert.ok(loaded.has(new URL("cli/programs.ts", ROOT).href));
  assert.deepEqual([...loaded].filter((module) => !/^(?:file|node):/.test(module)), []);
});

Deno.test("the service loads the MCP library only after it has begun to serve", () => {
  const loaded = [...loadedBy("main.ts", false)].join("\n");
  assert.match(loaded, /@hono\/zod-openapi/);
  assert.doesNotMatch(loaded, /@modelcontextprotocol/);
});

Deno.test("no service, and no page for this computer, loads passkeys", () => {
  assert.doesNotMatch([...loadedBy("main.ts")].join("\n"), /webauthn|\/admin\/|people\.ts/);
  const local = [...loadedBy("admin/admin.ts", false)].join("\n");
  assert.match(local, /admin\/app\.tsx/);
  assert.doesNotMatch(local, /webauthn/);
  assert.match([...loadedBy("admin/admin.ts")].join("\n"), /webauthn/);
});

Deno.test("the service may read every module of its worker", () => {
  const reading = launchArguments("start", () => undefined).find((one) => one.startsWith("--allow-read="))?.slice(13);
  const folders = reading?.split(",").map((folder) => new URL(`${folder}/`, ROOT).href) ?? [];
  const own = [...loadedBy("domain/snapshot/snapshot_worker.ts")].filter((specifier) => specifier.startsWith("file:"));
  assert.ok(own.length > 1);
  assert.deepEqual(own.filter((module) => !folders.some((folder) => module.startsWith(folder))), []);
});

Deno.test("every file that the container needs is copied into it", async () => {
  const dockerfile = await Deno.readTextFile(new URL("deploy/Dockerfile", ROOT));
  const ignored = await Deno.readTextFile(new URL("deploy/Dockerfile.dockerignore", ROOT));
  const copied = dockerfile.match(/^COPY (?!--from).+$/gm)?.flatMap((line) => line.split(" ").slice(1, -1)).sort();
  assert.deepEqual(ignored.match(/(?<=^!).+$/gm)?.sort(), copied);
  const programs = Object.entries(PROGRAMS).map(([name, { file = `cli/${name}.ts` }]) => file);
  const cached = /^RUN deno cache --frozen ([^&]+)/m.exec(dockerfile)?.[1]?.match(/\S+\.ts/g);
  assert.deepEqual(
    cached?.toSorted(),
    [...new Set(["cli/launch/launch.ts", ...programs.filter((file) => file !== PROGRAMS.bench.file)])].sort(),
  );
  const needed = [...loadedBy("main.ts")].filter((specifier) => specifier.startsWith(ROOT.href)).map(folderOf);
  assert.deepEqual([...new Set(needed)].filter((name) => !copied?.includes(name)), []);
});
