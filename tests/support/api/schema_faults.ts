import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { API_DOCUMENT, type ApiSchema } from "./api_document.ts";

// A urn would be shorter, but Ajv does not resolve references against one.
const BASE = "http://document.invalid/";

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
// The package is CommonJS: its types and what is imported differ by one `default`.
(addFormats as unknown as typeof addFormats.default)(ajv, ["date", "date-time", "uri", "email"]);
ajv.addSchema({ $id: BASE, $defs: prepared(API_DOCUMENT.components.schemas) as Record<string, object> });
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/**
 * Lists what is wrong with a value by a schema of the document (JSON Schema 2020-12, with formats);
 * empty when the value is allowed. A member that the document does not name is a fault too.
 */
export function schemaFaults(schema: ApiSchema, value: unknown): readonly string[] {
  const key = JSON.stringify(schema);
  let validate = validators.get(key);
  if (validate === undefined) {
    validate = ajv.compile(prepared(schema) as object);
    validators.set(key, validate);
  }
  if (validate(value)) return [];
  // A wrong schema can be wrong for every member: the first few tell.
  return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message, params }) =>
    `${instancePath || "/"} ${message} ${JSON.stringify(params)}`
  );
}

/** The same schemas for the validator: objects have no other members than those named, references are absolute. */
function prepared(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(prepared);
  if (typeof part === "string") return part.replace(/^#\/components\/schemas\//, `${BASE}#/$$defs/`);
  if (typeof part !== "object" || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, prepared(value)]));
  const isOpenObject = copy["type"] !== undefined && typeof copy["properties"] === "object" &&
    copy["additionalProperties"] === undefined;
  return isOpenObject ? { ...copy, additionalProperties: false } : copy;
}
