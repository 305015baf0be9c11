// Preloaded before the service (`deno run --preload`). `OTHER_SETTINGS` is a JSON object with numbers in place of those
// that no variable changes: members of the settings of the hub, and of the deadlines of requests.
import { REQUEST_DEADLINES } from "../../../service/connection_configuration.ts";
import { DEFAULT_HUB_SETTINGS, HUB_LIMITS } from "../../../websub/hub_settings.ts";

for (const [name, value] of Object.entries<number>(JSON.parse(Deno.env.get("OTHER_SETTINGS") ?? "{}"))) {
  for (const defaults of [...Object.values(HUB_LIMITS), DEFAULT_HUB_SETTINGS, REQUEST_DEADLINES]) {
    if (name in defaults) Object.assign(defaults, { [name]: value });
  }
}
