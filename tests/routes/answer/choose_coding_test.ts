import assert from "node:assert/strict";
import { chooseCoding } from "../../../routes/answer/choose_coding.ts";

const all = () => true;

Deno.test("chooseCoding() takes the highest weight, and the smallest body among equals", () => {
  const cases: readonly [string | null, string][] = [
    [null, "identity"],
    ["", "identity"],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["gzip, br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["zstd, gzip", "zstd"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["GZIP ; Q=0.8", "gzip"],
    ["*", "br"],
    ["*;q=0.5, gzip;q=0.6", "gzip"],
    ["br;q=0, *", "zstd"],
    ["identity", "identity"],
    ["identity, gzip;q=0.5", "identity"],
    ["gzip;q=0", "identity"],
    ["deflate", "identity"],
    ["gzip;q=nonsense", "gzip"],
    ["identity;q=0", "identity"],
    ["*;q=0", "identity"],
    ["gzip;q=0.001", "gzip"],
  ];
  for (const [field, expected] of cases) assert.equal(chooseCoding(field, all), expected, String(field));
});

Deno.test("chooseCoding() offers only what is available", () => {
  assert.equal(chooseCoding("br, gzip;q=0.1", (coding) => coding === "gzip" || coding === "identity"), "gzip");
  assert.equal(chooseCoding("br", (coding) => coding === "identity"), "identity");
});
