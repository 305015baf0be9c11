import { hubEntries } from "../../websub/subscription_commands.ts";
import { print } from "../../terminal/print.ts";
import { refuseArguments, type Subcommand } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { hubRows, NAMING, rowTable, topicOption } from "./shown_rows.ts";

const HELP = `List subscriptions, unverified requests, and denials to send.

  deno task hub list [options]

Times are UTC. Secrets and queries of callbacks are never shown.

  --topic TOPIC   only this topic, by its path or URL
  --host HOST     only callbacks on this host
  --failing       only subscriptions that wait for a retry
  --json          one array of objects, for programs
  --help          this text`;

const COLUMNS = [...NAMING, "state", "delivery", "attempt", "next_attempt_at", "last_result", "expires_at", "signed"];

/** `hub list`: lists what the hub stores about subscribers. */
export const list: Subcommand = {
  help: HELP,
  options: {
    topic: { type: "string" },
    host: { type: "string" },
    failing: { type: "boolean" },
    json: { type: "boolean" },
  },
  run: (line) => {
    refuseArguments(line, "list", "show takes the id of a subscription");
    const [path, hostText] = [topicOption(line), line.text("host")];
    // As in a callback: in lower case, and without a port.
    const host = hostText === null ? null : URL.parse(`https://${hostText}/`)?.hostname ?? hostText;
    return withHubStore(async (kv) => {
      const entries = (await Array.fromAsync(hubEntries(kv))).filter(({ entry: { value } }) =>
        (path === null || value.path === path) && (host === null || value.callback.host === host)
      );
      const all = await hubRows(kv, entries, Date.now());
      const rows = line.flag("failing") ? all.filter(({ state }) => state === "retry") : all;
      if (line.flag("json")) print(JSON.stringify(rows, null, 2));
      else print(rows.length === 0 ? "No subscriptions." : rowTable(COLUMNS, rows));
      return 0;
    });
  },
};
