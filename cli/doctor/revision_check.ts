import { archiveFaults } from "../../domain/dataset/archive/archive_faults.ts";
import { archivedBodies, archivedTaxonomy, type DatasetArchive } from "../../domain/dataset/dataset_archive.ts";
import type { DatasetHead } from "../../domain/dataset/dataset_head.ts";
import { MissingArchiveError, readPublished } from "../../domain/dataset/dataset_store.ts";
import { readReviewsDocument } from "../../domain/documents/reviews_document.ts";
import type { Store } from "../../domain/store/store.ts";
import { misfitLines } from "../insights/taxonomy_lines.ts";
import type { SampleData } from "../service/configuration.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

const IMPORT_ADVICE = "Import your own: deno task import FILE --business business.json.";

/** What was found out about the published revision. */
export interface CheckedRevision {
  readonly findings: readonly Finding[];
  /** Null where nothing is published. */
  readonly head: DatasetHead | null;
}

/** Reads the published revision, all of it, and checks it against its head. Rejects where the store cannot be read. */
export async function checkRevision(kv: Store, sampleData: SampleData): Promise<CheckedRevision> {
  try {
    const { before: { value: head }, archive } = await readPublished(kv);
    if (head === null || archive === null) {
      const text = "Nothing is published yet: the service serves no reviews.";
      return { findings: [warning("revision", text, IMPORT_ADVICE)], head: null };
    }
    const finding = judge(head, archiveFaults(archive, head.reviews), sampleData);
    return { findings: finding.status === "ok" ? [finding, ...taxonomyFindings(head, archive)] : [finding], head };
  } catch (error) {
    if (!(error instanceof MissingArchiveError)) throw error;
    return { findings: [fault("revision", error.message)], head: error.before.value };
  }
}

function judge(
  { revision, reviews, published_at, sample }: DatasetHead,
  faults: readonly string[],
  sampleData: SampleData,
): Finding {
  if (faults.length > 0) {
    const text = `Revision ${revision}, which is published, is damaged. ${faults.join(" ")}`;
    return fault(
      "revision",
      text,
      "Put a backup of the store in its place, or import everything anew with --replace-all.",
    );
  }
  const what = `${reviews} ${reviews === 1 ? "review" : "reviews"}, published at ${published_at}`;
  if (sample) {
    const text = sampleData === "never"
      ? "The store holds the fictional sample, which is not served here: the service serves no reviews."
      : `What is published is the fictional sample: ${what}.`;
    return warning("revision", text, IMPORT_ADVICE);
  }
  return ok("revision", `${what}, whole and as its digest says.`);
}

/** What shows that the taxonomy of computed insights does not fit the reviews. */
function taxonomyFindings({ operator_insights }: DatasetHead, archive: DatasetArchive): readonly Finding[] {
  if (operator_insights) return [];
  const { business, reviews } = readReviewsDocument(archivedBodies(archive, "/reviews.json").identity.bytes);
  const lines = misfitLines({ business, reviews, taxonomy: archivedTaxonomy(archive) });
  return lines.map((line) => warning("taxonomy", line, "docs/insights.md shows how to choose or write one."));
}
