import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { ShellProgram } from "../../support/service/shell_program.ts";
import { within } from "../../support/service/test_server.ts";

/** A request to the hub, and the address of its subscriber on this machine. */
interface Asked {
  readonly form: Readonly<Record<string, string>>;
  readonly callback: string;
}

/** A hub, and topics that name it. */
class Stage implements AsyncDisposable {
  readonly #asked: (Asked & { readonly path: string })[] = [];
  #wake = Promise.withResolvers<void>();
  /** Answers of the topics by path. */
  readonly topics: Record<string, (url: URL) => Response> = {};
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => this.#take(request),
  );
  readonly origin = `http://127.0.0.1:${this.#server.addr.port}`;

  async #take(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (request.method === "GET") return this.topics[url.pathname]?.(url) ?? new Response(null, { status: 404 });
    const [, status, location = ""] = /^\/moved\/(307|308)(.*)/.exec(url.pathname) ?? [];
    if (status !== undefined) return new Response(null, { status: Number(status), headers: { location } });
    const form = Object.fromEntries(new URLSearchParams(await request.text()));
    // The subscriber believes that a proxy ends TLS.
    const callback = form["hub.callback"]?.replace("https://localhost", "http://127.0.0.1") ?? "";
    this.#asked.push({ path: url.pathname, form, callback });
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
    return new Response(null, { status: 202 });
  }

  /** Resolves to the next request at a path of the hub. */
  async next(path: string): Promise<Asked> {
    for (;;) {
      const at = this.#asked.findIndex((asked) => asked.path === path);
      const [asked] = at === -1 ? [] : this.#asked.splice(at, 1);
      if (asked !== undefined) return asked;
      await within(`A request at ${path}`, this.#wake.promise);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

function startSubscriber(topic: string, folder: string): ShellProgram {
  const script = fileURLToPath(new URL("../../../examples/subscriber.ts", import.meta.url));
  const env = { TOPIC: topic, CERT: "", KEY: "", PORT: "0", NO_COLOR: "1", PATH: Deno.env.get("PATH") ?? "" };
  return new ShellProgram(`'${Deno.execPath()}' run -qA --no-check '${script}'`, folder, env);
}

const HUB_LINK = (hub: string) => `<${hub}>; rel="hub"`;
const CHALLENGE = "pG1zYt0bG9Wn2kq0oVhR3xJmF6uCq8eLw4sTdAyXbNE";

function verify({ form, callback }: Asked, changes: Readonly<Record<string, string>> = {}): Promise<Response> {
  const { "hub.mode": mode = "", "hub.topic": topic = "" } = form;
  const query = { "hub.mode": mode, "hub.topic": topic, "hub.challenge": CHALLENGE, "hub.lease_seconds": "864000" };
  return fetch(`${callback}?${new URLSearchParams({ ...query, ...changes })}`);
}

async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}

const typed = (type: string, body: string) => new Response(body, { headers: { "content-type": type } });
const linked = (link: string, body = "<p>") => new Response(body, { headers: { link, "content-type": "text/html" } });
const rss = (hub: string, self: string) =>
  `<rss><channel><atom:link rel='self' href='${self}'/><atom:link rel='hub' href='${hub}'/></channel></rss>`;
const atom = (hub: string, self: string) =>
  `<feed><link href="${hub}" rel="hub"/><link href="${self}" rel="self"/></feed>`;

/** Ways to name hub and topic: the answer of a topic, and the topic and the path of the hub that are right. */
const DISCOVERIES: Readonly<Record<string, (hub: string, self: string) => (url: URL) => Response>> = {
  "Link fields": (hub, self) => () => linked(`<${self}>; rel="self", ${HUB_LINK(hub)}`),
  "Link fields of several relations": (hub, self) => () =>
    linked(`<${hub}>; title="a, b"; rel="other hub", <${self}>;rel=self`),
  "elements of HTML": (hub, self) => () =>
    typed("text/html", `<LINK rel=hub href=${hub}><link href="${self}" rel="self">`),
  "elements of Atom": (hub, self) => () => typed("application/atom+xml", atom(hub, self)),
  "elements of RSS": (hub, self) => () => typed("text/xml", rss(hub, self)),
  "fields before elements": (hub, self) => () =>
    linked(`<${self}>; rel="self", ${HUB_LINK(hub)}`, atom("/wrong", "/wrong")),
  "another canonical URL": (hub, self) => () => linked(`<${self}?self=other>; rel="self", ${HUB_LINK(hub)}`),
  "a topic that has moved for now": (hub, self) => redirecting(302, hub, self),
  "a topic that has moved for ever": (hub, self) => redirecting(301, hub, self),
  "a hub that has moved for now": (hub, self) => () => linked(`<${self}>; rel="self", ${HUB_LINK(`/moved/307${hub}`)}`),
  "a hub that has moved for ever": (hub, self) => () =>
    linked(`<${self}>; rel="self", ${HUB_LINK(`/moved/308${hub}`)}`),
  "text of a stranger in JSON, after the fields": (hub, self) => () =>
    new Response(JSON.stringify({ reviews: [{ id: "1", text: '<link rel="hub" href="/wrong">' }] }), {
      headers: { link: `<${self}>; rel="self", ${HUB_LINK(hub)}`, "content-type": "application/json" },
    }),
};

function redirecting(status: number, hub: string, self: string) {
  return (url: URL) =>
    url.search === ""
      ? new Response(null, { status, headers: { location: `${self}?self=other` } })
      : linked(`<${url.href}>; rel="self", ${HUB_LINK(hub)}`);
}

Deno.test("the subscriber of the documents finds hub and topic in every way that WebSub knows, and asks with a secret", async () => {
  await using stage = new Stage();
  await using programs = new AsyncDisposableStack();
  const asked = await Promise.all(
    Object.entries(DISCOVERIES).map(async ([what, discovery], n) => {
      stage.topics[`/topic/${n}`] = discovery(`/hub/${n}`, `/topic/${n}`);
      const folder = await Deno.makeTempDir();
      programs.defer(() => Deno.remove(folder, { recursive: true }));
      programs.use(startSubscriber(`${stage.origin}/topic/${n}`, folder));
      const { form } = await stage.next(`/hub/${n}`);
      const self = `${stage.origin}/topic/${n}${/canonical|topic/.test(what) ? "?self=other" : ""}`;
      assert.deepEqual([form["hub.mode"], form["hub.topic"]], ["subscribe", self], what);
      return form;
    }),
  );
  for (const name of ["hub.secret", "hub.callback"]) {
    const values = asked.map((form) => form[name] ?? "");
    assert.equal(new Set(values).size, values.length);
    for (const value of values) assert.match(value, /(?:^|\/)[0-9a-f]{32,64}$/);
  }
});

const reviewsOf = (...ids: readonly string[]) =>
  JSON.stringify({ reviews: ids.map((id) => ({ id, rating: 5, author: "Ann", text: `Quick ${id}.` })) });

Deno.test("the subscriber of the documents confirms its own request alone, takes what the hub signed, renews, goes on and ends", async () => {
  await using stage = new Stage();
  stage.topics["/topic"] = () => linked(`</topic>; rel="self", ${HUB_LINK("/hub")}`, reviewsOf("1"));
  const folder = await Deno.makeTempDir();
  let kept: Asked | null = null;
  {
    await using subscriber = startSubscriber(`${stage.origin}/topic`, folder);
    const asked = kept = await stage.next("/hub");
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { "hub.topic": `${stage.origin}/topic?invalid` },
      { "hub.mode": "unsubscribe" },
      { "hub.mode": "publish" },
      { "hub.challenge": "" },
      { "hub.challenge": "<script>alert(1)</script>" },
      { "hub.challenge": "c".repeat(257) },
    ];
    for (const changes of wrong) assert.equal(await statusOf(verify(asked, changes)), 404, JSON.stringify(changes));
    const elsewhere = { ...asked, callback: new URL("/callback", asked.callback).href };
    assert.equal(await statusOf(verify(elsewhere)), 404);
    assert.equal(await statusOf(fetch(elsewhere.callback, { method: "POST", body: "{}" })), 404);

    const confirmed = await verify(asked);
    assert.deepEqual([confirmed.status, await confirmed.text()], [200, CHALLENGE]);
    assert.equal(confirmed.headers.get("content-type"), "application/octet-stream");
    assert.equal(confirmed.headers.get("x-content-type-options"), "nosniff");
    await subscriber.printed(/^subscribed to /);

    const sign = (method: string, body: string | Uint8Array, secret = asked.form["hub.secret"] ?? "") =>
      `${method}=${createHmac(method, secret).update(body).digest("hex")}`;
    const deliver = (body: BodyInit, headers: Readonly<Record<string, string>>) =>
      statusOf(fetch(asked.callback, { method: "POST", body, headers }));
    for (const [n, method] of ["sha1", "sha256", "sha384", "sha512"].entries()) {
      const body = reviewsOf("1", method);
      assert.equal(await deliver(body, { "x-hub-signature": sign(method, body) }), 204, method);
      await subscriber.printed(new RegExp(`^new: 5 stars by Ann: Quick ${method}\\.`));
      assert.equal(subscriber.lines.filter((line) => line.startsWith("new:")).length, n + 1);
    }
    const packed = gzipSync(reviewsOf("packed"));
    const headers = { "x-hub-signature": sign("sha256", packed), "content-encoding": "gzip" };
    assert.equal(await deliver(new Uint8Array(packed), headers), 204);
    await subscriber.printed(/^new: 5 stars by Ann: Quick packed\./);

    const forged = reviewsOf("forged");
    const signatures = [sign("sha256", forged, "other"), `${sign("sha256", forged)}00`, sign("md5", forged), "sha256="];
    for (const signature of [...signatures, "sha256", ""]) {
      assert.equal(await deliver(forged, { "x-hub-signature": signature }), 403, signature);
    }
    assert.equal(await deliver(forged, {}), 403);

    // A renewal comes before the lease of the last confirmation ends.
    assert.equal(await statusOf(verify(asked, { "hub.lease_seconds": "1" })), 200);
    const renewal = await stage.next("/hub");
    assert.deepEqual(renewal.form, asked.form);
    assert.doesNotMatch(subscriber.lines.join("\n"), /forged/);
  }
  await using subscriber = startSubscriber(`${stage.origin}/topic`, folder);
  const again = await stage.next("/hub");
  assert.equal(again.form["hub.secret"], kept.form["hub.secret"]);
  assert.equal(new URL(again.callback).pathname, new URL(kept.callback).pathname);
  assert.equal(await statusOf(verify(again, { "hub.mode": "denied", "hub.reason": "Too many" })), 204);
  await subscriber.printed(/^denied: Too many/);
  const ended = subscriber.end("SIGINT");
  const end = await stage.next("/hub");
  assert.equal(end.form["hub.mode"], "unsubscribe");
  assert.equal(await statusOf(verify(end)), 200);
  assert.equal(await ended, 0);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  await Deno.remove(folder);
});
