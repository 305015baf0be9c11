import assert from "node:assert/strict";
import { walk } from "@std/fs/walk";
import type { Choice } from "../../cli/command/choice.ts";
import { type Doubt, Understanding } from "../../cli/import/formats/understanding.ts";
