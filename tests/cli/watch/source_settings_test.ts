import assert from "node:assert/strict";
import { readSourceSettings } from "../../../cli/watch/source_settings.ts";

function settings(entries: unknown, variables: Readonly<Record<string, string>> = {}) {
  const given: Readonly<Record<string, string>> = { SOURCES_FILE: "s.json", ...variables };
  return readSourceSettings((name) => given[name], () => JSON.stringify(entries));
}

Deno.test("SOURCES_FILE lists folders, https URLs and locations of Google, whose names show no key", () => {
  const entries = [
    { folder: "./inbox/" },
    { folder: "C:\\Exports\\new" },
    { url: "https://shop.example/export.csv?key=secret" },
    { google_location: "accounts/1/locations/2" },
  ];
  assert.deepEqual(settings(entries), {
    sources: [
      { kind: "folder", name: "inbox", folder: "./inbox/" },
      { kind: "folder", name: "new", folder: "C:\\Exports\\new" },
      { kind: "url", name: "shop.example/export.csv", url: "https://shop.example/export.csv?key=secret" },
      { kind: "google", name: "google", location: "accounts/1/locations/2" },
    ],
    intervalMilliseconds: 3_600_000,
    allowCidrs: [],
  });
  assert.equal(settings([], { SOURCES_FILE: "" }), null);
});

Deno.test("SOURCES_FILE sets further options of each source", () => {
  const entries = [
    { name: "drop", folder: "in", map: { rating: "Points" }, scale: 10, skip_invalid: true, place: ["ChIJ1"] },
    { url: "https://shop.example/a.csv", token_file: "token", format: "judge-me", source: "shop" },
  ];
  const read = settings(entries, { SOURCES_ALLOW_CIDRS: "10.0.0.0/8, fd00::/8" });
  assert.deepEqual(read?.allowCidrs, ["10.0.0.0/8", "fd00::/8"]);
  const options = { map: { rating: "Points" }, scale: 10, skip_invalid: true, place: ["ChIJ1"] };
  assert.deepEqual(read?.sources[0], { kind: "folder", name: "drop", folder: "in", ...options });
  assert.equal(read?.sources[1]?.name, "shop.example/a.csv");
});
