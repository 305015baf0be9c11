import configuration from "../deno.json" with { type: "json" };
import { print } from "./command/print.ts";
import { type CommandLine, runCommand, UsageError } from "./command/run_command.ts";

const HELP = `Print the completions of all tasks that have --help, for a shell.

  deno task completions bash|zsh|fish

They are made of the help texts, which takes some seconds:

  deno task completions bash > ~/.local/share/public-reviews.bash
  echo 'source ~/.local/share/public-reviews.bash' >> ~/.bashrc

They complete \`deno task\` in this folder, and leave deno as it is elsewhere.

  --help   this text`;

/** Ends the description of a task that answers `--help`. */
const SEE_HELP = " (see --help)";
const ROOT = new URL("../", import.meta.url);

/** Words that may follow a command, with their descriptions. */
type Words = readonly (readonly [word: string, description: string])[];

/** Words by the command before them: `""` for the tasks, `hub` for its subcommands, `hub list` for its options. */
export type CompletionTable = ReadonlyMap<string, Words>;

/** Finds the options and subcommands in the help text of a task or subcommand. */
export function helpWords(task: string, help: string): Words {
  const line = new RegExp(`^  (?:deno task ${task} ([a-z]+)(?: [^ ]+)*|(--[a-z-]+)(?:, -[a-z])?(?: [^ ]+)*) {2,}(.+)$`);
  return help.split("\n").flatMap((text) => {
    const [, subcommand, option, description] = line.exec(text) ?? [];
    const word = subcommand ?? option;
    return word === undefined || description === undefined ? [] : [[word, description] as const];
  });
}

/** Writes the completion script of a shell. */
export const SCRIPTS: Readonly<Record<string, (table: CompletionTable) => string>> = {
  bash: (table) =>
    `${posixWords(table)}
_public_reviews() {
  local word=\${COMP_WORDS[COMP_CWORD]} key= found
  if [[ \${COMP_WORDS[1]} != task || $COMP_CWORD -lt 2 || ! -f cli/completions.ts ]]; then
    [[ -z $_public_reviews_before ]] || "$_public_reviews_before" "$@"
    return
  fi
  ((COMP_CWORD > 2)) && key=\${COMP_WORDS[2]}
  ((COMP_CWORD > 3)) && [[ -n $(_public_reviews_words "$key \${COMP_WORDS[3]}") ]] && key+=" \${COMP_WORDS[3]}"
  found=$(_public_reviews_words "$key" | cut -d: -f1)
  [[ $word == -* ]] || found=$(grep -v ^- <<<"$found")
  COMPREPLY=($(compgen -W "$found" -- "$word"))
}
_public_reviews_before=$(complete -p deno 2>/dev/null | sed -n 's/.* -F \\([^ ]*\\).*/\\1/p')
[[ $_public_reviews_before != _public_reviews ]] || _public_reviews_before=
complete -o default -F _public_reviews deno`,
  zsh: (table) =>
    `${posixWords(table)}
_public_reviews() {
  local key=
  if [[ $words[2] != task || $CURRENT -lt 3 || ! -f cli/completions.ts ]]; then
    [[ -z $_public_reviews_before ]] || $_public_reviews_before "$@"
    return
  fi
  ((CURRENT > 3)) && key=$words[3]
  ((CURRENT > 4)) && [[ -n $(_public_reviews_words "$key $words[4]") ]] && key+=" $words[4]"
  local -a found=("\${(@f)$(_public_reviews_words "$key")}")
  [[ $words[CURRENT] == -* ]] || found=("\${(@)found:#-*}")
  [[ -n $found ]] && _describe '' found || _files
}
[[ $_comps[deno] == _public_reviews ]] || _public_reviews_before=$_comps[deno]
compdef _public_reviews deno`,
  fish: (table) =>
    `# Loads those of deno first, because they would replace these.
complete -C 'deno ' >/dev/null
function _public_reviews
    set -l before (commandline -opc)
    test "$before[2]" = task -a -f cli/completions.ts; or return 1
    set -l key "$before[3]"
    set -q before[4]; and _public_reviews_words "$key $before[4]" >/dev/null; and set key "$key $before[4]"
    _public_reviews_words $key
end
function _public_reviews_words
    switch "$argv[1]"
${
      Array.from(
        table,
        ([key, words]) =>
          `        case ${fishQuoted(key)}\n            printf '%s\\t%s\\n' ${words.flat().map(fishQuoted).join(" ")}`,
      ).join("\n")
    }
        case '*'
            return 1
    end
end
complete -c deno -n '_public_reviews >/dev/null' -a '(_public_reviews)'
complete -c deno -f -n '_public_reviews | string match -qv -- "-*"'`,
};

function posixWords(table: CompletionTable): string {
  const cases = Array.from(
    table,
    ([key, words]) =>
      `  '${key}') cat <<'END'\n${words.map(([word, description]) => `${word}:${description}`).join("\n")}\nEND\n  ;;`,
  );
  return `_public_reviews_words() {\n  case $1 in\n${cases.join("\n")}\n  esac\n}`;
}

function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** Asks each task whose description names `--help` for its help text, and its subcommands for theirs. */
async function readTable(): Promise<CompletionTable> {
  const named = Object.entries(configuration.tasks).filter(([name]) => !name.includes(":"));
  const table = new Map<string, Words>([[
    "",
    named.map(([name, { description }]) => [name, description.replace(SEE_HELP, "")] as const),
  ]]);
  for (const [task] of named.filter(([, { description }]) => description.endsWith(SEE_HELP))) {
    const words = helpWords(task, await helpOf(task));
    table.set(task, words);
    for (const [name] of words.filter(([word]) => !word.startsWith("-"))) {
      table.set(`${task} ${name}`, helpWords(task, await helpOf(task, name)));
    }
  }
  return table;
}

async function helpOf(...command: readonly string[]): Promise<string> {
  const args = ["task", "-q", ...command, "--help"];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdin: "null", stderr: "inherit" })
    .output();
  return new TextDecoder().decode(stdout);
}

async function completionsCommand({ files: [shell = "", ...more] }: CommandLine): Promise<number> {
  const write = Object.hasOwn(SCRIPTS, shell) && more.length === 0 ? SCRIPTS[shell] : undefined;
  if (write === undefined) throw new UsageError(`completions needs one of ${Object.keys(SCRIPTS).join(", ")}.`);
  print(write(await readTable()));
  return 0;
}

/** Runs `deno task completions`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, {}, completionsCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
