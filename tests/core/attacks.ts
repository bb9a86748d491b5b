/** Names that try to be more than text, for tests of all displays. */
export const attacks = {
  commandLink: '[Find the missing source](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22touch%20x%22%7D)',
  webLink: '[more](https://evil.example/a)',
  fileLink: '[open](file:///etc/passwd "title")',
  linkOverLines: '[a\nb](command:evil)',
  linkWithControls: '[a]\u200b(command:evil)',
  linkAfterCut: `${'x'.repeat(380)}[a](command:evil)`,
  linkOfMarks: '[[[a](b)](command:evil)',
  icon: '$(trash) $(sync~spin)',
  escapedIcon: '\\$(trash)',
  image: '![x](https://evil.example/seen.png)',
  html: '<img src=x onerror=alert(1)><script>alert(2)</script>',
  closingTags: '</title></script></style><!--',
  autolink: '<https://evil.example> www.evil.example a@evil.example',
  codeEscape: '`` ` ![x](https://evil.example/seen.png) ` ``',
  tableCell: 'a | b \\| c',
  block: '\n\n# head\n- item\n> quote\n```\ncode',
  entity: '&lt;img&gt; &#60;',
  ansi: '\u001b[31mred\u001b[0m\u001b]0;pwned\u0007\u001b[2J',
  c1: '\u009b31m\u009d0;pwned\u009c',
  overwrite: 'all is well\rnothing is\b\b\u007f',
  bidi: 'exe.\u202egnp\u202c\u2066\u2067\u2068\u2069\u200e\u200f\u061c',
  invisible: 'a\u200b\u200c\u200d\u2060\ufeff\u00ad\u115f\u3164b',
  tags: `a${String.fromCodePoint(0xe0041, 0xe0042, 0xe007f)}`,
  separators: 'a\u2028b\u2029c\u0085d\ve\ff',
  halfPair: 'a\ud800b\udc00',
  nul: 'a\u0000b',
  placeholders: '{0} {1} %s %d $1 $&',
} as const satisfies Readonly<Record<string, string>>;

/** Code points allowed in no displayed text: Unicode 16, general categories Cc, Cf, Cs, Zl, Zp, and fillers, by hand. */
const steering: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x180e, 0x180e],
  [0x200b, 0x200c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
];

/** As U+0000, without the allowed ones. */
export function steeringSigns(text: string, allowed = ''): readonly string[] {
  const found = Array.from(text, (sign) => sign.codePointAt(0) ?? 0).filter((code) =>
    steering.some(([from, to]) => code >= from && code <= to),
  );
  return found.filter((code) => !allowed.includes(String.fromCodePoint(code))).map((code) => `U+${code.toString(16).padStart(4, '0')}`);
}
