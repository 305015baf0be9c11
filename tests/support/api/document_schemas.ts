import { API_CALLBACKS, API_DOCUMENT, API_OPERATIONS, type ApiSchema } from "./api_document.ts";

/** All schemas of the document, nested ones included, by their place; references are not followed. */
export function documentSchemas(): ReadonlyMap<string, ApiSchema> {
  const found = new Map<string, ApiSchema>();
  const { schemas, headers, parameters } = API_DOCUMENT.components;
  for (const [name, schema] of Object.entries(schemas)) add(found, name, schema);
  for (const [name, { schema }] of Object.entries({ ...headers, ...parameters })) add(found, name, schema);
  for (const { operationId, parameters, requestBody, responses } of [...API_OPERATIONS, ...API_CALLBACKS]) {
    for (const { name, schema } of parameters) add(found, `${operationId} ${name}`, schema);
    for (const { schema } of Object.values(requestBody?.content ?? {})) add(found, `${operationId} body`, schema);
    for (const [status, { content }] of Object.entries(responses)) {
      for (const { schema } of Object.values(content)) add(found, `${operationId} ${status}`, schema);
    }
  }
  return found;
}

function add(found: Map<string, ApiSchema>, place: string, schema: ApiSchema): void {
  found.set(place, schema);
  const { items, properties, additionalProperties } = schema;
  if (items !== undefined) add(found, `${place}[]`, items);
  if (typeof additionalProperties === "object") add(found, `${place}{}`, additionalProperties);
  for (const [name, member] of Object.entries(properties ?? {})) add(found, `${place}.${name}`, member);
}
