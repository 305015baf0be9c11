import type { ImportFormat } from "../import_format.ts";
import { REVIEWS_JSON } from "./reviews_json.ts";

/** Reviews as this service publishes them, one JSON object per line. */
export const NDJSON: ImportFormat = { ...REVIEWS_JSON, name: "ndjson", containers: ["ndjson"] };
