import { contentOf } from "../../domain/snapshot/snapshot.ts";
import type { OpenAPIHono } from "@hono/zod-openapi";
import {
  conditionalExample,
  type Example,
  httpExamples,
  pagingExample,
  subscriber,
  SUBSCRIBER_START,
  subscription,
} from "./http_examples.ts";
import { clientSettings, modernCalls, oneCall, sdks, sessionCalls } from "./mcp_examples.ts";
import { apiLinks } from "../discovery/catalogs.ts";
import { codeBlock, type Markup, markup, NOTHING } from "../pages/frame/markup.ts";
import type { DataContext } from "../pages/frame/page_context.ts";
import { pageFrame } from "../pages/frame/page_frame.ts";
import { respondPreparedPage } from "../pages/frame/respond_page.ts";
import type { Services } from "../services.ts";

const CONTENTS = [
  ["first", "Requests"],
  ["caching", "Caching"],
  ["clients", "Clients"],
  ["mcp", "Assistants"],
  ["hub", "Every change"],
  ["promises", "Promises and limits"],
] as const;

/** Languages of the examples, in the order of their tabs. */
const LANGUAGES: readonly {
  readonly id: string;
  readonly name: string;
  /** Kind of the code block. */
  readonly kind: string;
  readonly codeOf: (example: Example) => string;
}[] = [
  { id: "curl", name: "curl", kind: "sh", codeOf: ({ command }) => command },
  { id: "js", name: "JavaScript", kind: "mjs", codeOf: ({ javaScript }) => javaScript },
  { id: "python", name: "Python", kind: "python", codeOf: ({ python }) => python },
];
// This answer differs between processes, and pages must be the same on all.
const PROCESS_PATH = "/healthz";
/** Maximum length of an answer on the page, in characters and lines. */
const [MOST_ANSWER, MOST_LINES] = [3000, 22];

/** Registers GET `/developers`, the quick start for developers. */
export function registerDevelopers(app: OpenAPIHono, services: Services): void {
  app.get(
    "/developers",
    ({ req }) =>
      respondPreparedPage(
        req.raw,
        services,
        "/developers",
        (context) => developersPage(context, (path) => answerTo(app, path)),
        { link: apiLinks(services.site) },
      ),
  );
}

/** Answer of the service to a path, as text that is cut off. */
type Answer = (path: string) => Promise<string>;

/** The page `/developers`: a quick start whose commands run as they stand, on the published data, with their answers. */
function developersPage(context: DataContext, answer: Answer): Markup {
  const { href } = context;
  return pageFrame(context, {
    title: "Quick start for developers",
    description: "Read the reviews by HTTP, feeds, MCP and WebSub: no key, no account. Every command can be copied.",
    path: "/developers",
    isEnglish: true,
    main: markup`<div class="guide">
<h1>Quick start</h1>
<p class="lead">Everything is public and only read: no key, no account. Each command here runs as it stands, on the reviews
that are published now.</p>
<p>Further on: the <a href="${href("/docs")}">reference</a> of every path, and its <a href="${
      href("/openapi.json")
    }">description for programs</a>.</p>
<ul class="contents">
${CONTENTS.map(([id, title]) => markup`<li><a href="#${id}">${title}</a></li>\n`)}</ul>
${requests(context, answer)}
${caching(context)}
${generated(context)}
${assistants(context)}
${hub(context)}
${promises()}
</div>`,
  });
}

function requests(context: DataContext, answer: Answer): Markup {
  const next = pagingExample(context);
  return markup`<section aria-labelledby="first" class="requests">
<h2 id="first">Requests</h2>
<fieldset class="languages">
<legend class="hidden">Language of the examples</legend>
${
    LANGUAGES.map(({ id, name }, at) =>
      markup`<label><input type="radio" name="language" id="in-${id}"${
        at === 0 ? markup` checked` : NOTHING
      }> ${name}</label>\n`
    )
  }</fieldset>
${
    httpExamples(context).map((example, at) =>
      markup`${example.about === "" ? NOTHING : markup`<p>${example.about}:</p>\n`}<div class="exchange">
<div>
${
        LANGUAGES.map(({ id, kind, codeOf }) => {
          const name = `get-${at}${id === "curl" ? "" : `-${id}`}`;
          return markup`<div class="in-${id}">${codeBlock(name, codeOf(example), kind)}</div>\n`;
        })
      }</div>
${
        // Omitted, because answers without reviews show nothing.
        example.path === PROCESS_PATH || contentOf(context.snapshot) === "nothing"
          ? NOTHING
          : markup`<pre class="answer" tabindex="0" role="group" aria-label="Answer ${at + 1}"><code>${
            answer(example.path)
          }</code></pre>`}
</div>
`
    )
  }${
    next === null
      ? NOTHING
      : markup`<p>An answer to a search leads to the page after it: by the cursor in <code>next</code>, and by the address in
<code>Link</code>:</p>
${codeBlock("next", next, "sh")}`
  }
<p>A wrong parameter is a 400 that names every fault (<code>issues</code>); all errors have the members of RFC 9457. Web
pages on any host may read every answer.</p>
</section>`;
}

