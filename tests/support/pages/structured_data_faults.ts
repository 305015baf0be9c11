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

/**
 * What the types of schema.org's vocabulary refuse in some JSON-LD, as the compiler says it, a text for each; empty if
 * nothing. The compiler needs seconds to read the vocabulary, so that all is given to it at once.
 */
export async function vocabularyFaults(data: readonly StructuredData[]): Promise<readonly string[]> {
  const folder = await Deno.makeTempDir();
  try {
    const files = data.map((_, at) => `${folder}/data_${at}.ts`);
    await Promise.all(data.map((one, at) =>
      Deno.writeTextFile(
        files[at] ?? "",
        'import type { LocalBusiness, Review, WithContext } from "schema-dts";\n' +
          `export const data: WithContext<LocalBusiness> | WithContext<Review> = ${JSON.stringify(one)};\n`,
      )
    ));
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "-q", "--config", "deno.dev.json", ...files],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
    }).output();
    const faults = new TextDecoder().decode(stderr).split(/(?=^TS\d+ )/m);
    const found = files.map((file) => faults.filter((fault) => fault.includes(file)).join(""));
    if (success !== found.every((text) => text === "")) throw new Error(faults.join(""));
    return found;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
