import { print, printError } from "../../terminal/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { FLEET_HELP, FLEET_OPTIONS, readBusinesses, runForBusiness } from "./businesses.ts";

const decoder = new TextDecoder();

/** `fleet each`: runs a command for each business, one after the other. */
export const each: Subcommand = {
  help: `Run a command for each business, one after the other.

  deno task fleet each [options] -- COMMAND [ARGUMENTS]

COMMAND is a task, such as: each -- history list. {} in an argument stands for
the folder of the business. Exits with the highest code of them.

${FLEET_HELP}`,
  options: FLEET_OPTIONS,
  run: async (line) => {
    if (line.files.length === 0) throw new UsageError("each needs a command, such as: each -- history list.");
    let highest = 0;
    const businesses = await readBusinesses(line);
    for (const [index, business] of businesses.entries()) {
      print(`== ${business.name} (${index + 1} of ${businesses.length})`);
      const { code, stdout, stderr } = await runForBusiness(
        business,
        line.files.map((argument) => argument.replaceAll("{}", business.folder)),
      );
      highest = Math.max(highest, code);
      const [output, errors] = [decoder.decode(stdout).trimEnd(), stderr.trimEnd()];
      if (output !== "") print(output);
      if (errors !== "") printError(errors);
      if (code !== 0) print(`== ${business.name} ended with ${code}`);
    }
    return highest;
  },
};
