import type { ImportFormat } from "./import_format.ts";
import { REVIEWS_JSON } from "./reviews_json.ts";

/** Reviews as this server publishes them, one JSON object on each line. */
export const NDJSON: ImportFormat = { ...REVIEWS_JSON, name: "ndjson", containers: ["ndjson"] };
