import assert from "node:assert/strict";
import { SCREENS } from "../../admin/screens.ts";
import { afterTime } from "../../domain/deadline.ts";
import { serveOwner } from "../../admin/admin.ts";
import { Workspace } from "../../admin/frame/workspace.ts";
import { VARIABLES } from "../../service/variables.ts";
import { adminClient, adminServer, enteredServer, hiddenFields } from "../support/admin/admin_server.ts";
import { tempStore } from "../support/service/run_cli.ts";
import { reviewOf } from "../support/reviews/review_of.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Sends a request as it stands, such as with another Host, and returns the answer. */
async function sent(port: number, head: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(`${head.trim().replaceAll(/\n */g, "\r\n")}\r\n\r\n`));
  return await new Response(connection.readable).text();
}

const statusOf = (answer: string) => answer.slice("HTTP/1.1 ".length).slice(0, 3);

Deno.test("a name that somebody else points at 127.0.0.1 is refused, however the request names it", async () => {
  await using admin = await adminServer();
  const { port } = admin;
  const hosts = [
    ["127.0.0.1:PORT", "200"],
    ["localhost:PORT", "200"],
    ["evil.example:PORT", "403"],
    ["127.0.0.1", "403"],
    ["127.0.0.1:1", "403"],
    ["127.0.0.1:PORT.evil.example", "403"],
    ["localhost.evil.example:PORT", "403"],
    ["127.0.0.2:PORT", "403"],
    ["[::1]:PORT", "403"],
    ["LOCALHOST:PORT.", "403"],
  ] as const;
  for (const [host, status] of hosts) {
    const answer = await sent(port, `GET / HTTP/1.1\nHost: ${host.replace("PORT", `${port}`)}\nConnection: close`);
    assert.ok(statusOf(answer) === status || status === "403" && statusOf(answer) === "400", `${host}: ${answer}`);
  }
  const own = `127.0.0.1:${port}`;
  const absolute = await sent(port, `GET http://evil.example/ HTTP/1.1\nHost: ${own}\nConnection: close`);
  assert.match(statusOf(absolute), /^40[03]$/);
  assert.match(
    statusOf(await sent(port, `GET / HTTP/1.1\nHost: evil.example\nHost: ${own}\nConnection: close`)),
    /^40[03]$/,
  );
  assert.match(statusOf(await sent(port, "GET / HTTP/1.0")), /^40[03]$/);
  // The far end of a tunnel whose ports differ.
  assert.match(
    await sent(port, "GET / HTTP/1.1\nHost: 127.0.0.1:1\nConnection: close"),
    new RegExp(`the host is "127.0.0.1:1"; allowed are 127.0.0.1:${port} and localhost:${port}. A tunnel`),
  );
});

Deno.test("it listens on 127.0.0.1 alone", async () => {
  await using admin = await adminServer();
  const outside = Deno.networkInterfaces().map(({ address }) => address.split("%")[0] ?? "");
  for (const hostname of [...outside, "::1"].filter((address) => address !== "127.0.0.1")) {
    await assert.rejects(Deno.connect({ hostname, port: admin.port }), hostname);
  }
});

Deno.test("what changes something needs both Sec-Fetch-Site and Origin of a page of the program", async () => {
  const one = reviewOf();
  await using admin = await enteredServer([one]);
  const site = { "sec-fetch-site": "same-origin" };
  const attacks: readonly Readonly<Record<string, string>>[] = [
    {},
    site,
    { origin: admin.origin },
    { ...admin.own, origin: "null" },
    { ...admin.own, origin: "http://evil.example" },
    { ...admin.own, origin: `http://127.0.0.1:${admin.port + 1}` },
    { ...admin.own, origin: `http://localhost:${admin.port}` },
    ...["cross-site", "same-site", "none", ""].map((value) => ({ ...admin.own, "sec-fetch-site": value })),
  ];
  const { text: plan } = await admin.post("/reviews/hide", { id: one.id, reason: "spam" });
  const fields = hiddenFields(plan);
  for (const headers of attacks) {
    const { response } = await admin.post("/reviews/hide", fields, headers);
    assert.equal(response.status, 403, JSON.stringify(headers));
  }
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const response = await fetch(admin.origin, { method, headers: { origin: "http://evil.example" } });
    assert.equal(response.status, 403, method);
    await response.body?.cancel();
  }
  assert.doesNotMatch((await admin.get(`/reviews/${one.id}`)).text, /class="mark"/);
  assert.equal((await admin.post("/reviews/hide", fields)).response.status, 303);
});

Deno.test("without the cookie every path but the entry is a 401, and nothing of the business is shown", async () => {
  await using admin = await adminServer([reviewOf({ author: "Secret Author" })]);
  const [gets, posts] = [
    SCREENS.flatMap(({ pages }) => Object.keys(pages)),
    SCREENS.flatMap(({ actions = {} }) => Object.keys(actions)),
  ];
  assert.ok(gets.length > 5 && posts.length > 3);
  for (const path of [...gets, "/nope"]) {
    const { response, text } = await admin.get(path);
    assert.equal(response.status, path === "/" ? 200 : 401, path);
    assert.doesNotMatch(text, /Secret|Rowan/);
  }
  for (const path of posts) assert.equal((await admin.post(path, { file: new File(["x"], "x") })).response.status, 401);
  assert.equal((await admin.post("/enter", { token: "x".repeat(43) })).response.status, 401);
  assert.equal((await admin.post("/enter", { token: admin.token, file: new File(["x"], "x") })).response.status, 400);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(admin.uploads)), []);
  await admin.enter();
  const forged = { ...admin.own, cookie: `reviews-admin-${admin.port}=${"x".repeat(43)}` };
  assert.equal((await admin.post("/history/undo", {}, forged)).response.status, 401);
});

