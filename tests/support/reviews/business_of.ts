import { type Business, BusinessFile } from "../../../domain/business.ts";

/** A valid business; only what a test is about needs to be given. */
export function businessOf(members: Partial<Business> = {}): Business {
  return BusinessFile.parse({ name: "Acme Heating", ...members });
}
