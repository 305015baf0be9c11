import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { pictureOf } from "../../domain/picture.ts";

/** Bytes of hexadecimal digits, and of text in quotation marks. */
function bytesOf(written: string): Buffer {
  return Buffer.concat(
    (written.match(/"[^"]*"|[^\s"]+/g) ?? []).map((part) =>
      part.startsWith('"') ? Buffer.from(part.slice(1, -1), "latin1") : Buffer.from(part, "hex")
    ),
  );
}

const JFIF = 'ffe0 0009 "JFIF" 00 0101';
const SCAN = "ffda 0004 0101 12ff00 34ffd0 56";
const EXIF = 'ffe1 002e "Exif" 0000';
const PLACE = "2588 0300 01000000 07000000 00000000";
const EXIF_LITTLE = `${EXIF} "II" 2a00 08000000 0200 1201 0300 01000000 06000000 ${PLACE}`;
const ORIENTED = 'ffe1 0022 "Exif" 0000 "MM" 002a 00000008 0001 0112 0003 00000001 00060000 00000000';

Deno.test("pictureOf() removes metadata and what follows the picture, and keeps colours and orientation", () => {
  const cases: readonly (readonly [type: string, from: string, to: string])[] = [
    ["png", '89 "PNG" 0d0a1a0a', ""],
    [
      "png",
      '89 "PNG" 0d0a1a0a 00000001 "IHDRxcrc4" 00000002 "eXIfxycrc4" 00000001 "gAMAxcrc4" 00000000 "IENDcrc4" "more"',
      '89 "PNG" 0d0a1a0a 00000001 "IHDRxcrc4" 00000001 "gAMAxcrc4" 00000000 "IENDcrc4"',
    ],
    ["png", '89 "PNG" 0d0a1a0a 00000001 "IHDRxcrc4" 000000ff "IDATxcrc4"', ""],
    ["jpeg", `ffd8 ${JFIF} fffe 0004 "hi" ffed 0004 "hi" ${SCAN} ffd9 "more"`, `ffd8 ${JFIF} ${SCAN} ffd9`],
    [
      "jpeg",
      `ffd8 ${EXIF_LITTLE} ${SCAN} ffc4 0003 00 ${SCAN} ffd9`,
      `ffd8 ${ORIENTED} ${SCAN} ffc4 0003 00 ${SCAN} ffd9`,
    ],
    ["jpeg", `ffd8 ${ORIENTED} ${SCAN} ffd9`, `ffd8 ${ORIENTED} ${SCAN} ffd9`],
    ["jpeg", `ffd8 ${JFIF} ${SCAN}`, ""],
    ["jpeg", 'ffd8 ffe1 00ff "Exif" ffd9', ""],
    ["jpeg", 'ffd8 ff "no marker"', ""],
    [
      "webp",
      '"RIFF" 22000000 "WEBPVP8X" 02000000 2c00 "EXIF" 01000000 4100 "XMP " 02000000 4141 "more"',
      '"RIFF" 0e000000 "WEBPVP8X" 02000000 2000',
    ],
    ["svg+xml", '"<svg a=b><metadata id=c><x/></metadata><g/></svg>"', '"<svg a=b><g/></svg>"'],
    ["gif", '"GIF89a"', ""],
  ];
  for (const [type, from, to] of cases) {
    const expected = to === "" ? null : { type: `image/${type}`, base64: bytesOf(to).toString("base64") };
    assert.deepEqual(pictureOf(bytesOf(from)), expected, from);
    if (to !== "") assert.deepEqual(pictureOf(bytesOf(to)), expected, "again");
  }
});
