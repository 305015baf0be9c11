import { SUMMARY_CARD_SCRIPT } from "./summary_card_script.ts";
import { SUMMARY_CARD_STYLE } from "./summary_card_style.ts";

/** URI of the card that shows the answer of `get_summary` (MCP Apps, "UI Resource Format"). */
export const SUMMARY_CARD_URI = "ui://reviews/summary-card.html";

/** The HTML of the card: self-contained, no external requests. */
export const SUMMARY_CARD_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Summary of the reviews</title>
<style>${SUMMARY_CARD_STYLE}</style>
</head>
<body>
<main><p class="quiet">Waiting for the reviews …</p></main>
<script>${SUMMARY_CARD_SCRIPT}</script>
</body>
</html>
`;
