import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { compress } from "hono/compress";
import { etag } from "hono/etag";
import { html } from "hono/html";
import { replyToParent } from "./processes.ts";

/** Filters of a search, also the arguments of the MCP tool. */
const Filters = z.object({
  query: z.string().max(200).optional(),
  min_rating: z.coerce.number().int().min(1).max(5).optional(),
  since: z.iso.date().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

const Review = z.object({
  id: z.string(),
  author: z.string(),
  rating: z.int(),
  date: z.string(),
  text: z.string().nullable(),
  source: z.string(),
  source_url: z.string().nullable(),
  owner_reply: z.object({ text: z.string(), date: z.string() }).nullable(),
});
const Business = z.object({ name: z.string(), description: z.string().nullable() });
const Result = z.object({ matched: z.int(), returned: z.int(), reviews: z.array(Review) });
const Published = z.object({ business: Business, reviews: z.array(Review) });
const Insights = z.object({});
type Review = z.infer<typeof Review>;
type Published = z.infer<typeof Published>;

function route<Schema extends z.ZodType, Query extends z.ZodObject>(path: string, schema: Schema, query: Query) {
  const content = { "application/json": { schema } };
  return createRoute({
    method: "get",
    path,
    request: { query },
    responses: { 200: { description: "Found.", content } },
  });
}

/**
 * Serves the routes that users call, written plainly on Hono with zod-openapi, as one would without this service. Holds
 * the reviews in an array, searches them in a loop, and writes each answer anew. Tags and compression are those of
 * Hono, MCP is that of the official library.
 *
 * @param service Origin of a running service, whose data it copies.
 * @returns The port.
 */
export async function servePlainly(service: string): Promise<number> {
  const read = async (path: string) => await (await fetch(service + path)).json();
  const published: Published = await read("/reviews.json");
  const insights: z.infer<typeof Insights> = await read("/insights.json");
  const { business, reviews } = published;
  const mcp = createMcpHandler(() => mcpServer(published));
  const app = new OpenAPIHono();
  app.use(compress());
  app.use(etag());
  app.openapi(route("/reviews.json", Published, z.object({})), (context) => context.json(published));
  app.openapi(route("/insights.json", Insights, z.object({})), (context) => context.json(insights));
  app.openapi(
    route("/api/reviews/search", Result, Filters),
    (context) => context.json(search(reviews, context.req.valid("query"))),
  );
  app.get("/", (context) => context.html(page(published)));
  app.get("/feed.xml", (context) => context.body(feed(published), 200, { "content-type": "application/atom+xml" }));
  app.post("/mcp", (context) => mcp.fetch(context.req.raw));
  app.doc("/openapi.json", { openapi: "3.1.0", info: { title: business.name, version: "1.0.0" } });
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch).addr.port;
}

function search(
  reviews: readonly Review[],
  { query, min_rating: least = 0, since = "", limit }: z.infer<typeof Filters>,
) {
  const letters = query?.toLowerCase() ?? "";
  const found: Review[] = [];
  let matched = 0;
  for (const review of reviews) {
    if (review.rating < least || review.date < since) continue;
    if (query !== undefined && !review.text?.toLowerCase().includes(letters)) continue;
    matched++;
    if (found.length < limit) found.push(review);
  }
  return { matched, returned: found.length, reviews: found };
}

function mcpServer({ business, reviews }: Published): McpServer {
  const server = new McpServer({ name: business.name, version: "1.0.0" });
  const description = "Search the reviews for a text and filters.";
  server.registerTool("search_reviews", { description, inputSchema: Filters }, (filters) => {
    const structuredContent = search(reviews, filters);
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  });
  return server;
}

function page({ business, reviews }: Published) {
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length;
  return html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <title>Reviews of ${business.name}</title>
      </head>
      <body>
    <h1>${business.name}</h1>
    <p>${business.description}</p>
    <p>${average.toFixed(1)} stars of 5, by ${reviews.length} reviews</p>
    <form action="/"><input name="query"><button>Search</button></form>
    ${reviews.slice(0, 20).map(({ id, author, rating, date, text, source, owner_reply: reply }) =>
      html`
        <article id="${id}"><h2>${rating} stars of 5</h2>
        <p>${text}</p><p>${author}, on ${source}, <time>${date}</time></p>
        ${reply === null ? "" : html`<blockquote>${reply.text}</blockquote>`}</article>
      `
    )}
      </body>
    </html>
  `;
}

function feed({ business, reviews }: Published): string {
  const entries = reviews.slice(0, 50).map(({ id, author, rating, date, text, source_url: url }) =>
    `  <entry>
    <id>urn:review:${id}</id>
    <title>${rating} stars out of 5, by ${escaped(author)}</title>
    <updated>${date}T00:00:00Z</updated>
    <author><name>${escaped(author)}</name></author>
    <link rel="via" href="${escaped(url ?? "")}"/>
    <content type="text">${escaped(text ?? "")}</content>
  </entry>
`
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>https://reviews.example/feed.xml</id>
  <title>Reviews of ${escaped(business.name)}</title>
  <updated>${reviews[0]?.date}T00:00:00Z</updated>
${entries.join("")}</feed>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

if (import.meta.main) await replyToParent(servePlainly);
