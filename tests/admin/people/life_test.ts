import assert from "node:assert/strict";
import { passkeyPage } from "../../support/admin/passkey_page.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

Deno.test("a person joins", async () => {
  await using page = await passkeyPage([reviewOf()]);
  const ann = await page.join("Ann");
  console.log((await ann.get("/people")).text);
  console.log(page.log);
});
