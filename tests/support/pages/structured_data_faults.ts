import Validator from "@adobe/structured-data-validator";
import type { StructuredData } from "../../../domain/documents/structured_data.ts";

interface Issue {
  readonly severity: string;
}

/** What search engines would refuse in some JSON-LD, one line each; recommendations are left out. */
export async function structuredDataFaults(data: StructuredData): Promise<readonly string[]> {
  // As it arrives: members that are undefined are not there.
  const arrived = JSON.parse(JSON.stringify(data));
  const issues = await new Validator().validate({ jsonld: { [arrived["@type"]]: [arrived] } });
  return issues.filter(({ severity }: Issue) => severity === "ERROR").map((issue: Issue) => JSON.stringify(issue));
}
