import { type Business, BusinessFile } from "../../../domain/business.ts";

/** A valid business; tests only give the members that matter. */
export function businessOf(members: Partial<Business> = {}): Business {
  return BusinessFile.parse({ name: "Acme Heating", ...members });
}
