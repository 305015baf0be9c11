import assert from "node:assert/strict";
import { readSourceSettings } from "../../../cli/watch/source_settings.ts";

function settings(variables: Readonly<Record<string, string>>, file = "[]") {
  return readSourceSettings((name) => variables[name], () => file);
}

Deno.test("SOURCES lists folders, https URLs and locations of Google, with spaces between", () => {
  const SOURCES = " ./inbox/ C:\\Exports\\new https://shop.example/export.csv?key=secret google:accounts/1/locations/2";
  assert.deepEqual(settings({ SOURCES }), {
    sources: [
      { kind: "folder", name: "inbox", folder: "./inbox/" },
      { kind: "folder", name: "new", folder: "C:\\Exports\\new" },
      { kind: "url", name: "shop.example/export.csv", url: "https://shop.example/export.csv?key=secret" },
      { kind: "google", name: "google", location: "accounts/1/locations/2" },
    ],
    intervalMilliseconds: 3_600_000,
    allowCidrs: [],
  });
  assert.equal(settings({}), null);
});

Deno.test("SOURCES_FILE sets further options of each source", () => {
  const file = JSON.stringify([
    { name: "drop", folder: "in", map: { rating: "Points" }, scale: 10, skip_invalid: true, place: ["ChIJ1"] },
    { url: "https://shop.example/a.csv", token_file: "token", format: "judge-me", source: "shop" },
  ]);
  const read = settings({ SOURCES_FILE: "sources.json", SOURCES_ALLOW_CIDRS: "10.0.0.0/8, fd00::/8" }, file);
  assert.deepEqual(read?.allowCidrs, ["10.0.0.0/8", "fd00::/8"]);
  const options = { map: { rating: "Points" }, scale: 10, skip_invalid: true, place: ["ChIJ1"] };
  assert.deepEqual(read?.sources[0], { kind: "folder", name: "drop", folder: "in", ...options });
  assert.equal(read?.sources[1]?.name, "shop.example/a.csv");
});

Deno.test("an invalid source is refused in a sentence that names it", () => {
  const faults: readonly (readonly [variables: Readonly<Record<string, string>>, message: RegExp, file?: string])[] = [
    [{ SOURCES: "http://shop.example/a.csv" }, /^SOURCES has "http:\/\/shop\.example\/a\.csv"; allowed is https, /],
    [
      { SOURCES: "https://ann:secret@shop.example/" },
      /^(?!.*secret)SOURCES is not a valid source: url: Expected an https URL without user/,
    ],
    [{ SOURCES: "https://:secret@shop.example/" }, /^(?!.*secret)SOURCES is not a valid source: url: Expected/],
    [{ SOURCES: "google:locations/2" }, /accounts\/ID\/locations\/ID/],
    [{ SOURCES: "/a/inbox /b/inbox" }, /Two sources are called "inbox"/],
    [{ SOURCES: "a", SOURCES_FILE: "b" }, /both set/],
    [{ SOURCES: "a", SOURCES_INTERVAL_SECONDS: "59" }, /^SOURCES_INTERVAL_SECONDS is "59"/],
    [{ SOURCES: "a", SOURCES_ALLOW_CIDRS: "10.0.0.1" }, /^SOURCES_ALLOW_CIDRS is "10\.0\.0\.1"/],
    [{ SOURCES_FILE: "s.json" }, /^SOURCES_FILE is "s\.json": it is not JSON\.$/, "{"],
    [{ SOURCES_FILE: "s.json" }, /expected a JSON array/, "{}"],
    [
      { SOURCES_FILE: "s.json" },
      /^s\.json, entry 2 is not a valid source: it needs one of folder, url, google_location/,
      '[{"folder":"a"},{"path":"b"}]',
    ],
  ];
  for (const [variables, message, file] of faults) {
    assert.throws(() => settings(variables, file), { name: "ConfigurationError", message });
  }
});
