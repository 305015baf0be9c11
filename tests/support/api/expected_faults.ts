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
  // These rules are only in the descriptions of `until`, `max_rating` and `cursor`. Dates in this form sort as strings.
  const { since, until } = values;
  const { min_rating: least, max_rating: most } = values;
  const areStars = typeof least === "string" && typeof most === "string" && !names.has("min_rating") &&
    !names.has("max_rating");
  if (areStars && Number(least) > Number(most)) names.add("max_rating");
  const areDays = typeof since === "string" && typeof until === "string" && !names.has("since") && !names.has("until");
  if (areDays && since > until) names.add("until");
  // Looked at when all else is right. No generated text is a cursor of the data.
  if (names.size === 0 && typeof values["cursor"] === "string") names.add("cursor");
  return parameters.filter(({ name }) => names.has(name)).map((parameter) => `${parameter.in} ${parameter.name}`)
    .sort();
}
