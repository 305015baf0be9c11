import Validator from "@adobe/structured-data-validator";
import type { StructuredData } from "../../../domain/documents/structured_data.ts";

const ROOT = new URL("../../../", import.meta.url);

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

/** What the types of schema.org's vocabulary refuse in some JSON-LD, as the compiler says it; empty if nothing. */
export async function vocabularyFaults(data: readonly StructuredData[]): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    const values = data.map((one) => JSON.stringify(one)).join(",\n");
    await Deno.writeTextFile(
      file,
      'import type { LocalBusiness, Review, WithContext } from "schema-dts";\n' +
        `export const data: (WithContext<LocalBusiness> | WithContext<Review>)[] = [${values}];\n`,
    );
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "-q", "--config", "deno.dev.json", file],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
    }).output();
    return success ? "" : new TextDecoder().decode(stderr);
  } finally {
    await Deno.remove(file);
  }
}
