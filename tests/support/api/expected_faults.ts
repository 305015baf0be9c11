import { allowsText } from "./allows_text.ts";
import type { ApiOperation } from "./api_document.ts";
import type { ParameterValues } from "./operation_url.ts";

/** The faults of a request according to the document, sorted: `query rating` for the query parameter `rating`. */
export function expectedFaults({ parameters }: ApiOperation, values: ParameterValues): readonly string[] {
  const names = new Set(
    parameters.filter((parameter) => {
      const texts = [values[parameter.name] ?? []].flat();
      // No parameter is a list, so each is given at most once.
      return texts.length === 0 ? parameter.required : texts.length > 1 || !allowsText(parameter, texts[0] ?? "");
    }).map(({ name }) => name),
  );
  // This rule is only in the description of `until`. Dates in this form sort as strings.
  const { since, until } = values;
  const areDays = typeof since === "string" && typeof until === "string" && !names.has("since") && !names.has("until");
  if (areDays && since > until) names.add("until");
  return parameters.filter(({ name }) => names.has(name)).map((parameter) => `${parameter.in} ${parameter.name}`)
    .sort();
}
