import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import { answerFaults, issueNames } from "../support/api/answer_faults.ts";
import { API_DOCUMENT, API_OPERATIONS, apiOperation, type ApiSchema } from "../support/api/api_document.ts";
import { EDGE_TEXTS, parameterText, schemaFaults } from "../support/api/schema_faults.ts";
import { faultyApp, limitedHub, TEST_SITE, testApp, testSnapshot } from "../support/service/test_app.ts";

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
const topicPaths = "/reviews.json /api/feed.json /feed.xml /x/../feed.xml /insights.json /feed.xml? /feed.xml#x";
const topic = fc.tuple(parts(TEST_SITE.baseUrl, TEST_SITE.baseUrl, ...origins), parts(...topicPaths.split(" "), ""))
  .map((texts) => texts.join(""));

/** Generates values for a parameter of a subscription request: valid ones, near misses and random strings. */
function formText(name: string, schema: ApiSchema): fc.Arbitrary<string> {
  const any = parameterText({ schema });
  if (name === "hub.callback") return fc.oneof({ weight: 4, arbitrary: callback }, { weight: 1, arbitrary: any });
  if (name === "hub.lease_seconds") return fc.oneof(any, parameterText({ schema: { type: "integer", minimum: 1 } }));
  if (name === "hub.secret") return parameterText({ schema: { minLength: 1, maxLength: 199 } });
  return name === "hub.topic" ? fc.oneof({ weight: 4, arbitrary: topic }, { weight: 1, arbitrary: any }) : any;
}

const operation = apiOperation("requestSubscription");
const [formType = ""] = Object.keys(operation.requestBody?.content ?? {});
const form = API_DOCUMENT.components.schemas["SubscriptionForm"] ?? {};
const members = Object.entries(form.properties ?? {});
const ignored = Object.keys(form.else?.properties ?? {});

/** The faulty parameters of a form according to the validator of the document, sorted: `body hub.mode`. */
function expectedFormFaults(sent: URLSearchParams): readonly string[] {
  const isEnd = sent.getAll("hub.mode").join() === "unsubscribe";
  const values = members.flatMap(([name]) => {
    const [text, ...more] = sent.getAll(name);
    // The document cannot say that a value is ignored if it is given twice, as it is no text then.
    return text === undefined || (isEnd && more.length > 0 && ignored.includes(name))
      ? []
      : [[name, more.length === 0 ? text : [text, ...more]]];
  });
  const reference = { $ref: "#/components/schemas/SubscriptionForm" };
  const faults = schemaFaults(reference, Object.fromEntries(values)).map((fault) =>
    /"missingProperty":"([^"]+)"/.exec(fault)?.[1] ?? /^[/](\S*)/.exec(fault)?.[1] ?? ""
  );
  return [...new Set(faults)].filter((name) => name !== "").map((name) => `body ${name}`).sort();
}

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
  const expected = expectedFormFaults(sent);
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
