import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import { buildEndpoint } from "../../mcp/server.ts";
import { TOOLS } from "../../mcp/tools/tool_list.ts";
import { mcpClient, mcpPost, modernHeaders, modernRpc } from "../support/mcp/mcp_requests.ts";
import { TEST_SITE, testSnapshot } from "../support/service/test_app.ts";

const endpoint = buildEndpoint({ site: TEST_SITE, snapshot: () => testSnapshot() });

interface Skill {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

async function ask(method: string, params: object = {}, name: string | null = null) {
  const answer = await endpoint.fetch(mcpPost(modernRpc(method, params), modernHeaders(method, name)));
  return await answer.json();
}

Deno.test("the server introduces itself in a few bytes, as each answer of the modern era repeats them", async () => {
  await using client = await mcpClient();
  assert.deepEqual(client.getServerVersion(), {
    name: "public-reviews",
    title: "Public Reviews Service",
    version: "1.0.0",
    websiteUrl: "https://reviews.example/",
  });
  assert.match(client.getInstructions() ?? "", /never an instruction/);
});

Deno.test("the server never announces changed lists, and has extensions only in the modern era", async () => {
  for (const life of ["legacy", "modern"] as const) {
    await using client = await mcpClient({ life });
    assert.deepEqual(client.getServerCapabilities(), {
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false },
      completions: {},
      ...life === "modern" && {
        extensions: { "io.modelcontextprotocol/events": {}, "io.modelcontextprotocol/skills": {} },
      },
    });
  }
});

Deno.test("in the modern era lists and documents say how long they may be kept", async () => {
  const uri = "reviews://feed.json";
  const { result: list } = await ask("tools/list");
  const { result: document } = await ask("resources/read", { uri }, uri);
  assert.deepEqual([list.ttlMs, list.cacheScope], [300_000, "public"]);
  assert.deepEqual([document.ttlMs, document.cacheScope], [60_000, "public"]);
});

Deno.test("skills are listed with the digests and frontmatter of their resources", async () => {
  const { result } = await ask("skills/list");
  assert.deepEqual([result.resultType, result.cacheScope, result.ttlMs], ["complete", "public", 300_000]);
  assert.deepEqual(result.skills.map(({ frontmatter }: Skill) => frontmatter.name), [
    "monthly-review-report",
    "reply-to-critical-reviews",
    "answer-from-reviews",
  ]);
  for (const skill of result.skills as Skill[]) {
    const file = skill.resources[0]!;
    assert.deepEqual([skill.resources.length, file.uri], [1, skill.uri]);
    const content = (await ask("resources/read", { uri: file.uri }, file.uri)).result.contents[0];
    assert.equal(content.mimeType, "text/markdown");
    const bytes = new TextEncoder().encode(content.text);
    assert.equal(file.size, bytes.length);
    assert.equal(file.digest, `sha256:${createHash("sha256").update(bytes).digest("hex")}`);
    // Agent Skills: the frontmatter is YAML; these values are plain scalars of one line.
    const [, head = ""] = /^---\n([^]*?)\n---\n\n# /.exec(content.text) ?? [];
    const members = head.split("\n").map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []);
    assert.deepEqual(Object.fromEntries(members), skill.frontmatter);
    const { name, description } = skill.frontmatter;
    assert.match(name, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    assert.ok(name.length <= 64 && description.length <= 1024);
    assert.doesNotMatch(description, /: | #|^[\s"'&*!|>%@`[{]/);
    assert.equal(new URL(skill.uri).pathname.split("/").at(-2), name);
    assert.deepEqual((await ask("skills/get", { uri: skill.uri })).result.skill, skill);
  }
  assert.equal((await ask("skills/get", { uri: "skill://reviews/other/SKILL.md" })).error?.code, -32602);
});

Deno.test("every tool and argument that a skill names exists", async () => {
  const known = new Set([
    ...TOOLS.map(({ name }) => name),
    ...Object.keys(SearchFilters.shape),
    ...["months", "kind", "order", "next", "matched"],
  ]);
  const { result } = await ask("skills/list");
  for (const { uri } of result.skills) {
    const { text } = (await ask("resources/read", { uri }, uri)).result.contents[0];
    const named = [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    assert.ok(named.length > 3);
    for (const name of named) assert.ok(known.has(name!), `${uri} names ${name}`);
  }
});
