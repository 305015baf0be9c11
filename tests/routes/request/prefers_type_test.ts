import assert from "node:assert/strict";
import { prefersType } from "../../../routes/request/prefers_type.ts";

Deno.test("prefersType() is true when JSON weighs more, or as much and is named more precisely or first", () => {
  const fields = ["application/json", "Application/JSON ; charset=utf-8", "application/json, text/plain, */*"];
  fields.push(
    "application/json, */*",
    "*/*, application/json",
    "application/*",
    "text/plain;q=0.5, application/json;q=0.6",
  );
  fields.push("text/html, application/json;q=0.9, */*;q=0.8", "text/plain;q=0, */*;q=0.1", "text/*;q=0.3, */*;q=0.4");
  fields.push("text/plain ; q=0.999 , application/json ; Q=1.000");
  for (const field of fields) assert.equal(prefersType(field, "application/json", "text/plain"), true, field);
});

Deno.test("prefersType() is false when the client does not say, or prefers text, or refuses JSON", () => {
  const fields = [null, "", "*/*", "text/plain", "text/*", "text/plain, application/json", "text/plain, */*"];
  fields.push(
    "application/json;q=0",
    "application/json;q=0, */*",
    "application/json;q=0.1, */*",
    "application/*;q=0.2, */*",
  );
  fields.push(
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "application/problem+json",
    "json",
    ",;,",
  );
  fields.push("application/json;q=0, application/*", "text/*, application/*");
  for (const field of fields) assert.equal(prefersType(field, "application/json", "text/plain"), false, String(field));
});
