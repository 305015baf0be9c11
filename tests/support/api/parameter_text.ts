import fc from "fast-check";
import type { ApiParameter, ApiSchema } from "./api_document.ts";
import { EDGE_TEXTS } from "./edge_texts.ts";

/** Generates well-formed strings for a parameter: around its bounds, in right and wrong spellings, and random ones. */
export function parameterText({ schema }: Pick<ApiParameter, "schema">): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: nearBounds(schema) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom(...EDGE_TEXTS) },
  );
}

function nearBounds(schema: ApiSchema): fc.Arbitrary<string> {
  if (schema.format === "date") return days();
  if (schema.enum !== undefined) return listed(schema.enum.map(String));
  if (schema.type === "integer" || schema.type === "number") return numbers(schema);
  return words(schema);
}

function listed(values: readonly string[]): fc.Arbitrary<string> {
  const value = fc.constantFrom(...values);
  return fc.oneof(value, value.map((text) => ` ${text}`), value.map((text) => text.toUpperCase()));
}

function numbers({ minimum = 0, maximum = 0 }: ApiSchema): fc.Arbitrary<string> {
  const whole = fc.integer({ min: minimum - 3, max: maximum + 3 }).map(String);
  const broken = fc.double({ min: minimum - 1, max: maximum + 1, noNaN: true }).map(String);
  const before = fc.constantFrom("", "", "", "+", "-", "0", "00", " ", "\t", "\u2212");
  const after = fc.constantFrom("", "", "", ".", ".0", ".50", "e0", "E1", " ", "\n", "n", "_", ",0");
  return fc.oneof(whole, broken, fc.tuple(before, whole, after).map((parts) => parts.join("")));
}

function days(): fc.Arbitrary<string> {
  const padded = (min: number, max: number, width: number) =>
    fc.integer({ min, max }).map((number) => String(number).padStart(width, "0"));
  const ends = [padded(2026, 2026, 4), padded(0, 13, 2), padded(0, 32, 2)] as const;
  const day = fc.tuple(fc.oneof(padded(0, 9999, 4), padded(1896, 2104, 4), ends[0]), ends[1], ends[2])
    .map((parts) => parts.join("-"));
  const loose = fc.tuple(padded(0, 12000, 1), padded(0, 13, 1), padded(0, 32, 1), fc.constantFrom("-", "/", ".", ""))
    .map(([year, month, date, separator]) => [year, month, date].join(separator));
  const february = fc.integer({ min: 0, max: 2500 }).map((year) => `${String(year).padStart(4, "0")}-02-29`);
  const after = fc.constantFrom("", "", "", "T00:00", "Z", " ", "\n", "0");
  return fc.oneof(day, february, loose, fc.tuple(fc.constantFrom("", " "), day, after).map((parts) => parts.join("")));
}

function words({ minLength = 0, maxLength = minLength + 40 }: ApiSchema): fc.Arbitrary<string> {
  const unit = fc.constantFrom("a", "é", "😀", "水", " ", "\u00a0", "'", '"', "%", "\u0000", "\u0085", "\t");
  const plain = fc.constantFrom("a", "é", "😀", "水", " ", "'");
  const length = fc.oneof(
    fc.integer({ min: Math.max(0, minLength - 2), max: minLength + 2 }),
    fc.integer({ min: maxLength - 2, max: maxLength + 2 }),
  );
  return length.chain((size) =>
    fc.array(fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: unit }), {
      minLength: size,
      maxLength: size,
    }).map((units) => units.join(""))
  );
}
