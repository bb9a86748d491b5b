/** Letters of a file's begin that decide, for all its lines. */
export const DECIDING_LETTERS = 16_384;
/** A prefix is shorter. */
export const PREFIX_LETTERS = 512;

/** `01-02 10:00:00.000`, with a year, a zone or more digits; `-v epoch` and `-v monotonic` have seconds. */
const TIME = String.raw`(?:(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}(?: ?[+-]\d{4}| UTC)?| {0,12}\d{1,12}\.\d{3,9})`;
const LEVEL = '[VDIWEFAS]';

/**
 * Forms of `adb logcat -v` (system/logging, `android_log_formatPrintLine`) and of Android Studio's window; each ends where its message begins.
 * Tags have any letters, so that their length is bounded.
 */
const forms: readonly RegExp[] = [
  // threadtime, also with a user: `01-02 10:00:00.000  1000  1234  1240 E TAG     : `
  new RegExp(`^${TIME} +(?:[\\w.]{1,32}[ :]+)?\\d{1,10} +\\d{1,10} ${LEVEL} .{0,200}?:(?: |$)`),
  // Android Studio until 2021: `2026-01-02 10:00:00.000 1234-1240/com.example E/TAG: `
  new RegExp(`^${TIME} +\\d{1,10}-\\d{1,10}/\\S{1,200} ${LEVEL}/.{0,200}?:(?: |$)`),
  // Android Studio: `2026-01-02 10:00:00.000  1234-1240  TAG   com.example   E  `
  new RegExp(`^${TIME} {1,4}\\d{1,10}-\\d{1,10} +\\S.{0,300}? +${LEVEL}(?: {2}|$)`),
  // time: `01-02 10:00:00.000 E/TAG( 1234): `
  new RegExp(`^${TIME} +(?:[\\w.]{1,32} +)?${LEVEL}/.{0,200}?\\( {0,9}\\d{1,10}\\):(?: |$)`),
  // brief: `E/TAG( 1234): `
  new RegExp(`^${LEVEL}/.{0,200}?\\( {0,9}\\d{1,10}\\):(?: |$)`),
  // tag: `E/TAG     : `
  new RegExp(`^${LEVEL}/[^:]{1,100}:(?: |$)`),
];
/** long: `[ 01-02 10:00:00.000  1234: 1240 E/TAG ]` on a line of its own, the message below it. */
const HEADER = new RegExp(`^\\[ ${TIME} +(?:[\\w.]{1,32}[ :]+)?\\d{1,10}: *\\d{1,10} ${LEVEL}/.{0,200} \\] *$`);
const BEGINNING_OF = '--------- beginning of ';

export type LogForm = RegExp;

/**
 * The form of a log whose lines a file has; undefined for other files, which stay as they are.
 * @param begin whole lines at the file's begin
 */
export function logForm(begin: string): LogForm | undefined {
  const lines = begin.split('\n').filter((line) => line.trim() !== '' && !line.startsWith(BEGINNING_OF));
  const first = lines[0]?.slice(0, PREFIX_LETTERS) ?? '';
  if (HEADER.test(first)) return HEADER;
  const form = forms.find((each) => each.test(first)) ?? mostFrequent(lines);
  if (form === undefined) return undefined;
  const having = lines.filter((line) => form.test(line.slice(0, PREFIX_LETTERS))).length;
  // Android Studio copies a message of several lines with one prefix, and indents the others.
  const flush = lines.filter((line) => !line.startsWith(' ') && !line.startsWith('\t')).length;
  return having * 2 > lines.length || (form.test(first) && having * 2 >= flush) ? form : undefined;
}

function mostFrequent(lines: readonly string[]): LogForm | undefined {
  const sample = lines.slice(0, 100).map((line) => line.slice(0, PREFIX_LETTERS));
  return forms.find((form) => sample.filter((line) => form.test(line)).length * 2 > sample.length);
}

/** A line's message; undefined for a line that is a header alone. @param begin a line, or its first `PREFIX_LETTERS` */
export function messageOf(begin: string, form: LogForm): string | undefined {
  const prefix = form.exec(begin.slice(0, PREFIX_LETTERS))?.[0];
  if (prefix === undefined) return begin;
  return form === HEADER ? undefined : begin.slice(prefix.length);
}
