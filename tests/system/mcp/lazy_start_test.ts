import assert from "node:assert/strict";

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly isDynamic?: boolean;
    readonly code?: { readonly specifier?: string };
  }[];
}

/** The modules that main.ts imports statically, and their packages. */
async function loadedFirst(): Promise<ReadonlySet<string>> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "main.ts"],
    cwd: new URL("../../../", import.meta.url),
  }).output();
  const { roots, modules } = JSON.parse(new TextDecoder().decode(stdout)) as { roots: string[]; modules: Module[] };
  const bySpecifier = new Map(modules.map((module) => [module.specifier, module]));
  const found = new Set<string>();
  const visit = (specifier: string) => {
    if (found.has(specifier)) return;
    found.add(specifier);
    for (const { code, isDynamic } of bySpecifier.get(specifier)?.dependencies ?? []) {
      if (code?.specifier !== undefined && isDynamic !== true) visit(code.specifier);
    }
  };
  roots.forEach(visit);
  return found;
}

Deno.test("the service loads the MCP library only after it has begun to serve", async () => {
  const specifiers = [...await loadedFirst()];
  assert.ok(specifiers.length > 80, `${specifiers.length} modules`);
  assert.ok(specifiers.some((specifier) => specifier.includes("@hono/zod-openapi")));
  assert.deepEqual(specifiers.filter((specifier) => specifier.includes("@modelcontextprotocol")), []);
});
