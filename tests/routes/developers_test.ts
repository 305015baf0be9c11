import assert from "node:assert/strict";
import { clientSettings, sdks } from "../../routes/developers/mcp_examples.ts";
import { pageContext } from "../../routes/pages/frame/page_context.ts";
import { TEST_SITE, testSnapshot } from "../support/service/test_app.ts";

const CONTEXT = pageContext(new Request(TEST_SITE.baseUrl), TEST_SITE, testSnapshot());

Deno.test("/developers calls the other generators as the documents do, and deno task clients tests them", async () => {
  const documents = await Promise.all(
    ["README.md", "docs/clients.md"].map((name) => Deno.readTextFile(new URL(`../../${name}`, import.meta.url))),
  );
  const text = documents.join("").replaceAll("http://localhost:8000", TEST_SITE.baseUrl);
  const [, ...others] = sdks(CONTEXT);
  for (const { command } of others) assert.ok(text.includes(command), command);
});

Deno.test("client settings on /developers name the endpoint, and files are valid JSON", () => {
  for (const { text, place } of clientSettings(CONTEXT)) {
    assert.ok(text.includes("https://reviews.example/mcp"));
    if (/\.json|file/.test(place)) JSON.parse(text);
  }
});
