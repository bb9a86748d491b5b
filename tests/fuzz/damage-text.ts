const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

/** Texts that readers mishandle: extreme numbers, names of every object, endless brackets, half characters. */
const odd = [
  '',
  '0',
  '-1',
  '9007199254740993',
  '1e309',
  '-0x8000000000000000',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  '\0',
  '\r\n',
  '\u202e',
  '\ud800',
  '\ufeff',
  '{',
  '}',
  '(',
  '[',
  '"',
  '\\',
  '<',
  '&#x110000;',
  '<!--',
  '%00',
  '../',
] as const;

type Change = (text: string, random: () => number) => string;

const changes: readonly Change[] = [
  // Replaces a number or word by an odd one.
  (text, random) => {
    const words = [...text.matchAll(/[\w.-]+/g)];
    const word = words[below(random, words.length)];
    return word === undefined ? text : text.slice(0, word.index) + oddText(random) + text.slice(word.index + word[0].length);
  },
  // Repeats a piece.
  (text, random) => {
    const from = below(random, text.length);
    const piece = text.slice(from, from + 1 + below(random, 40));
    return text.slice(0, from) + piece.repeat(1 + below(random, random() < 0.1 ? 5_000 : 50)) + text.slice(from);
  },
  // Removes a piece, or all from there on.
  (text, random) => {
    const from = below(random, text.length);
    return text.slice(0, from) + (random() < 0.3 ? '' : text.slice(from + below(random, 60)));
  },
  // Something odd stands between.
  (text, random) => {
    const at = below(random, text.length + 1);
    return text.slice(0, at) + oddText(random) + text.slice(at);
  },
  // Two lines change places.
  (text, random) => {
    const lines = text.split('\n');
    const [a, b] = [below(random, lines.length), below(random, lines.length)];
    return lines.map((line, i) => (i === a ? (lines[b] ?? '') : i === b ? (lines[a] ?? '') : line)).join('\n');
  },
];

function oddText(random: () => number): string {
  const text = odd[below(random, odd.length)] ?? '';
  return random() < 0.1 ? text.repeat(1 + below(random, 2_000)) : text;
}

/** With one to four errors, in UTF-8. */
export function alteredText(seed: Uint8Array, random: () => number): Uint8Array {
  let text = new TextDecoder().decode(seed);
  for (let i = below(random, 4); i >= 0; i--) text = (changes[below(random, changes.length)] ?? changes[0])?.(text, random) ?? text;
  return new TextEncoder().encode(text);
}
