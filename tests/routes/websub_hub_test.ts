import assert from "node:assert/strict";
import type { SubscriptionForm } from "../../websub/request/hub_answer.ts";
import { limitedHub, testApp, testSnapshot } from "../support/service/test_app.ts";

const PATH = "/api/websub/hub";
const FORM = "application/x-www-form-urlencoded";
const VALID = new URLSearchParams({
  "hub.mode": "subscribe",
  "hub.topic": "https://reviews.example/feed.xml",
  "hub.callback": "https://subscriber.example/cb",
}).toString();
const snapshot = testSnapshot();
const app = testApp(snapshot);

function post(body: BodyInit | null, headers: Readonly<Record<string, string>> = {}, to = app) {
  return to.request(PATH, { method: "POST", body, headers: { "content-type": FORM, ...headers } });
}

/** An application whose hub accepts every request, and the forms and clients that it was given. */
function recordingApp() {
  const given: SubscriptionForm[] = [];
  const recording = testApp(snapshot, {
    hub: (form) => {
      given.push(form);
      return Promise.resolve({ kind: "accepted" });
    },
  });
  return { given, recording };
}

function assertPublic(response: Response): void {
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
}

Deno.test("the hub receives the known parameters, decoded once, also before a dataset is loaded, and answers 202 without a body", async () => {
  const accepted = await post(VALID);
  assert.deepEqual([accepted.status, accepted.headers.get("content-type"), await accepted.text()], [202, null, ""]);
  assertPublic(accepted);
  const { given, recording } = recordingApp();
  const form = Object.fromEntries(new URLSearchParams(VALID));
  const ignored = ["%FF=1&hub.verify=sync&hub.foo=é&hub.callback[]=x", "HUB.MODE=x&foo[]=1&foo[]=2"];
  for (const more of ["", "a=%zz&a", "&", ...ignored]) {
    assert.equal((await post(`${more}&${VALID}&hub.secret=a+b%2B%2526`, {}, recording)).status, 202, more);
    assert.deepEqual(given.pop(), { ...form, "hub.secret": "a b+%26" }, more);
  }
  assert.equal((await post(VALID, {}, testApp(null))).status, 202);
});

Deno.test("the hub ignores lease and secret of an unsubscription, however often they are given, and an empty lease", async () => {
  const { given, recording } = recordingApp();
  const end = VALID.replace("mode=subscribe", "mode=unsubscribe");
  const more = "&hub.lease_seconds=&hub.lease_seconds=0&hub.lease_seconds=%FF&hub.secret=&hub.secret=%";
  assert.equal((await post(end + more, {}, recording)).status, 202);
  assert.deepEqual(given.pop(), Object.fromEntries(new URLSearchParams(end)));
  assert.equal((await post(`${VALID}&hub.lease_seconds=`, {}, recording)).status, 202);
  assert.equal(given.pop()?.["hub.lease_seconds"], "");
});

Deno.test("the hub takes no value that is not UTF-8, and no body for one that has none", async () => {
  const without = [null, "", "\ufeffhub.mode=subscribe", "\r\n\u0000"];
  for (const body of without) assert.equal((await post(body)).status, 400);
  for (const escape of ["%FF", "%C0%AF", "%ED%A0%80", "%E2%82", "%F4%90%80%80", "é"]) {
    assert.equal((await post(`${VALID}${escape}`)).status, 400, escape);
    assert.equal((await post(`${VALID}&hub.secret=${escape}`)).status, 400, escape);
  }
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  assert.equal((await post(bytes(`${VALID}&hub.secret=\xff`))).status, 400);
  assert.equal((await post(bytes(`${VALID}&unknown=\xff`))).status, 202);
});

Deno.test("a renewal without its secret is refused", async () => {
  const forgetful = testApp(snapshot, { hub: () => Promise.resolve({ kind: "secret_missing" }) });
  const refused = await post(VALID, {}, forgetful);
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /^hub\.secret: The subscription has a secret; .*\.\n$/);
});

