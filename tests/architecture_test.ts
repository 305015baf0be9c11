import assert from "node:assert/strict";

const ROOT = new URL("../", import.meta.url);

interface Rule {
  readonly folders: readonly string[];
  readonly packages: RegExp;
  /** Folders of which types alone may be imported. */
  readonly types?: readonly string[];
}

/** Which folders and packages each folder may import; types count as well. */
const ALLOWED: Readonly<Record<string, Rule>> = {
  "domain": { folders: ["domain"], packages: /^(?:zod|node:.*)$/ },
  "openapi": { folders: ["domain", "openapi"], packages: /^(?:zod|hono|@hono\/.*|@scalar\/.*|node:.*)$/ },
  "routes": {
    folders: ["domain", "openapi", "routes", "openapi.json"],
    packages: /^(?:hono(?:\/html)?|@hono\/.*|node:.*)$/,
    types: ["websub", "mcp"],
  },
  "mcp": { folders: ["domain", "mcp"], packages: /^(?:@modelcontextprotocol\/server|zod|node:.*)$/ },
  "websub": { folders: ["domain", "websub"], packages: /^(?:undici|ipaddr\.js|node:.*)$/ },
  "cli": { folders: ["domain", "openapi", "routes", "websub", "mcp", "cli"], packages: /./ },
  "main.ts": { folders: ["domain", "openapi", "routes", "websub", "mcp", "cli"], packages: /./ },
};

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly code?: { readonly specifier?: string };
    readonly type?: { readonly specifier?: string };
  }[];
}

async function sourceFiles(folder: URL): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) files.push(...await sourceFiles(new URL(`${name}/`, folder)));
    else if (name.endsWith(".ts")) files.push(new URL(name, folder).href);
  }
  return files;
}

async function modules(): Promise<readonly Module[]> {
  const found = new Map<string, Module>();
  const roots = (await Promise.all(
    ["domain", "openapi", "routes", "websub", "mcp", "cli"].map((name) => sourceFiles(new URL(`${name}/`, ROOT))),
  ))
    .flat();
  for (const root of [new URL("main.ts", ROOT).href, ...roots]) {
    if (found.has(root)) continue;
    const { stdout, success } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", root], cwd: ROOT })
      .output();
    assert.ok(success, root);
    for (const module of JSON.parse(new TextDecoder().decode(stdout)).modules as Module[]) {
      found.set(module.specifier, module);
    }
  }
  return [...found.values()].filter(({ specifier }) => specifier.startsWith(ROOT.href));
}

function folderOf(specifier: string): string {
  return specifier.slice(ROOT.href.length).split("/")[0] ?? "";
}

const all = await modules();

Deno.test("every folder imports only what it may", () => {
  const wrong: string[] = [];
  for (const { specifier, dependencies = [] } of all) {
    const rule = ALLOWED[folderOf(specifier)];
    if (rule === undefined) continue;
    for (const dependency of dependencies) {
      const target = dependency.code?.specifier ?? dependency.type?.specifier ?? dependency.specifier;
      const isAllowed = target.startsWith(ROOT.href)
        ? rule.folders.includes(folderOf(target)) ||
          rule.types?.includes(folderOf(target)) && dependency.code === undefined
        : rule.packages.test(dependency.specifier);
      if (!isAllowed) wrong.push(`${specifier.slice(ROOT.href.length)} imports ${dependency.specifier}`);
    }
  }
  assert.ok(all.length > 80, `${all.length} modules`);
  assert.deepEqual(wrong, []);
});

Deno.test("nothing imports main.ts, and no module imports itself in a circle", () => {
  const imports = new Map(all.map(({ specifier, dependencies = [] }) => [
    specifier,
    dependencies.flatMap(({ code }) => code?.specifier ?? []).filter((target) => target.startsWith(ROOT.href)),
  ]));
  const circles: string[] = [];
  const finished = new Set<string>();
  function visit(specifier: string, path: readonly string[]): void {
    if (path.includes(specifier)) circles.push([...path.slice(path.indexOf(specifier)), specifier].join(" > "));
    if (finished.has(specifier) || path.includes(specifier)) return;
    for (const target of imports.get(specifier) ?? []) visit(target, [...path, specifier]);
    finished.add(specifier);
  }
  for (const specifier of imports.keys()) visit(specifier, []);
  assert.deepEqual(circles, []);
  const importers = [...imports].filter(([, targets]) => targets.some((target) => target === `${ROOT.href}main.ts`));
  assert.deepEqual(importers, []);
});

Deno.test("only main.ts and the commands touch the environment, and only they write to the console", async () => {
  for (const { specifier } of all) {
    const file = specifier.slice(ROOT.href.length);
    if (!file.endsWith(".ts") || file === "main.ts" || file.startsWith("cli/")) continue;
    const text = await Deno.readTextFile(new URL(specifier));
    assert.doesNotMatch(text, /Deno\.(?:env|openKv|serve|cron|exit|args)\b|console\./, file);
  }
});

for (const lock of ["deno.lock", "deno.dev.lock"]) {
  Deno.test(`${lock} holds no host name`, async () => {
    assert.doesNotMatch(await Deno.readTextFile(new URL(lock, ROOT)), /https?:|tarball/);
  });
}

Deno.test("the tests run with the very versions that the service runs with", async () => {
  const read = async (file: string) => JSON.parse(await Deno.readTextFile(new URL(file, ROOT)));
  const [service, tests] = [await read("deno.json"), await read("deno.dev.json")];
  for (const [name, specifier] of Object.entries(service.imports)) assert.equal(tests.imports[name], specifier);
  for (const member of ["unstable", "compilerOptions", "test"]) assert.deepEqual(tests[member], service[member]);
  const [serviceLock, testLock] = [await read("deno.lock"), await read("deno.dev.lock")];
  for (const [name, entry] of Object.entries(serviceLock.npm)) assert.deepEqual(testLock.npm[name], entry, name);
});

Deno.test("deno.lock is up to date and small: a start downloads nothing that only tests need", async () => {
  const lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
  assert.ok(Object.keys(lock.npm).length < 40, `${Object.keys(lock.npm).length} packages`);
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["cache", "-q", "--frozen", "main.ts", "cli/import.ts", "cli/export.ts", "cli/hub.ts"],
    cwd: ROOT,
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});
