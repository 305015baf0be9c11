import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import { isBelow, lastPart, pathBeside } from "../../../cli/command/file_path.ts";

Deno.test("a file names another one beside itself, or absolutely, in the paths of each system", () => {
  assert.equal(pathBeside("/srv/acme/business.json", "img/logo.png", posix), "/srv/acme/img/logo.png");
  assert.equal(pathBeside("business.json", "logo.png", posix), "logo.png");
  assert.equal(pathBeside("business.json", "/srv/logo.png", posix), "/srv/logo.png");
  assert.equal(pathBeside("C:\\Acme\\business.json", "img/logo.png", win32), "C:\\Acme\\img\\logo.png");
  assert.equal(pathBeside("C:/Acme/business.json", "logo.png", win32), "C:\\Acme\\logo.png");
  assert.equal(pathBeside("business.json", "D:\\logo.png", win32), "D:\\logo.png");
});

Deno.test("a path is below a folder by its parts, in the paths of each system", () => {
  for (const inner of ["/srv/in/a.csv", "/srv/in/b/a.csv", "/srv/in/..a.csv"]) {
    assert.ok(isBelow("/srv/in", inner, posix), inner);
  }
  for (const other of ["/srv/in", "/srv/inbox/a.csv", "/srv/a.csv", "/srv"]) {
    assert.ok(!isBelow("/srv/in", other, posix), other);
  }
  assert.ok(isBelow("/", "/a.csv", posix));
  for (const inner of ["C:\\in\\a.csv", "c:\\IN\\b\\a.csv"]) assert.ok(isBelow("C:\\in", inner, win32), inner);
  for (const other of ["C:\\in", "C:\\inbox\\a.csv", "D:\\in\\a.csv", "\\\\host\\in\\a.csv"]) {
    assert.ok(!isBelow("C:\\in", other, win32), other);
  }
  assert.ok(isBelow("\\\\host\\share", "\\\\host\\share\\a.csv", win32));
});

Deno.test("the last part of a path is found with either separator", () => {
  const paths = ["/srv/a.csv", "C:\\Reviews\\a.csv", "C:/Reviews\\a.csv", "a.csv", "a.csv/", "a.csv\\."];
  assert.deepEqual(paths.map(lastPart), paths.map(() => "a.csv"));
  assert.deepEqual(["", "/", "."].map(lastPart), ["", "", ""]);
});
