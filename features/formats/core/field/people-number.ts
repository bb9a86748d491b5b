/** Zeros of decimal digits in use (Unicode Nd); nine more digits follow each. */
const ZEROS = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810,
  0xff10,
];
/** Signs that only group: spaces, apostrophes, the Arabic thousands sign. */
const GROUPING = /[\s\u00a0\u2007\u2009\u202f'\u2019\u066c]/;
/** Direction marks and isolates around numbers. */
const MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g;
const MOST_LETTERS = 40;

/** The meaning of a number's only sign with three digits behind it: `1,234`. */
export type LoneSign = 'groups' | '.' | ',';

/** Digits of all scripts as ASCII, without direction marks. */
export function plainDigits(text: string): string {
  let plain = '';
  for (const letter of text.replace(MARKS, '')) {
    const code = letter.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    plain += zero === undefined ? letter : String(code - zero);
  }
  return plain;
}

/**
 * A number as people read it: `1,234`, `1.234,5`, `79 041`, `12,34,567`, `1'234`, `٣٫٥`. Undefined for others, and for signs or exponents.
 * @param lone the decimal sign if a lone `.` or `,` before three digits may be one; else such a sign groups
 */
export function peopleNumber(text: string, lone: LoneSign): number | undefined {
  if (text.length > MOST_LETTERS) return undefined;
  const plain = plainDigits(text.trim());
  if (GROUPING.test(plain) && !isGrouped(plain.split(/[.,\u066b]/, 1)[0] ?? '', GROUPING)) return undefined;
  const [whole = '', ...behind] = plain.split(GROUPING).join('').split('\u066b');
  if (behind.length > 1) return undefined;
  if (behind.length === 1) return joined(withoutGroups(whole), behind[0] ?? '');
  const last = Math.max(whole.lastIndexOf('.'), whole.lastIndexOf(','));
  if (last < 0) return joined(whole, '');
  const sign = whole.charAt(last);
  const before = whole.slice(0, last);
  const after = whole.slice(last + 1);
  // The same sign twice groups; another one before it groups, so this one is the decimal sign.
  if (before.includes(sign)) return joined(withoutGroups(whole), '');
  const isLone = !/[.,]/.test(before) && plain.length === whole.length;
  if (isLone && /^[1-9]\d{0,2}$/.test(before) && after.length === 3 && sign !== lone) return joined(`${before}${after}`, '');
  return joined(withoutGroups(before), after);
}

/** NaN's text for wrong groups. */
function withoutGroups(text: string): string {
  return isGrouped(text, /[.,]/) ? text.split(/[.,]/).join('') : '?';
}

/** Groups of three; India's are of two before the last. */
function isGrouped(text: string, signs: RegExp): boolean {
  const groups = text.split(signs);
  return groups.every((group, at) => {
    if (at === 0) return groups.length === 1 ? /^\d*$/.test(group) : /^\d{1,3}$/.test(group);
    return at === groups.length - 1 ? /^\d{3}$/.test(group) : /^\d{2,3}$/.test(group);
  });
}

function joined(whole: string, fraction: string): number | undefined {
  return /^\d{1,15}$/.test(whole) && /^\d{0,15}$/.test(fraction) ? Number(`${whole}.${fraction}0`) : undefined;
}
