import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { generateReviews } from "./generate_reviews.ts";

const [path = "", count = "", seed = ""] = Deno.args;
const dataset = generateReviews(Number(count), Number(seed));
const kv = await Deno.openKv(path);
const published = await publishDataset(kv, dataset, await readHead(kv), new Date());
const at = Date.now();
if (published.outcome !== "published") throw new Error(`The dataset was not published: ${published.outcome}.`);
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify({ revision: published.head.revision, at })));
kv.close();
