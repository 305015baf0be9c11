import { SUMMARY_CARD_SCRIPT } from "./summary_card_script.ts";

/** URI of the card that shows the answer of `get_summary` (MCP Apps, "UI Resource Format"). */
export const SUMMARY_CARD_URI = "ui://reviews/summary-card.html";

const SUMMARY_CARD_STYLE = String.raw`
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 16px; color: light-dark(#1f2937, #e5e7eb); background: light-dark(#fff, #18181b); }
h1 { font-size: 1.15rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: .85rem; margin: 16px 0 4px; font-weight: 600; }
p { margin: 4px 0; overflow-wrap: anywhere; white-space: pre-line; }
blockquote { margin: 12px 0; padding-left: 12px; border-left: 3px solid #d97706; overflow-wrap: anywhere; }
svg { display: block; width: 100%; max-width: 480px; height: auto; }
text { fill: currentColor; font-size: 11px; }
.quiet { opacity: .75; }
.track { fill: light-dark(#e5e7eb, #3f3f46); }
.stars { fill: light-dark(#d97706, #f59e0b); }
.good { fill: light-dark(#15803d, #4ade80); }
.months { fill: light-dark(#93c5fd, #1d4ed8); }
.line { fill: none; stroke: light-dark(#d97706, #f59e0b); stroke-width: 2; }
`;

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
