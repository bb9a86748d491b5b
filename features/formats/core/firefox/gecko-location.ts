/** A frame of a raw profile: an address, or a function with its library or script. */
export interface GeckoLocation {
  /** '' for an address. */
  readonly function: string;
  readonly address?: number;
  readonly library?: string;
  readonly file?: string;
  /** Line of the function. */
  readonly line?: number;
}

const ADDRESS = /^0x[0-9a-f]{1,16}$/i;
const IN = ' (in ';
/** Scripts that load others: `loader.js -> script.js`. */
const LOADED_BY = ' -> ';

/**
 * `0x7fff7d962da1`, `name (in library)`, with `+ 12` or `(file:1)` behind; `name (script:line:column)`, also with `[source]`;
 * `script:line:column`. Others are functions, also labels. Rules: process-profile.ts of the Firefox Profiler.
 */
export function geckoLocation(text: string): GeckoLocation {
  // Larger addresses are the kernel's, of no library.
  if (ADDRESS.test(text)) {
    const address = Number(text);
    return Number.isSafeInteger(address) ? { function: '', address } : { function: text };
  }
  const libraryAt = text.lastIndexOf(IN);
  const libraryEnd = libraryAt < 0 ? -1 : text.indexOf(')', libraryAt);
  if (libraryAt >= 0 && libraryEnd >= 0) {
    return { function: text.slice(0, libraryAt), library: text.slice(libraryAt + IN.length, libraryEnd) };
  }
  return scriptLocation(text) ?? { function: text };
}

function scriptLocation(text: string): GeckoLocation | undefined {
  const plain = text.endsWith(']') && text.includes('[') ? text.slice(0, text.lastIndexOf('[')) : text;
  const openAt = plain.endsWith(')') ? plain.lastIndexOf(' (') : -1;
  const inside = openAt < 0 ? plain : plain.slice(openAt + 2, -1);
  const numbers: number[] = [];
  let rest = inside;
  while (numbers.length < 2) {
    const colon = rest.lastIndexOf(':');
    const digits = rest.slice(colon + 1);
    if (colon <= 0 || !/^\d{1,9}$/.test(digits)) break;
    numbers.unshift(Number(digits));
    rest = rest.slice(0, colon);
  }
  const [line] = numbers;
  if (line === undefined) return undefined;
  const loaded = rest.lastIndexOf(LOADED_BY);
  const file = loaded < 0 ? rest : rest.slice(loaded + LOADED_BY.length);
  return { function: openAt > 0 ? plain.slice(0, openAt) : `(root scope) ${file}`, file, line };
}
