import { DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";
import { assertImportsSurvive } from "../../support/import/imports_survive.ts";
import { PROXY_LOSSES, startLosingProxy } from "../../support/store/losing_proxy.ts";

Deno.test({
  name: `an import into a real store loses no review, whichever of its commits a proxy loses${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using denokv = await startDenokv();
    await using proxy = startLosingProxy(denokv.url);
    const lossAt = (nth: number) => PROXY_LOSSES[nth % PROXY_LOSSES.length]!;
    await assertImportsSurvive(denokv.url, proxy, (nth) => [lossAt(nth), lossAt(nth + 1)]);
  },
});
