import type { ApiOperation } from "./api_document.ts";

/** Values of parameters by name; a list means the parameter is given several times. */
export type ParameterValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * The path and query of a request for an operation with these parameters. Headers and unrelated path parameters are
 * left out; unknown names go into the query.
 *
 * @param encode Percent-encodes a value (RFC 3986 2.1).
 */
export function operationUrl(
  { path, parameters }: ApiOperation,
  values: ParameterValues,
  encode: (text: string) => string = encodeURIComponent,
): string {
  const places = new Map(parameters.map((parameter) => [parameter.name, parameter.in]));
  const query = Object.entries(values).filter(([name]) =>
    places.get(name) === undefined || places.get(name) === "query"
  )
    .flatMap(([name, value]) => [value].flat().map((text) => `${encodeURIComponent(name)}=${encode(text)}`));
  const place = path.replace(/\{(\w+)\}/g, (_, name) => encode([values[name] ?? ""].flat()[0] ?? ""));
  return query.length === 0 ? place : `${place}?${query.join("&")}`;
}
