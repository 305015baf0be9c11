import type { Icon } from "@modelcontextprotocol/server";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="10" fill="#1e4078"/>' +
  '<polygon fill="#fbbf24" points="24.0,6.5 28.6,19.2 42.1,19.6 31.4,27.9 35.2,40.9 24.0,33.3 12.8,40.9 16.6,27.9 5.9,19.6 19.4,19.2"/></svg>';

// The same picture, 48 by 48: clients must be able to show PNG, and need not show SVG.
const PNG = [
  "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAMAAABg3Am1AAAAG1BMVEUAAAAeQHgeQHgeQHgeQHiMgE7Enzn7vyRVYGNpdyBzAAAA",
  "CXRSTlMAgL//QP////+U7vJUAAAA9klEQVR42pWWWRLEIAhEcQzL/U88lTiZRKVR+isLXTzQEokulU9d6FPo0VG3dNzxpW6qJON/",
  "jqMmdFLVlFJADQr0kxl0FxGJICbwXTVnYFVOGURVUgZVxESICDERTABSuAZrBts2cDPwtkEVMxFO4Kege+s0ySn963q9//UZXlG+",
  "ZETiOJ7nGngr/l204XgDXZIY32krxzjOOliI4y6cBDiugSMezzASrQy2KGEycNyj2SDhIjiGZ5+CIsA6WPcYGPiNIV4R5BBZny8y",
  "2FilTEy0OFI53nzeIT986weKexJxP1DSIys9FPNjNz3Y81eH/OUkdf35AhGEISUdxvvlAAAAAElFTkSuQmCC",
].join("");

/** The server's icon: a star. It is part of the answer, so that no client has to fetch it. */
export const ICONS: Icon[] = [
  { src: `data:image/png;base64,${PNG}`, mimeType: "image/png", sizes: ["48x48"] },
  { src: `data:image/svg+xml;base64,${btoa(SVG)}`, mimeType: "image/svg+xml", sizes: ["any"] },
];
