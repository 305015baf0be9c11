import assert from "node:assert/strict";
import { mcpClient } from "../../support/mcp/mcp_requests.ts";
import { browserTest, makeVisits } from "../../support/pages/visits.ts";
import { measuredDataset, unmeasuredDataset } from "../../support/reviews/measured_dataset.ts";
import { testSnapshot } from "../../support/service/test_app.ts";
import { SUMMARY_CARD_URI } from "../../../mcp/summary_card.ts";

/** Appearance of the card in a host, as measured from outside. */
interface Drawn {
  readonly text: string;
  readonly drawings: readonly string[];
  readonly elements: readonly string[];
  readonly theme: string;
  readonly background: string;
  readonly methods: readonly string[];
  readonly height: number;
}

/** Plays the host (MCP Apps 2026-01-26): answers `ui/initialize` and passes the result on. */
function hostPage(result: unknown, theme: string): string {
  const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script>
const methods = [];
let hasResult = false;
const drawn = new Promise((resolve) => addEventListener("message", ({ data, source }) => {
  const post = (message) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
  if (methods.at(-1) !== data.method) methods.push(data.method);
  if (data.method === "ui/initialize") {
    post({ id: data.id, result: {
      protocolVersion: data.params.protocolVersion, hostInfo: { name: "host", version: "1" }, hostCapabilities: {},
      hostContext: { theme: ${json(theme)} },
    } });
  } else if (data.method === "ui/notifications/initialized") {
    hasResult = true;
    post({ method: "ui/notifications/tool-input", params: { arguments: {} } });
    post({ method: "ui/notifications/tool-result", params: ${json(result)} });
  } else if (data.method === "ui/notifications/size-changed" && hasResult) {
    const { body } = source.document;
    // A size sent before the card was drawn is ignored.
    if (body.innerText.includes("Waiting") || Math.ceil(body.getBoundingClientRect().height) !== data.params.height) return;
    const all = [...source.document.querySelectorAll("main *")];
    resolve(JSON.stringify({
      text: source.document.body.innerText,
      drawings: all.filter((one) => one.localName === "svg").map((one) => one.getAttribute("aria-label")),
      elements: [...new Set(all.map((one) => one.localName))].toSorted(),
      theme: source.document.documentElement.style.colorScheme,
      background: source.getComputedStyle(source.document.body).backgroundColor,
      methods,
      height: data.params.height,
    }));
  }
}));
</script><iframe src="/card" width="520" height="800"></iframe>`;
}

async function show(result: unknown, theme: string) {
  await using client = await mcpClient();
  const { contents: [content] } = await client.readResource({ uri: SUMMARY_CARD_URI });
  assert.equal(content?.mimeType, "text/html;profile=mcp-app");
  assert.deepEqual(content?._meta, { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } });
  const html = "text" in content ? content.text : "";
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ url }) => {
    const isCard = new URL(url).pathname === "/card";
    return new Response(isCard ? html : hostPage(result, theme), {
      headers: {
        "content-type": "text/html; charset=utf-8",
        // Content security policy of a host for a page that names no origins.
        ...(isCard
          ? { "content-security-policy": "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'" }
          : {}),
      },
    });
  });
  const base = `http://127.0.0.1:${server.addr.port}`;
  try {
    const [seen] = await makeVisits([{ url: `${base}/`, width: 560, steps: [{ evaluate: "drawn" }] }]);
    assert.deepEqual(seen?.errors, []);
    assert.deepEqual(seen?.requests.filter((url) => !url.startsWith("data:")), [`${base}/`, `${base}/card`]);
    const drawn: Drawn = JSON.parse(seen?.values[0] ?? "null");
    return drawn;
  } finally {
    await server.shutdown();
  }
}

async function summaryOf(dataset?: Parameters<typeof testSnapshot>[0]) {
  await using client = await mcpClient({ snapshot: testSnapshot(dataset) });
  return await client.callTool({ name: "get_summary", arguments: {} });
}

browserTest(
  "the card performs the handshake with its host and draws ratings, aspects and months from the result alone, in the host's theme",
  async () => {
    const drawn = await show(await summaryOf(measuredDataset()), "dark");
    assert.deepEqual(drawn.methods.slice(0, 2), ["ui/initialize", "ui/notifications/initialized"]);
    assert.deepEqual(drawn.drawings, [
      "Reviews by stars",
      "Positive mentions by aspect",
      "Reviews and average stars by month",
    ]);
    assert.match(drawn.text, /Larkmoor Home Services\s+4\.14 of 5 stars from 180 reviews/);
    assert.match(drawn.text, /Dog got a biscuit\./);
    assert.equal(drawn.theme, "dark");
    assert.equal(drawn.background, "rgb(24, 24, 27)");
    assert.ok(drawn.height > 300 && drawn.height < 700, `${drawn.height}`);
  },
);

browserTest("the card states what was not measured, and shows markup in a text as text", async () => {
  const result = await summaryOf(unmeasuredDataset());
  const quote = "</script><img src=x onerror=alert(1)><b>bold</b>";
  const data = { ...Object(result.structuredContent), business_name: quote, pull_quote: quote, summary: quote };
  const drawn = await show({ ...result, structuredContent: data }, "light");
  assert.match(drawn.text, /Sentiment by aspect: not measured/);
  assert.equal(drawn.text.split(quote).length - 1, 3);
  assert.deepEqual(drawn.elements.filter((name) => ["img", "b", "script"].includes(name)), []);
  assert.equal(drawn.background, "rgb(255, 255, 255)");
});

browserTest("the card draws an empty dataset, and shows an error as its words", async () => {
  const empty = await summaryOf({ ...measuredDataset(), reviews: [], operatorInsights: null });
  assert.match((await show(empty, "light")).text, /No reviews yet/);
  const error = { isError: true, content: [{ type: "text", text: "still <b>loading</b>" }] };
  assert.equal((await show(error, "light")).text.trim(), "still <b>loading</b>");
});
