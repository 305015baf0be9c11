import { escapedControls, pairs, print } from "../../terminal/print.ts";
import type { Subcommand } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import {
  findRevision,
  revisionBytes,
  revisionJson,
  revisionNumbers,
  shownBytes,
  shownChanges,
} from "./shown_revision.ts";
import { readRevisions } from "../../domain/dataset/history.ts";

const HELP = `Show where a revision comes from.

  deno task history show [options] NUMBER

  --json   one object, for programs
  --help   this text`;

/** `history show`: shows one revision. */
export const show: Subcommand = {
  help: HELP,
  options: { json: { type: "boolean" } },
  run: (line) => {
    const [number = 0] = revisionNumbers(line, "show takes one revision number", 1, 1);
    return withHubStore(async (kv) => {
      const revisions = await readRevisions(kv);
      const record = findRevision(revisions, number);
      if (line.flag("json")) {
        print(JSON.stringify(revisionJson(record, revisions.published)));
        return 0;
      }
      const { head, publication } = record;
      print(escapedControls(pairs([
        ["revision", `${number}${number === revisions.published ? ", which is published" : ""}`],
        ["published", `${head.published_at.slice(0, 19).replace("T", " ")} UTC`],
        ["reviews", String(head.reviews)],
        ["insights", head.operator_insights ? "the operator's own" : "computed"],
        ["size", shownBytes(revisionBytes(record))],
        ["by", publication?.command ?? "-"],
        ...(publication?.sources ?? []).map((source) => ["from", source] as const),
        ["changes", shownChanges(publication?.changes ?? null)],
      ])));
      return 0;
    });
  },
};
