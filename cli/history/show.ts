import { escapedControls, pairs, print } from "../../terminal/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { shownSecond } from "../command/shown_time.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import {
  findRevision,
  revisionBytes,
  revisionJson,
  revisionNumber,
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
    const [text, ...more] = line.files;
    if (text === undefined || more.length > 0) {
      throw new UsageError(
        `show takes one revision number; it is given ${line.files.length}. "deno task history" lists them.`,
      );
    }
    const number = revisionNumber(text);
    return withHubStore(async (kv) => {
      const revisions = await readRevisions(kv);
      const record = findRevision(revisions, number);
      if (line.flag("json")) {
        print(JSON.stringify(revisionJson(record, revisions.published)));
        return 0;
      }
      const { head, publication } = record;
      const rows: readonly (readonly [string, string])[] = [
        ["revision", `${number}${number === revisions.published ? ", which is published" : ""}`],
        ["published", `${shownSecond(Date.parse(head.published_at))} UTC`],
        ["reviews", String(head.reviews)],
        ["insights", head.operator_insights ? "the operator's own" : "computed"],
        ["size", shownBytes(revisionBytes(record))],
        ["by", publication?.command ?? "-"],
        ...(publication?.sources ?? []).map((source): [string, string] => ["from", source]),
        ["changes", shownChanges(publication?.changes ?? null)],
      ];
      print(escapedControls(pairs(rows)));
      return 0;
    });
  },
};
