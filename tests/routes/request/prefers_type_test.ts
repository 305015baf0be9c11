import assert from "node:assert/strict";
import { prefersType } from "../../../routes/request/prefers_type.ts";

const JSON_FIRST = [
  "application/json",
  "Application/JSON ; charset=utf-8",
  "application/json, text/plain, */*",
  "application/json, */*",
  "*/*, application/json",
  "application/*",
  "text/plain;q=0.5, application/json;q=0.6",
  "text/html, application/json;q=0.9, */*;q=0.8",
  "text/plain;q=0, */*;q=0.1",
  "text/*;q=0.3, */*;q=0.4",
  "text/plain ; q=0.999 , application/json ; Q=1.000",
];
/** The client does not say, prefers text, or refuses JSON. */
const TEXT_FIRST = [
  ...[null, "", "*/*", "text/plain", "text/*", "text/plain, application/json", "text/plain, */*"],
  "application/json;q=0",
  "application/json;q=0, */*",
  "application/json;q=0.1, */*",
  "application/*;q=0.2, */*",
  "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  ...["application/problem+json", "json", ",;,", "application/json;q=0, application/*", "text/*, application/*"],
];

Deno.test("prefersType() is true when JSON weighs more, or as much and is named more precisely or first", () => {
  for (const [fields, prefers] of [[JSON_FIRST, true], [TEXT_FIRST, false]] as const) {
    for (const field of fields) assert.equal(prefersType(field, "application/json", "text/plain"), prefers, `${field}`);
  }
});
