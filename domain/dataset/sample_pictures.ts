import { Buffer } from "node:buffer";
import type { Picture } from "../picture.ts";

// Drawings of the fictional business. Lengths are pixels of each drawing.

function drawn(width: number, height: number, content: string): Picture {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `${content.replace(/\s+/g, " ")}</svg>`;
  return { type: "image/svg+xml", base64: Buffer.from(svg).toString("base64") };
}

/** A house with a lit window on each side of its door; `x` is its left, `base` its ground. */
function house(x: number, base: number, width: number, height: number, wall: string, roof: string): string {
  const pane = (left: number) =>
    `<rect x="${x + left * width}" y="${base - 0.72 * height}" width="${0.2 * width}" height="${
      0.3 * height
    }" fill="#ffd98a"
    stroke="#fff" stroke-width="4"/>`;
  return `<path fill="${roof}" d="M${x + 0.72 * width} ${base - height - 0.5 * width}h${0.1 * width}v${0.4 * width}h-${
    0.1 * width
  }z"/>
    <path fill="${roof}" d="M${x - 0.1 * width} ${base - height}l${0.6 * width}-${0.48 * width} ${0.6 * width} ${
    0.48 * width
  }z"/>
    <rect x="${x}" y="${base - height}" width="${width}" height="${height}" fill="${wall}"/>${pane(0.1)}${pane(0.7)}
    <rect x="${x + 0.41 * width}" y="${base - 0.55 * height}" width="${0.18 * width}" height="${
    0.55 * height
  }" fill="${roof}"/>`;
}

/** The van of the business; `x` is its left, `base` the road. */
function van(x: number, base: number, scale: number): string {
  const wheel = (at: number) =>
    `<circle cx="${at}" cy="-22" r="22" fill="#22302f"/><circle cx="${at}" cy="-22" r="9" fill="#aab6b3"/>`;
  return `<g transform="translate(${x} ${base}) scale(${scale})">
    <path fill="#fff" d="M0-22v-118q0-14 14-14h190q14 0 24 12l40 52q32 4 32 34v34z"/>
    <path fill="#0b5d5b" d="M0-66h276q24 6 24 32v12H0z"/><path fill="#9fc9d6" d="M196-138h12q8 0 14 8l28 38h-54z"/>
    <path fill="#0b5d5b" d="M62-92v-22l30-24 30 24v22z"/><path fill="#f28c28" d="M92-94q-14-2-12-14 8 2 10-16 16 12 12 24-2 6-10 6z"/>
    ${wheel(62)}${wheel(234)}</g>`;
}

const LOGO = drawn(
  80,
  80,
  `<rect width="80" height="80" fill="#0b5d5b"/><path fill="#fff" d="M14 40l26-22 26 22v24H14z"/>
  <path fill="#f28c28" d="M40 62q-14-2-12-16 7 3 9-16 18 13 14 26-2 6-11 6z"/>
  <path fill="#ffd98a" d="M40 62q-6-1-5-8 4 1 5-7 7 6 6 11-1 4-6 4z"/>`,
);

const COVER = drawn(
  1440,
  480,
  `<linearGradient id="s" x2="0" y2="1"><stop stop-color="#3f6f86"/><stop offset=".7" stop-color="#f0c08a"/></linearGradient>
  <rect width="1440" height="480" fill="url(#s)"/><circle cx="1060" cy="250" r="64" fill="#ffe3b0"/>
  <path fill="#5d8a80" d="M0 300q240-130 520-30t520-20 400-20v250H0z"/>
  <path fill="#2f6660" d="M0 360q320-90 700-30t740-30v180H0z"/>
  ${house(150, 412, 150, 96, "#f4ead8", "#8c4a34")}${house(380, 420, 180, 110, "#dfe8e2", "#3d5560")}
  ${house(640, 416, 150, 90, "#f1d9b8", "#6d3b2e")}${house(880, 420, 190, 118, "#f7f2e6", "#40565a")}
  ${house(1180, 412, 150, 96, "#e8cfae", "#8c4a34")}
  <rect y="418" width="1440" height="62" fill="#4a5552"/><path stroke="#cfd8d4" stroke-width="4" stroke-dasharray="40 34" d="M0 452h1440"/>`,
);

