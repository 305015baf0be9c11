import { importTests } from "../support/import_tests.ts";

await importTests(import.meta);
