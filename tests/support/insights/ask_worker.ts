import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { analysisHelper } from "../../../domain/insights/analysis/analysis_helper.ts";
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";

// Run by a test with few permissions: asks the worker of the analysis, given the business of the sample or none, and
// prints what comes of it.
const business = Deno.args[0] === "none" ? JSON.parse("{}") : sampleDataset().business;
const { work, close } = analysisHelper(business, builtInTaxonomy("home_services"));
const end = await work([]).then(() => "answered", () => "rejected");
close();
Deno.stdout.writeSync(new TextEncoder().encode(end));