const VAN = drawn(
  960,
  720,
  `<rect width="960" height="720" fill="#bcd9e0"/><path fill="#7fae96" d="M0 430q300-120 560-50t400-40v380H0z"/>
  ${house(90, 540, 320, 200, "#f4ead8", "#8c4a34")}<rect y="536" width="960" height="184" fill="#5a6663"/>
  <path stroke="#e3e9e6" stroke-width="8" stroke-dasharray="70 50" d="M0 660h960"/>${van(360, 640, 1.75)}`,
);

const HEAT_PUMP = drawn(
  960,
  720,
  `<rect width="960" height="720" fill="#c9775a"/><path stroke="#b5654a" stroke-width="6" d="${
    Array.from({ length: 14 }, (_, row) => `M0 ${row * 48}h960`).join("")
  }"/>
  <rect x="600" y="70" width="250" height="270" fill="#ffd98a" stroke="#fff" stroke-width="18"/><path stroke="#fff" stroke-width="12" d="M725 70v270M600 205h250"/>
  <path fill="#eef4f5" d="M0 610q240-40 480-10t480-20v140H0z"/><rect x="120" y="290" width="420" height="330" rx="18" fill="#f3f5f4"/>
  <rect x="120" y="290" width="420" height="330" rx="18" fill="none" stroke="#c8d1ce" stroke-width="6"/>
  <circle cx="290" cy="455" r="130" fill="#394745"/>${
    [0, 72, 144, 216, 288].map((turn) =>
      `<path fill="#8fa09c" transform="rotate(${turn} 290 455)" d="M290 455q-46-60-8-120 54 44 8 120z"/>`
    ).join("")
  }<circle cx="290" cy="455" r="24" fill="#dfe6e3"/><path stroke="#c8d1ce" stroke-width="8" d="M450 360h60M450 390h60M450 420h60M450 450h60"/>
  <path fill="none" stroke="#b87333" stroke-width="16" d="M540 560h70q30 0 30-30V400"/><path fill="#f28c28" d="M470 570q-20-2-18-22 12 4 14-22 24 18 18 36-4 8-14 8z"/>`,
);

const PIPES = drawn(
  960,
  720,
  `<rect width="960" height="720" fill="#e9eff0"/><path stroke="#d3dddf" stroke-width="6" d="${
    [0, 1, 2, 3, 4, 5].map((at) => `M0 ${at * 130}h960M${at * 190} 0v720`).join("")
  }"/>
  <g fill="none" stroke="#b87333" stroke-width="34"><path d="M150 0v250q0 60 60 60h540q60 0 60 60v350"/><path d="M330 0v310M560 310v410"/></g>
  <g fill="#8a5524"><rect x="118" y="90" width="64" height="34"/><rect x="298" y="150" width="64" height="34"/><rect x="528" y="470" width="64" height="34"/><rect x="778" y="520" width="64" height="34"/></g>
  <circle cx="450" cy="310" r="92" fill="#fff" stroke="#394745" stroke-width="16"/><path stroke="#c23b22" stroke-width="12" stroke-linecap="round" d="M450 310l44-44"/>
  <path fill="none" stroke="#394745" stroke-width="8" d="M396 350a66 66 0 1 1 108 0"/><path fill="#c23b22" d="M300 210h60v24h-60zM320 234h20v40h-20z"/>
  <g transform="translate(640 560) rotate(-32)"><rect x="60" y="-22" width="260" height="44" rx="22" fill="#0b5d5b"/>
  <path fill="#7b8986" d="M86-34H40l-60-44-44 26 44 30v44l-44 30 44 26 60-44h46z"/></g>`,
);

/** Logo, cover and photos of the sample. */
export const SAMPLE_PICTURES = { logo: LOGO, cover: COVER, photos: [VAN, HEAT_PUMP, PIPES] };
