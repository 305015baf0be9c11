import fc from "fast-check";
import assert from "node:assert/strict";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import { answerFaults } from "../support/api/answer_faults.ts";
import { API_DOCUMENT, API_OPERATIONS, apiOperation } from "../support/api/api_document.ts";
import { EDGE_TEXTS } from "../support/api/edge_texts.ts";
import { expectedFormFaults } from "../support/api/expected_form_faults.ts";
import { formText } from "../support/api/form_text.ts";
import { issueNames } from "../support/api/parameter_request_faults.ts";
import { faultyApp, limitedHub, testApp, testSnapshot } from "../support/service/test_app.ts";

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
      { numRuns: 1000 },
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
  await fc.assert(fc.asyncProperty(distinct, (pairs) => assertAsDocumented(pairs)), { numRuns: 1000 });
  await fc.assert(fc.asyncProperty(fc.array(pair, { maxLength: 8 }), (pairs) => assertAsDocumented(pairs)), {
    numRuns: 300,
  });
});

Deno.test("requestSubscription answers as documented in each documented media type, and gives no other status", async () => {
  const body = new URLSearchParams(examples).toString();
  const given = new Set<string>();
  for (const accept of ["text/plain", "application/json"]) {
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
  const documented = Object.entries(operation.responses).flatMap(([status, { content }]) => {
    const types = Object.keys(content);
    return (types.length === 0 ? ["nothing"] : types).map((type) => `${status} ${type}`);
  });
  assert.deepEqual([...given].sort(), documented.sort());
});
