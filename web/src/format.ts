// Numbers and untrusted text, as readers see them.

const DECIMALS = 4;
const INLINE_LIMIT = 400;
const DASH = "\u2013";

const grouped = new Intl.NumberFormat("en-US");

/**
 * Four decimals, rounded as the terminal tables round: to nearest, ties to even.
 *
 * Number.toFixed rounds exact ties upward. A double lies exactly between two four-decimal numbers
 * only if it is an odd multiple of 1/32 (the only such fractions that 2 and 5 both divide), and
 * then x * 10000 is exact, so the even neighbour can be picked directly. Example: 0.03125 is
 * 0.0312, not 0.0313; means over 32 samples do meet this case.
 */
export function fraction(x: number | null | undefined): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return DASH;
  if (Math.abs(x * 32) % 2 !== 1) return x.toFixed(DECIMALS);
  const below = Math.floor(x * 10000);
  return ((below % 2 === 0 ? below : below + 1) / 10000).toFixed(DECIMALS);
}

export function interval(low: number | null | undefined, high: number | null | undefined): string {
  if (low === null || low === undefined || high === null || high === undefined) return DASH;
  return `[${fraction(low)}, ${fraction(high)}]`;
}

export function count(n: number): string {
  return grouped.format(n);
}

/** "1 sample", "2,000 samples". */
export function plural(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? "" : "s"}`;
}

export function percent(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : DASH;
}

/** 0.95 -> "95 %". */
export function level(fractionOfOne: number): string {
  return `${Number((100 * fractionOfOne).toFixed(2))} %`;
}

// Characters that draw nothing, move the cursor or reorder their neighbours: C0 and C1 controls,
// soft hyphen, bidirectional and zero-width controls, line separators, tags, lone surrogates.
// The joiners U+200C and U+200D stay: scripts and emoji need them.
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;

const C0_NAMES = (
  "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI " +
  "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
).split(" ");

/** Names rather than the Unicode symbols for controls, which few fonts have. */
function spelled(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return `\u2039${C0_NAMES[code] ?? (code === 0x7f ? "DEL" : number)}\u203a`;
}

/** Text of several lines: line feeds and tabs stay, every other control becomes visible. */
export function multiline(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(INVISIBLE, spelled);
}

/** Text for one line: line feeds and tabs become visible too, and length is bounded. */
export function inline(text: string): string {
  const cut = text.length > INLINE_LIMIT ? `${text.slice(0, INLINE_LIMIT)}\u2026` : text;
  return cut.replace(INVISIBLE, spelled).replace(/[\n\t]/g, spelled);
}

/** "3,072 bytes", "98.2 kB". */
export function bytes(n: number): string {
  return n < 10000 ? plural(n, "byte") : `${(n / 1000).toFixed(1)} kB`;
}

/** "12.3 ms", "2.34 s". */
export function duration(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
