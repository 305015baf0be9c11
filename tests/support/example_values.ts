import type { ApiOperation, ApiParameter } from "./api_document.ts";

/** The documented examples of an operation's parameters, as text by name. */
export function exampleValues(operation: ApiOperation, places: readonly ApiParameter["in"][]): Record<string, string> {
  return Object.fromEntries(
    operation.parameters.filter((parameter) => places.includes(parameter.in)).map(({ name, example, schema }) => {
      const text = example ?? schema.examples?.[0];
      if (text === undefined) throw new Error(`Parameter ${name} has no example.`);
      return [name, String(text)];
    }),
  );
}
