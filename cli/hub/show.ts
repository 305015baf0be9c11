import { pairs, print } from "../../terminal/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { entriesById, hubRows, rowTable, shownMember, type ShownRow } from "./shown_rows.ts";

const HELP = `Show one subscription, without its secret and the query of its callback.

  deno task hub show ID [options]

ID may be cut to 4 characters. Also shows unverified requests and unsent
denials. Times are UTC.

  --json   one array of objects, as list prints it
  --help   this text`;

/** `hub show`: shows all entries of one id. */
export const show: Subcommand = {
  help: HELP,
  options: { json: { type: "boolean" } },
  run: (line) => {
    if (line.files.length !== 1) {
      throw new UsageError(`show takes one id; it is given ${line.files.length}. "deno task hub list" shows the ids.`);
    }
    return withHubStore(async (kv) => {
      const rows = await hubRows(kv, (await entriesById(kv, line.files)).flat(), Date.now());
      print(line.flag("json") ? JSON.stringify(rows, null, 2) : rows.map(textOf).join("\n\n"));
      return 0;
    });
  },
};

function textOf({ attempts, ...row }: ShownRow): string {
  const text = pairs(Object.keys(row).map((member) => [member.replaceAll("_", " "), shownMember(row, member)]));
  if (!Array.isArray(attempts) || attempts.length === 0) return text;
  return `${text}\n\n${rowTable(["at", "version", "result", "milliseconds"], attempts)}`;
}
