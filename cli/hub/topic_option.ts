import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";

/**
 * The topic of `--topic`, a path or a URL; null if the option is absent. Only the path of a URL is compared, because
 * this process need not know the public origin.
 */
export function topicOption(line: CommandLine): TopicPath | null {
  const text = line.text("topic");
  if (text === null) return null;
  const path = URL.parse(text)?.pathname ?? text;
  const topic = TOPIC_PATHS.find((one) => one === path);
  if (topic !== undefined) return topic;
  throw new UsageError(`--topic is ${JSON.stringify(text)}; allowed are ${TOPIC_PATHS.join(", ")}, or a URL of one.`);
}
