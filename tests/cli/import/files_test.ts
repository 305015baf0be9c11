import { fixture } from "../../support/import/import_reading.ts";
import { testScripts } from "../../support/import/scripts.ts";

testScripts(fixture("files.txt"), "a file with ");
for (const subject of ["identity", "remembered", "replacement", "taxonomy", "verification"]) {
  testScripts(fixture(`../scripts/${subject}.txt`));
}
