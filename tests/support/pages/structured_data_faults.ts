import Validator from "@adobe/structured-data-validator";
import type { StructuredData } from "../../../domain/documents/structured_data.ts";

interface Issue {
  readonly severity: string;
}

/** Errors that search engines would report in some JSON-LD, one line each; recommendations are omitted. */
export async function structuredDataFaults(data: StructuredData): Promise<readonly string[]> {
  // Serialised and parsed, so that undefined members disappear.
  const arrived = JSON.parse(JSON.stringify(data));
  const issues = await new Validator().validate({ jsonld: { [arrived["@type"]]: [arrived] } });
  return issues.filter(({ severity }: Issue) => severity === "ERROR").map((issue: Issue) => JSON.stringify(issue));
}
