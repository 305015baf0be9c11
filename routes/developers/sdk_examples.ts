import { absoluteUrl } from "../../domain/site.ts";
import type { DataContext } from "../pages/frame/page_context.ts";
import { word } from "./shell.ts";

/** How a client in a language is made of the description. */
export interface Sdk {
  readonly language: string;
  readonly needs: string;
  readonly command: string;
}

/** The generators that are tried against this service (docs/clients.md), the smallest first. */
export function sdks({ site }: DataContext): readonly Sdk[] {
  const description = word(absoluteUrl(site, "/openapi.json"));
  return [
    {
      language: "TypeScript: types, for openapi-fetch",
      needs: "Node",
      command:
        `npx -y -p typescript@5.9.3 -p openapi-typescript@7.13.0 openapi-typescript ${description} -o reviews.d.ts`,
    },
    {
      language: "TypeScript: functions",
      needs: "Node 22.18",
      command:
        `npx -y -p typescript@5.9.3 -p @hey-api/openapi-ts@0.99.0 openapi-ts -i ${description} -o reviews-hey-api`,
    },
    {
      language: "Python",
      needs: "Python 3.11, pip install openapi-python-client==0.29.1",
      command: `openapi-python-client generate --url ${description} --output-path reviews-python`,
    },
    {
      language: "Go",
      needs: "Go 1.25, mkdir reviews",
      command: "go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client " +
        `-package reviews -o reviews/reviews.go ${description}`,
    },
    {
      language: "Java, and most others",
      needs: "Java 11, openapi-generator-cli 7.25.0",
      command: `java -jar openapi-generator-cli-7.25.0.jar generate -i ${description} -g java -o reviews-java`,
    },
  ];
}
