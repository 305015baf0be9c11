import { allowsText } from "./allows_text.ts";
import type { ApiOperation } from "./api_document.ts";
import type { ParameterValues } from "./operation_url.ts";

/** The faults that the document finds in a request: `query rating` for the query parameter `rating`, sorted. */
export function expectedFaults({ parameters }: ApiOperation, values: ParameterValues): readonly string[] {
  const names = new Set(
    parameters.filter((parameter) => {
      const texts = [values[parameter.name] ?? []].flat();
      // A parameter that is no list is given at most once.
      return texts.length === 0 ? parameter.required : texts.length > 1 || !allowsText(parameter, texts[0] ?? "");
    }).map(({ name }) => name),
  );
  // The one rule that no schema can say; the description of `until` does. Days in this form sort as text.
  const { since, until } = values;
  const areDays = typeof since === "string" && typeof until === "string" && !names.has("since") && !names.has("until");
  if (areDays && since > until) names.add("until");
  return parameters.filter(({ name }) => names.has(name)).map((parameter) => `${parameter.in} ${parameter.name}`)
    .sort();
}
