import assert from "node:assert/strict";
import { fileContainer } from "../../../../cli/import/bytes/file_container.ts";

Deno.test("fileContainer() decides by a file's content, not by its name", () => {
  assert.equal(fileContainer('\n [{"rating": 5}]', "reviews.csv"), "json");
  assert.equal(fileContainer('{"reviews": [\n]}', "reviews.txt"), "json");
  assert.equal(fileContainer('{"rating": 5}\n{"rating": 4}\n', "reviews.json"), "ndjson");
  assert.equal(fileContainer('<?xml version="1.0"?>\n<rss version="2.0">', "reviews.html"), "xml");
  assert.equal(fileContainer('<?xml version="1.0"?>\n<!DOCTYPE html>\n<html>', "reviews.xml"), "html");
  assert.equal(fileContainer("rating,date\n5,2024-01-01", "reviews.txt"), "csv");
});

Deno.test("fileContainer() decides by the name if the content is ambiguous", () => {
  assert.equal(fileContainer('{"rating": 5}\n\n', "reviews.jsonl"), "ndjson");
  assert.equal(fileContainer('{"rating": 5}\n\n', "reviews.NDJSON"), "ndjson");
  assert.equal(fileContainer('{"rating": 5}\n\n', "reviews"), "json");
  assert.equal(fileContainer('{"rating": \n{"rating": 4}', "reviews.ndjson"), "ndjson");
  assert.equal(fileContainer('"reviews"', "reviews.json"), "json");
});
