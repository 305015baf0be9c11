import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import assert from "node:assert/strict";
import { API_DOCUMENT, API_TEXT } from "../support/api/api_document.ts";

async function spectralFindings(document: object): Promise<readonly string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: spectralRulesets.oas as RulesetDefinition });
  const results = await spectral.run(JSON.stringify(document));
  return results.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`);
}

async function redoclyFindings(document: object): Promise<readonly string[]> {
  // `default` stands for the errors of one shape, which this rule does not count.
  const config = await createConfig({ extends: ["recommended"], rules: { "operation-4xx-response": "off" } });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

for (const [name, findings] of Object.entries({ Spectral: spectralFindings, Redocly: redoclyFindings })) {
  Deno.test(`${name} reports nothing on openapi.json, but an answer without description and an unused schema`, async () => {
    assert.deepEqual((await findings(API_DOCUMENT)).slice(0, 10), []);
    const { components, ...document } = JSON.parse(API_TEXT, (key, value) => {
      if (key === "DataNotModified") delete value.description;
      return value;
    });
    const schemas = { ...components.schemas, Unused: { type: "string", maxLength: 1 } };
    const found = (await findings({ ...document, components: { ...components, schemas } })).join("\n");
    assert.match(found, /description/);
    assert.match(found, /unused-component.*Unused/);
  });
}