Deno.test("the hub refuses in plain text, one fault a line, unless JSON is preferred", async () => {
  const body = "hub.mode=publish&hub.callback=https://subscriber.example/cb";
  const plain = await post(body, { accept: "*/*" });
  assert.equal(plain.status, 400);
  assert.equal(plain.headers.get("content-type"), "text/plain; charset=utf-8");
  assertPublic(plain);
  const text = await plain.text();
  assert.equal(plain.headers.get("content-length"), String(new TextEncoder().encode(text).length));
  const lines = text.split("\n");
  assert.match(lines[0] ?? "", /^hub\.mode: .*publish.*\.$/);
  assert.match(lines[1] ?? "", /^hub\.topic: .+\.$/);
  assert.deepEqual(lines.slice(2), [""]);

  const json = await post(body, { accept: "application/json" });
  assert.equal(json.status, 400);
  assert.equal(json.headers.get("content-type"), "application/json");
  assertPublic(json);
  const problem = await json.json();
  assert.deepEqual(Object.keys(problem), ["type", "title", "status", "detail", "issues"]);
  assert.equal(problem.detail, "The request has a wrong value for: hub.mode, hub.topic.");
  assert.deepEqual(problem.issues, [
    { in: "body", path: ["hub.mode"], code: "invalid", message: lines[0]?.slice("hub.mode: ".length) },
    { in: "body", path: ["hub.topic"], code: "missing", message: lines[1]?.slice("hub.topic: ".length) },
  ]);
});

Deno.test("the hub takes a form in UTF-8 alone, of 8192 bytes at most, and looks at no other body", async () => {
  const { given, recording } = recordingApp();
  const exactly = `${VALID}&`.padEnd(8192, "x");
  for (const type of ["; charset=utf-8", ";charset=UTF-8", '; Charset="utf-8"; x=y', ";x=y", " ; charset=utf-8 "]) {
    assert.equal((await post(exactly, { "content-type": FORM + type }, recording)).status, 202, type);
  }
  assert.equal((await post(exactly, { "content-type": FORM.toUpperCase() }, recording)).status, 202);
  assert.equal(given.splice(0).length, 6);
  const charsets = ["iso-8859-1", "utf-16", '"utf-80"', ""].map((charset) => `${FORM}; charset=${charset}`);
  const others = ["application/json", "text/plain", "multipart/form-data; boundary=x", "", `${FORM}x`, ...charsets];
  for (const type of [...others, `text/plain, ${FORM}`]) {
    assert.equal((await post("x".repeat(9000), { "content-type": type }, recording)).status, 415, type);
  }
  assert.equal((await post(`${exactly}x`, {}, recording)).status, 413);
  assert.equal((await post(VALID, { "content-length": "8193" }, recording)).status, 413);
  assert.deepEqual(given, []);
});

Deno.test("the hub stops reading a body that turns out too long", async () => {
  let [pulled, isCanceled] = [0, false];
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled++;
      controller.enqueue(new Uint8Array(1000).fill(0x78));
    },
    cancel: () => {
      isCanceled = true;
    },
  });
  assert.equal((await post(endless)).status, 413);
  assert.ok(isCanceled && pulled < 15, `${pulled} chunks`);
});

const brokenOff = () =>
  new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("the connection has ended")) });
/** Requests that the hub does not read as a form, each with the sentence of the answer. */
const REFUSALS: readonly (readonly [status: number, sentence: string, body: () => BodyInit, type?: string])[] = [
  // It counts as no error of the service.
  [400, "The body ended too early.", brokenOff],
  [413, "The body may have at most 8192 bytes.", () => "x".repeat(8193)],
  [415, "The body has to be application/x-www-form-urlencoded in UTF-8.", () => "{}", "application/json"],
  [429, "Enough for now. The operator chooses the limits with WEBSUB_LIMITS.", () => VALID],
];

Deno.test("the hub says in one sentence why it takes no request, as text or JSON, and when to repeat it", async () => {
  const limited = testApp(snapshot, { hub: limitedHub });
  for (const [status, sentence, body, type = FORM] of REFUSALS) {
    for (const accept of ["text/plain", "application/json"]) {
      const to = status === 429 ? limited : app;
      const response = await post(body(), { accept, "content-type": type }, to);
      assert.equal(response.status, status, sentence);
      assert.equal(response.headers.get("retry-after"), status === 429 ? "7" : null);
      assertPublic(response);
      const text = await response.text();
      if (accept === "text/plain") assert.equal(text, `${sentence}\n`);
      else assert.ok(text.includes(JSON.stringify(sentence)), text);
    }
  }
  const { issues } = await (await post(brokenOff(), { accept: "application/json" })).json();
  assert.deepEqual(issues, [{ in: "body", path: [], code: "malformed", message: REFUSALS[0]?.[1] }]);
});

Deno.test("an error of the hub is answered with 500 and appears only in the log", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const faulty = testApp(snapshot, { hub: () => Promise.reject(new Error("secret detail")), onError });
  const response = await post(VALID, {}, faulty);
  assert.equal(response.status, 500);
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.doesNotMatch(await response.text(), /secret/);
  assert.match(String(errors), /secret detail/);
});
