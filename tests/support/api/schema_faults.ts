import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { API_DOCUMENT, type ApiSchema } from "./api_document.ts";

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
  return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message, params }) =>
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