Deno.test("the token opens once and within 30 minutes; the session ends after 12 hours without use", async () => {
  let time = Date.now();
  const clock = { now: () => time, after: afterTime };
  await using late = await adminServer([], { clock });
  time += 31 * MINUTE;
  assert.equal((await late.enter()).status, 401);

  await using admin = await adminServer([], { clock });
  time += 29 * MINUTE;
  const entered = await admin.enter();
  assert.equal(entered.status, 303);
  const cookie = entered.headers.get("set-cookie") ?? "";
  assert.match(cookie, new RegExp(`^reviews-admin-${admin.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
  assert.ok(!cookie.includes(admin.token) && !(await admin.get("/")).text.includes(admin.token));
  for (const [hours, status] of [[11, 200], [11, 200], [13, 401], [0, 401]] as const) {
    time += hours * HOUR;
    assert.equal((await admin.get("/reviews")).response.status, status);
  }

  // One of the two may be a thief.
  await using stolen = await enteredServer([], { clock });
  const again = await stolen.post("/enter", { token: stolen.token }, { ...stolen.own, cookie: "" });
  assert.equal(again.response.status, 401);
  assert.equal((await stolen.get("/reviews")).response.status, 401);
});

Deno.test("a second start makes a link for the program that runs, and both browsers stay in", async () => {
  await using admin = await enteredServer([reviewOf()]);
  const start = (kvPath: string) =>
    serveOwner(
      new Workspace(kvPath, VARIABLES.KEPT_REVISIONS.default, admin.uploads),
      admin.port,
      new AbortController(),
    );
  const { address, isRunning } = await start(admin.kvPath);
  assert.equal(isRunning, false);
  const second = adminClient(address);
  assert.equal((await second.enter()).status, 303);
  for (const one of [admin, second]) assert.equal((await one.get("/reviews")).response.status, 200);
  // Another store has another program.
  await using store = await tempStore();
  await assert.rejects(start(store.kvPath), /Port \d+ is in use by another program/);
});

Deno.test("a request that arrives before the program is ready waits for it", async () => {
  await using store = await tempStore();
  const { serve } = Deno;
  let response: Promise<Response> = Promise.reject(new Error("It does not listen."));
  response.catch(() => {});
  const serving = (...given: unknown[]) => {
    const server = Reflect.apply(serve, Deno, given);
    response = fetch(`http://127.0.0.1:${server.addr.port}/`);
    return server;
  };
  const stop = new AbortController();
  const workspace = new Workspace(store.kvPath, VARIABLES.KEPT_REVISIONS.default, store.folder);
  Object.defineProperty(Deno, "serve", { value: serving, configurable: true });
  const starting = serveOwner(workspace, 0, stop);
  Object.defineProperty(Deno, "serve", { value: serve, configurable: true });
  const { status, body } = await response;
  assert.equal(status, 200);
  await body?.cancel();
  stop.abort();
  await (await starting).finished;
});

Deno.test("another program at the port gets no link, whatever it answers", async () => {
  await using store = await tempStore();
  await using other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    return new Response(new URL(url).pathname.split("/").at(-1));
  });
  const { port } = other.addr;
  const workspace = new Workspace(store.kvPath, VARIABLES.KEPT_REVISIONS.default, store.folder);
  await assert.rejects(serveOwner(workspace, port, new AbortController()), /is in use by another program/);
});

Deno.test("the program ends after 12 hours in which the owner has asked for nothing", async () => {
  const timers: { readonly milliseconds: number; readonly then: () => void; isCancelled: boolean }[] = [];
  const after = (milliseconds: number, then: () => void) => {
    const timer = { milliseconds, then, isCancelled: false };
    timers.push(timer);
    return () => void (timer.isCancelled = true);
  };
  await using admin = await adminServer([], { clock: { now: Date.now, after } });
  await admin.get("/");
  assert.equal(timers.length, 1);
  await admin.enter();
  await admin.get("/reviews");
  assert.deepEqual(timers.map(({ milliseconds, isCancelled }) => [milliseconds, isCancelled]), [
    [12 * HOUR, true],
    [12 * HOUR, false],
  ]);
  timers[1]?.then();
  await admin.finished;
  await assert.rejects(admin.get("/"));
});

Deno.test("no answer may be framed, kept, sniffed, or read by another origin", async () => {
  await using admin = await enteredServer([reviewOf({ text: "<script>alert(1)</script>", author: "<b>&" })]);
  const screens = ["/", "/reviews", "/business", "/sources", "/alerts", "/online"];
  for (const path of [...screens, "/backup/download", "/assets/admin.js", "/assets/style.css", "/nope"]) {
    const { response: { headers }, text } = await admin.get(path);
    assert.equal(headers.get("cache-control"), "no-store", path);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
    assert.equal(headers.get("access-control-allow-origin"), null);
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "script-src 'self'"]) {
      assert.ok(policy.split("; ").includes(part), `${part}: ${policy}`);
    }
    assert.doesNotMatch(text, /<script>|<b>|<style| style="| on\w+=/);
  }
});
