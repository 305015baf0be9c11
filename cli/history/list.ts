import { print, table } from "../../terminal/print.ts";
import { refuseArguments, type Subcommand } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import type { RevisionRecord } from "../../domain/dataset/dataset_store.ts";
import { shownChanges, shownCommand } from "./shown_revision.ts";
import { readRevisions, type RevisionList } from "../../domain/dataset/history.ts";
import { cutText, terminalText } from "../../terminal/terminal_text.ts";

const HELP = `List the kept revisions, the newest first. A star marks the published one.

  deno task history [list] [options]

Times are UTC. KEPT_REVISIONS sets how many are kept.

  --json   one array of objects, with the whole paths of the sources
  --help   this text`;

const COLUMNS = 80;

/** `history list`: lists revisions. */
export const list: Subcommand = {
  help: HELP,
  options: { json: { type: "boolean" } },
  run: (line) => {
    refuseArguments(line, "list", "diff takes the numbers of two revisions");
    return withHubStore(async (kv) => {
      const revisions = await readRevisions(kv);
      const json = () =>
        JSON.stringify(revisions.entries.map(({ record }) => revisionJson(record, revisions.published)));
      print(line.flag("json") ? json() : listing(revisions));
      return 0;
    });
  },
};

function listing({ entries, published }: RevisionList): string {
  if (entries.length === 0) return "Nothing is published yet.";
  const lines = table(
    ["REVISION", "PUBLISHED", "REVIEWS", "SIZE", "CHANGES", "BY"],
    entries.map(({ record }) => {
      const { head, publication } = record;
      return [
        `${head.number}${head.number === published ? " *" : ""}`,
        head.published_at.slice(0, 16).replace("T", " "),
        String(head.reviews),
        shownBytes(revisionBytes(record)),
        shownChanges(publication?.changes ?? null),
        terminalText(shownCommand(record)),
      ];
    }),
  );
  return lines.split("\n").map((line) => cutText(line, COLUMNS)).join("\n");
}

/** The bytes of a revision's archive in the store, without keys. */
function revisionBytes({ head }: RevisionRecord): number {
  return head.parts.reduce((sum, { length }) => sum + length, 0);
}

/** Formats bytes: `12 kB`, `3.4 MB`. */
function shownBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function revisionJson(record: RevisionRecord, published: number | null) {
  const { head, publication } = record;
  return {
    revision: head.number,
    is_published: head.number === published,
    published_at: head.published_at,
    reviews: head.reviews,
    bytes: revisionBytes(record),
    command: publication?.command ?? null,
    sources: publication?.sources ?? [],
    changes: publication?.changes ?? null,
  };
}
