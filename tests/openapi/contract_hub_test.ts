import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import { answerFaults, issueNames } from "../support/api/answer_faults.ts";
import { API_DOCUMENT, API_OPERATIONS, apiOperation, type ApiSchema } from "../support/api/api_document.ts";
import { allowsText, EDGE_TEXTS, parameterText } from "../support/api/schema_faults.ts";
import { faultyApp, limitedHub, TEST_SITE, testApp, testSnapshot } from "../support/service/test_app.ts";
import { TOPIC_PATHS } from "../../domain/site.ts";

/**
 * The callbacks among those of {@linkcode formText} that the hub accepts: `https`, a public host name, an allowed port,
 * then what RFC 3986 allows in path and query.
 */
const PUBLIC_CALLBACK =
  /^https:\/\/(?:subscriber\.example|bücher\.example|a_b\.example)(?::(?:|443|1024|65535))?(?:[/?][!"$-[\]-~]*)?$/i;

const parts = (...texts: string[]) => fc.constantFrom(...texts);

const callback = fc.oneof(
  fc.tuple(
    parts("https://", "https://", "https://", "HTTPS://", "http://", "https:/", "ftp://", "//", " https://"),
    parts("", "", "", "", "", "user@", "user:password@", "@"),
    parts(..."subscriber.example subscriber.example BÜCHER.example a_b.example 127.0.0.1 2130706433 [::1]".split(" ")),
    parts("", "", "", ":", ":443", ":1024", ":65535", ":65536", ":22", ":x"),
    parts("", "/", "/cb", "/cb/%2F?a=b&hub.mode=x", "?", "?id=[1]", "/é", "/a b", "/a\\b", "/a\tb", "#", "/cb#x"),
  ).map((texts) => texts.join("")),
  parts("localhost", "subscriber", "subscriber.local", "subscriber.example.", "", "0x7f.1", "reviews.example")
    .map((host) => `https://${host}/cb`),
  fc.integer({ min: 2040, max: 2056 }).map((length) => "https://subscriber.example/".padEnd(length, "a")),
);

const origins = "HTTPS://Reviews.Example:443 http://reviews.example https://other.example".split(" ");
const topicPaths = "/reviews.json /api/feed.json /feed.xml /x/../feed.xml /insights.json /feed.xml? /feed.xml#x".split(
  " ",
);
const topic = fc.tuple(parts(TEST_SITE.baseUrl, TEST_SITE.baseUrl, ...origins), parts(...topicPaths, ""))
  .map((texts) => texts.join(""));

const longTopic = fc.integer({ min: 505, max: 520 }).map((length) =>
  `${`${TEST_SITE.baseUrl}/`.padEnd(length - 8, "./")}feed.xml`
);

/** Generates values for a parameter of a subscription request: valid ones, near misses and random strings. */
function formText(name: string, schema: ApiSchema): fc.Arbitrary<string> {
  const any = parameterText({ schema });
  if (name === "hub.callback") return fc.oneof({ weight: 4, arbitrary: callback }, { weight: 1, arbitrary: any });
  if (name !== "hub.topic") return any;
  return fc.oneof({ weight: 4, arbitrary: topic }, { weight: 1, arbitrary: longTopic }, { weight: 1, arbitrary: any });
}

/** Rules that only the descriptions of members state. */
const RULES: Readonly<Record<string, (text: string) => boolean>> = {
  "hub.callback": (text) => PUBLIC_CALLBACK.test(text),
  "hub.topic": (text) => TOPIC_PATHS.some((path) => URL.parse(text)?.href === TEST_SITE.baseUrl + path),
  "hub.secret": (text) => new TextEncoder().encode(text).length <= 199,
};
const IGNORED_AT_THE_END = ["hub.lease_seconds", "hub.secret"];

/** The faulty parameters of a subscription request according to the document, sorted: `body hub.mode`. */
function expectedFormFaults(form: ApiSchema, sent: URLSearchParams): readonly string[] {
  const isEnd = sent.getAll("hub.mode").join() === "unsubscribe";
  return Object.entries(form.properties ?? {}).filter(([name, schema]) => {
    const texts = sent.getAll(name);
    const [text] = texts;
    if (text === undefined) return form.required?.includes(name) ?? false;
    if (texts.length > 1) return true;
    if (isEnd && IGNORED_AT_THE_END.includes(name)) return false;
    return !allowsText({ schema }, text) || RULES[name]?.(text) === false;
  }).map(([name]) => `body ${name}`).sort();
}

const operation = apiOperation("requestSubscription");
const [formType = ""] = Object.keys(operation.requestBody?.content ?? {});
const form = API_DOCUMENT.components.schemas["SubscriptionForm"] ?? {};
const members = Object.entries(form.properties ?? {});
const examples = Object.fromEntries(members.map(([name, { examples = [] }]) => [name, String(examples[0])]));
const snapshot = testSnapshot();
const ready = testApp(snapshot);
const limited = testApp(snapshot, { hub: limitedHub });
const refusing = testApp(undefined, { hub: () => Promise.reject(new StoreTroubleError("disk_full")) });

type Pairs = readonly (readonly [name: string, value: string])[];

function post(body: BodyInit, headers: Readonly<Record<string, string>> = {}, app = ready) {
  return app.request(operation.path, { method: "POST", body, headers: { "content-type": formType, ...headers } });
}

/**
 * Posts a form and asserts 202 if the document allows all of it, 413 if it is too large, else a 400 that names each
 * wrong parameter.
 */
async function assertAsDocumented(pairs: Pairs): Promise<void> {
  const sent = new URLSearchParams(pairs.map(([name, value]) => [name, value]));
  const place = sent.toString().slice(0, 500);
  const expected = expectedFormFaults(form, sent);
  const status = sent.toString().length > 8192 ? 413 : expected.length === 0 ? 202 : 400;
  const response = await post(sent.toString(), { accept: "application/json" });
  assert.equal(response.status, status, `${place} ${expected}`);
  assert.deepEqual(await answerFaults(operation, "POST", response.clone()), [], place);
  if (status === 400) assert.deepEqual(await issueNames(response), expected, place);
  else await response.body?.cancel();
}

const withValue = (name: string, value: string): Pairs => Object.entries({ ...examples, [name]: value });

Deno.test("requestSubscription is the one operation that takes a form", () => {
  const forms = API_OPERATIONS.filter(({ requestBody }) => Object.keys(requestBody?.content ?? {}).includes(formType));
  assert.deepEqual(forms.map(({ operationId }) => operationId), ["requestSubscription"]);
});

for (const [name, schema] of members) {
  Deno.test(`requestSubscription takes an edge text as ${name} exactly when the document allows it`, async () => {
    for (const text of EDGE_TEXTS) {
      await assertAsDocumented(withValue(name, text));
      await assertAsDocumented([[name, text]]);
      await assertAsDocumented([...withValue(name, text), ["hub.mode", "unsubscribe"]]);
    }
  });

  Deno.test(`requestSubscription takes any text as ${name} exactly when the document allows it`, async () => {
    await fc.assert(
      fc.asyncProperty(formText(name, schema), (text) => assertAsDocumented(withValue(name, text))),
      runs(1000),
    );
  });

  Deno.test(`requestSubscription refuses ${name} when it is given twice, alike or not`, async () => {
    for (const mode of ["subscribe", "unsubscribe"]) {
      const pairs = Object.entries({ ...examples, "hub.mode": mode });
      const valid = Object.fromEntries(pairs)[name] ?? "";
      for (const text of [valid, "", "\u0000"]) await assertAsDocumented([...pairs, [name, text]]);
    }
  });
}

Deno.test("requestSubscription names every wrong parameter, and no other, whatever is sent in whatever order", async () => {
  const pair = fc.oneof(
    ...members.map(([name, schema]) => formText(name, schema).map((text) => [name, text] as const)),
    ...members.map(([name]) => fc.constant([name, examples[name] ?? ""] as const)),
    fc.tuple(fc.constantFrom("hub.verify", "foo", ""), fc.string()),
    fc.constant(["hub.mode", "unsubscribe"] as const),
  );
  const distinct = fc.uniqueArray(pair, { selector: ([name]) => name, maxLength: 8 });
  await fc.assert(fc.asyncProperty(distinct, (pairs) => assertAsDocumented(pairs)), runs(1000));
  await fc.assert(fc.asyncProperty(fc.array(pair, { maxLength: 8 }), (pairs) => assertAsDocumented(pairs)), runs(300));
});

Deno.test("requestSubscription answers as documented in each documented media type, and gives no other status", async () => {
  const body = new URLSearchParams(examples).toString();
  const given = new Set<string>();
  for (const accept of ["text/plain", "application/json", "application/problem+json"]) {
    const answers: (readonly [status: number, answer: Response | Promise<Response>, method?: string])[] = [
      [202, post(body, { accept })],
      [202, post(body, { accept }, testApp(null))],
      [400, post("hub.mode=%FF", { accept })],
      [400, post(new Uint8Array([0xff]), { accept })],
      [413, post("x".repeat(8193), { accept })],
      [415, post("{}", { accept, "content-type": "application/json" })],
      [429, post(body, { accept }, limited)],
      [500, post(body, { accept }, faultyApp())],
      [503, post(body, { accept }, refusing)],
      ...["GET", "HEAD", "PUT", "PATCH", "DELETE", "PROPFIND"].map((method) =>
        [405, ready.request(operation.path, { method, headers: { accept } }), method] as const
      ),
    ];
    for (const [status, answer, method = "POST"] of answers) {
      const response = await answer;
      given.add(`${status} ${response.headers.get("content-type")?.split(";")[0] ?? "nothing"}`);
      assert.equal(response.status, status);
      assert.deepEqual(await answerFaults(operation, method, response), [], `${method} ${status}`);
    }
  }
  const json = ["application/json", "application/problem+json"];
  const each = (statuses: readonly number[], types: readonly string[]) =>
    statuses.flatMap((status) => types.map((type) => `${status} ${type}`));
  const documented = [...each([400, 413, 415, 429, 503], ["text/plain", ...json]), ...each([405, 500], json)];
  assert.deepEqual([...given].sort(), ["202 nothing", ...documented].sort());
});
