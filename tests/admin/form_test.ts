import assert from "node:assert/strict";
import { MOST_FILE_BYTES, readForm } from "../../admin/frame/form.ts";
import { fc, runs } from "../support/properties.ts";
import { tempStore } from "../support/service/run_cli.ts";

const TYPE = "multipart/form-data; boundary=XX";

/** A request whose body arrives in these pieces. */
function requestOf(
  pieces: Iterable<string | Uint8Array<ArrayBuffer>>,
  type = TYPE,
  /** Whether the sender leaves in the middle. */
  isCut = false,
): Request {
  const body = ReadableStream.from((function* () {
    for (const piece of pieces) yield typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
    if (isCut) throw new Deno.errors.BadResource("Cannot read request body as underlying resource unavailable");
  })());
  return new Request("http://127.0.0.1/", { method: "POST", body, headers: { "content-type": type } });
}

const field = (name: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string) =>
  `--XX\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`;

Deno.test("a form is read the same in whatever pieces it arrives", async () => {
  await using store = await tempStore();
  const content = "a,b\r\n--X\r\n--XY\r\n--X--XX-\r\n";
  const whole = `${field("id", "7")}${file("more.csv", content)}${field("é", "ü\r\n")}${file("", "")}--XX--\r\n`;
  const bytes = new TextEncoder().encode(whole);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 }), async (lengths) => {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0, nth = 0; at < bytes.length; at += lengths[nth++ % lengths.length] ?? 1) {
        pieces.push(bytes.slice(at, at + (lengths[nth % lengths.length] ?? 1)));
      }
      const form = await readForm(requestOf(pieces), store.folder);
      assert.deepEqual(form.fields, [["id", "7"], ["é", "ü\r\n"]]);
      assert.equal(form.files.length, 1);
      assert.equal(await Deno.readTextFile(form.files[0]?.path ?? ""), content);
    }),
    runs(100),
  );
});

Deno.test("the name of an uploaded file leads nowhere else", async () => {
  await using store = await tempStore();
  const names = [
    ["../../../etc/passwd", "passwd"],
    ["C:\\Users\\ann\\Bewertungen März.csv", "Bewertungen März.csv"],
    ["..", "file"],
    [".env", "env"],
    ["a\u0000b\u202e.csv", "ab.csv"],
    ["%22quoted%22.csv", "quoted.csv"],
    [`${"x".repeat(500)}.csv`, `${"x".repeat(76)}.csv`],
    // File systems allow 255 bytes.
    [`${"評".repeat(120)}.csv`, `${"評".repeat(76)}.csv`],
  ] as const;
  for (const [given, name] of names) {
    const form = await readForm(requestOf([file(given, "x"), "--XX--"]), store.folder);
    const [saved] = form.files;
    assert.equal(saved?.name, name, given);
    assert.equal(saved?.path, `${store.folder}/${saved?.id}/${name}`);
    const { mode } = await Deno.stat(saved?.path ?? "");
    // On Windows the rights of the folder apply.
    if (Deno.build.os !== "windows") assert.equal(mode! & 0o777, 0o600);
  }
});

Deno.test("a broken or too large form is refused and leaves no file", async () => {
  await using store = await tempStore();
  const megabyte = new Uint8Array(1_000_000);
  function* endless() {
    yield file("big.csv", "").slice(0, -2);
    for (let n = 0; n <= MOST_FILE_BYTES / megabyte.length; n++) yield megabyte;
  }
  const attacks: readonly (readonly [Request, RegExp])[] = [
    [requestOf(endless()), /more than 200 MB/],
    [requestOf([file("one.csv", "x"), file("two.csv", "y").slice(0, -9)]), /too early/],
    [requestOf([file("one.csv", "x"), "--XXjunk"]), /too early/],
    [requestOf([file("one.csv", "x"), `--XX\r\nX: ${"x".repeat(9000)}`]), /more than 8,192 bytes/],
    [requestOf([file("one.csv", "x"), field("a", "x".repeat(1_000_100))]), /bytes/],
    [requestOf([file("one.csv", "x"), ...["a", "b"].map((name) => field(name, "x".repeat(600_000)))]), /bytes/],
    [requestOf([file("one.csv", "x"), ...Array.from({ length: 2001 }, () => field("a", "x"))]), /2,000 parts/],
    [requestOf(["x".repeat(10_000)]), /bytes/],
    [requestOf([]), /too early/],
    [requestOf([file("one.csv", "x"), file("two.csv", "y").slice(0, -9)], TYPE, true), /too early/],
    [requestOf(["a=b"], "application/x-www-form-urlencoded", true), /too early/],
    [requestOf(["x".repeat(1_000_001)], "application/x-www-form-urlencoded"), /bytes/],
    [requestOf(["{}"], "application/json"), /not a form/],
    [requestOf(["id=1"], "text/plain"), /not a form/],
  ];
  for (const [request, message] of attacks) {
    await assert.rejects(readForm(request, store.folder), { message });
    assert.deepEqual(await Array.fromAsync(Deno.readDir(store.folder)), [], String(message));
  }
  await assert.rejects(readForm(requestOf([file("one.csv", "x"), "--XX--"]), null), { message: /not a form/ });
});
