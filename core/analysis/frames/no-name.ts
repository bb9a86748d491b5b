/** Texts that tools write where they know no name. Symbolication fills them; they are no code of the app. */
const NO_NAMES: ReadonlySet<string> = new Set([
  '',
  '?',
  '??',
  '???',
  '(?)',
  '(??)',
  '(???)',
  '<unknown>',
  '[unknown]',
  '(unknown)',
  '[unknown_Java]',
  '<redacted>',
  '(null)',
  '<null>',
]);

/** An address in place of a name: `0x7f01`, also with the library before it (`libshop.so@0x7f01`, `libshop.so+0x7f01`). */
const ADDRESS = /^(?:[^\s()<>@+]{1,300}[@+])?0x[0-9a-f]{1,16}$/i;
const LLDB_NAME = /^_{3}lldb_unnamed_symbol\d/;
/** No longer text is an address. */
const MOST_LETTERS = 400;

/** True for a text that stands in place of an unknown function's name. Readers of all formats share it. */
export function isNoName(name: string): boolean {
  return NO_NAMES.has(name) || (name.length <= MOST_LETTERS && (ADDRESS.test(name) || LLDB_NAME.test(name)));
}