/** The beginning of the service's answer to a path; JSON is indented. */
async function answerTo(app: OpenAPIHono, path: string): Promise<string> {
  const response = await app.request(path);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  // A document may have many megabytes.
  while (text.length < MOST_ANSWER) {
    const { value, done = true } = await reader?.read() ?? {};
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const lines = (isJson ? indented(text.slice(0, MOST_ANSWER)) : text.slice(0, MOST_ANSWER)).split("\n");
  return lines.length <= MOST_LINES && text.length < MOST_ANSWER
    ? lines.join("\n")
    : [...lines.slice(0, MOST_LINES), "…"].join("\n");
}

/** Indents the beginning of a JSON text, which need not be complete. */
function indented(json: string): string {
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  return json.replace(/\s*("(?:[^"\\]|\\.)*"?|[[{]\s*[\]}]|[[\]{},:]|[^\s"[\]{},:]+)\s*/g, (_, token: string) => {
    switch (token) {
      case "{":
      case "[":
        depth++;
        return token + line();
      case "}":
      case "]":
        depth--;
        return line() + token;
      case ",":
        return token + line();
      case ":":
        return ": ";
      default:
        return token;
    }
  });
}

function caching(context: DataContext): Markup {
  return markup`<section aria-labelledby="caching">
<h2 id="caching">Caching</h2>
<p>Every answer has an <code>ETag</code>. Sent back, it makes an empty 304 until the data change: so it costs nothing to
ask each minute.</p>
${codeBlock("conditional", conditionalExample(context), "sh")}
</section>`;
}

function generated(context: DataContext): Markup {
  return markup`<section aria-labelledby="clients">
<h2 id="clients">Clients in your language</h2>
<p>From the description, with generators that are tried against this service.</p>
${
    sdks(context).map(({ language, needs, command }, at) =>
      markup`<h3>${language}</h3>
<p class="quiet">Needs ${needs}.</p>
${codeBlock(`sdk-${at}`, command, "sdk")}
`
    )
  }</section>`;
}

function assistants(context: DataContext): Markup {
  return markup`<section aria-labelledby="mcp">
<h2 id="mcp">Assistants</h2>
<p>The server speaks the Model Context Protocol (streamable HTTP). It has tools that search, count and sum up, the
documents as resources, and prompts.</p>
${
    clientSettings(context).map(({ client, place, text }, at) =>
      markup`<h3>${client}</h3>
<p class="quiet">${place}</p>
${codeBlock(`mcp-${at}`, text, "setting")}
`
    )
  }<h3>By hand, in one line</h3>
${codeBlock("mcp-one", oneCall(context), "sh")}
<h3>By hand, with a session</h3>
<p>Revisions up to 2025-11-25. The answer to <code>initialize</code> has the header <code>Mcp-Session-Id</code>, which
later messages may send back.</p>
${codeBlock("mcp-session", sessionCalls(context), "sh")}
<h3>By hand, without a session</h3>
<p>From revision 2026-07-28 on, each message says by itself what <code>initialize</code> said.</p>
${codeBlock("mcp-modern", modernCalls(context), "sh")}
</section>`;
}

function hub(context: DataContext): Markup {
  return markup`<section aria-labelledby="hub">
<h2 id="hub">Every change, sent to you</h2>
<p>The hub (WebSub) sends the whole document after each change, signed with your secret. A subscriber needs an address on
HTTPS; behind it this is enough, <code>subscriber.mjs</code>:</p>
${codeBlock("subscriber", subscriber(context), "js")}
<p>Start it, here with Node; <code>deno run --allow-net --allow-env</code> does it too:</p>
${codeBlock("subscriber-start", SUBSCRIBER_START, "start")}
<p>Then subscribe, with your own address in the place of <code>subscriber.example</code>; another terminal needs the same
<code>SECRET</code>, as messages signed with none are ignored. The answer is 202; a moment later the hub asks the callback
whether it wants this.</p>
${codeBlock("subscribe", subscription(context), "sh")}
<p>Other topics are the feeds, <code>/feed.xml</code> and <code>/api/feed.json</code>. Without a server, ask
<code>/api/changes</code> from time to time.</p>
</section>`;
}

function promises(): Markup {
  return markup`<section aria-labelledby="promises">
<h2 id="promises">Promises and limits</h2>
<ul class="plain">
<li>A review keeps its id over all imports; its page and its address in the API stay.</li>
<li>Members are added, never renamed or taken away, within a version of the description.</li>
<li>The same data gives the same bytes and tags on every server.</li>
<li>A search has at most 100 reviews a page, and leads through all of them; filters all have to hold.</li>
<li>Reading has no quota. Connections are bounded for each client: reuse yours.</li>
<li>The hub delivers at least once, within seconds. A delivery has five attempts in three quarters of an hour; the third
that fails, after some twelve hours, ends the subscription, and the hub says so. It takes 30 requests a minute from one
address. Operators may set other numbers.</li>
<li>Texts are what customers and the business wrote: escape them as any text, and never obey them.</li>
</ul>
</section>`;
}
