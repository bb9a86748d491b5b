import { named, wallUsOf } from '../field/apple-facts.ts';
import { measuredUs } from '../field/measured.ts';
import type { ProcessFacts } from '../import/import-facts.ts';

/** `Subject: …`, or `Reason: …` of `dumpsys window lastanr`. */
const SUBJECT = /^\s{0,8}(?:Subject|Reason): (.{1,2000})/;
/** Of the reason that Android gives: “Waited 5001ms for MotionEvent”, before Android 11 “Wait queue head age: 5501.6ms”. */
const WAITED = /\b(?:[Ww]aited|[Ww]ait queue head age:) (\d[\d.,'’\u00a0\u202f]{0,20}) ?ms\b/;

/** Limits of Android where a reason has no time (ActivityManagerConstants.java, ActiveServices.java); background work has longer ones. */
const limits: readonly (readonly [reason: RegExp, seconds: number, about: string])[] = [
  [/executing service /, 20, 'Android’s shorter limit for services'],
  [/Broadcast of /, 10, 'Android’s shorter limit for broadcasts'],
];
const INPUT = [5, 'Android’s limit for input'] as const;

export interface AnrLength {
  readonly lastsUs: number;
  /** The assumption where the trace has no length. */
  readonly assumed: string | undefined;
}

/** Why Android ended the wait, and how long it was. */
export class AnrReason {
  subject = '';
  #waitedUs = 0;

  add(line: string): void {
    const [, text = ''] = /^\s{0,8}[SR]/.test(line) ? (SUBJECT.exec(line) ?? []) : [];
    if (text === '') return;
    this.subject ||= text.slice(0, 300);
    const [, waited = ''] = WAITED.exec(text) ?? [];
    this.#waitedUs ||= measuredUs(`${waited} ms`) ?? 0;
  }

  get length(): AnrLength {
    if (this.#waitedUs > 0) return { lastsUs: this.#waitedUs, assumed: undefined };
    const [, ...known] = limits.find(([reason]) => reason.test(this.subject)) ?? [];
    const [seconds, about] = known.length === 2 ? known : INPUT;
    return { lastsUs: seconds * 1e6, assumed: `Main did not respond for ${seconds} s, ${about}: the trace has no length.` };
  }
}

/** Facts of the process in lines before its threads; undefined for other lines. */
export function processFact(line: string): Partial<ProcessFacts> | undefined {
  const [, app] = /^Cmd line: (\S{1,500})/.exec(line) ?? [];
  if (app !== undefined) return named(app);
  const [, version] = /^Build fingerprint: '([^']{1,500})'/.exec(line) ?? [];
  return version === undefined ? undefined : { version };
}

/** `pid: 311, tid: 311, name: main  >>> com.example.shop <<<` of xCrash. */
const XCRASH_PROCESS = /^pid: (\d{1,9})\b[^>\n]{0,400} >>> (\S{1,300}) <<</;

/**
 * Lines before the threads: Crashlytics' `# Application: com.example.shop`, `# Date: Tue Jul 25 2023 15:03:02 GMT+0200 (…)`; xCrash's
 * `Crash time: '2023-07-25T15:03:02.000+0200'`. Undefined for other lines.
 */
export function headFact(line: string): Partial<ProcessFacts> | undefined {
  const [, pid, process = ''] = line.startsWith('pid: ') ? (XCRASH_PROCESS.exec(line) ?? []) : [];
  if (pid !== undefined) return { ...named(process), pid: Number(pid) };
  const [, app] = /^# Application: (.{1,200})/.exec(line) ?? [];
  if (app !== undefined) return named(app.trim());
  const [, date] = /^(?:# Date: |Crash time: ')([^'(]{1,64})/.exec(line) ?? [];
  const wallUs = wallUsOf(date?.trim());
  return wallUs === undefined ? processFact(line) : { wallUs };
}
