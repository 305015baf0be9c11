import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { API_DOCUMENT, type ApiParameter, type ApiSchema } from "./api_document.ts";
import { fc } from "../properties.ts";

/** Strings on which parsers of numbers, dates and words disagree. All can be encoded in a URL. */
export const EDGE_TEXTS: readonly string[] = [
  ...["", " ", "\t", "\n", "\u00a0", "\u3000", "\ufeff"],
  ...["05", "+5", " 5", "5 ", "5\n", "5.", ".5", "5.0", "5.5", "4.99", "5.01", "1e0", "1e1", "0x5", "5n", "1_0"],
  ...["５", "٥", "NaN", "Infinity", "-Infinity", "-0", "-1", "0", "0.99", "1", "5", "6", "20", "99", "100", "101"],
  "9".repeat(400),
  ...["null", "undefined", "true", "false", "[]", "{}", "[5]", "1,2", "1;2"],
  ...["2024-02-29", "2023-02-29", "2026-02-30", "1900-02-29", "2000-02-29", "2026-04-31", "2026-00-10", "2026-13-01"],
  ...["2026-01-00", "2026-01-32", "2024-2-9", "24-02-09", "02024-02-09", "-2024-02-09", "+2024-02-09", "0000-01-01"],
  ...["9999-12-31", "10000-01-01", "2024-02-09 ", " 2024-02-09", "2024-02-09\n", "2024-02-09T00:00:00Z", "20240209"],
  ...["2024-W06-5", "2024-040", "2024/02/09", "２０２４-02-09"],
  ...["\u0000", "a\u0000b", "a\u0007b", "a\u007fb", "a\u0085b", "a\nb", "a\u2028b", "\u200b", "e\u0301"],
  ...["a", "a".repeat(199), "a".repeat(200), "a".repeat(201), " ".repeat(200), "a".repeat(10_000), " ".repeat(5000)],
  ...["😀", "😀".repeat(100), "😀".repeat(101), "😀".repeat(200), "😀".repeat(201), "👩‍👩‍👧‍👦", "\ufffd"],
  ...["%", "%41", "a&b=c#d", "a/b", "..;"],
];

// Values have exactly one spelling here; 05, +5, 5., 1e1 and 0x5 are none, though some parsers accept them.
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  integer: /^-?(?:0|[1-9][0-9]*)$/,
  number: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/,
  boolean: /^(?:true|false)$/,
};

/** Whether the document allows a string as value of a parameter: parsed as the declared type it matches the schema. */
export function allowsText({ schema }: Pick<ApiParameter, "schema">, text: string): boolean {
  const spelling = SPELLINGS[String(schema.type)];
  // JSON numbers have no maximum, but those of the validator do.
  const value = !spelling?.test(text)
    ? text
    : schema.type === "boolean"
    ? text === "true"
    : Math.min(Number(text), Number.MAX_VALUE);
  return schemaFaults(schema, value).length === 0;
}

// Not a urn, as Ajv does not resolve references against one.
const BASE = "http://document.invalid/";

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
// A CommonJS package: its types and the imported value differ by one `default`.
(addFormats as unknown as typeof addFormats.default)(ajv, ["date", "date-time", "uri", "email"]);
ajv.addSchema({ $id: BASE, $defs: prepared(API_DOCUMENT.components.schemas) as Record<string, object> });
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/**
 * Validates a value against a schema of the document (JSON Schema 2020-12 with formats); empty if it is valid. Members
 * that the document does not name are faults.
 */
export function schemaFaults(schema: ApiSchema, value: unknown): readonly string[] {
  const key = JSON.stringify(schema);
  let validate = validators.get(key);
  if (validate === undefined) {
    validate = ajv.compile(prepared(schema) as object);
    validators.set(key, validate);
  }
  if (validate(value)) return [];
  // A wrong schema can cause a fault per member: the first few are enough.
  return (validate.errors ?? []).slice(0, 10).map(({ instancePath, message, params }) =>
    `${instancePath || "/"} ${message} ${JSON.stringify(params)}`
  );
}

/** The schemas for the validator: objects without additional members, references absolute. */
function prepared(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(prepared);
  if (typeof part === "string") return part.replace(/^#\/components\/schemas\//, `${BASE}#/$$defs/`);
  if (typeof part !== "object" || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, prepared(value)]));
  const isOpenObject = copy["type"] !== undefined && typeof copy["properties"] === "object" &&
    copy["additionalProperties"] === undefined;
  return isOpenObject ? { ...copy, additionalProperties: false } : copy;
}

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
  if (schema.type === "boolean") return listed(["true", "false"]);
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
