/** `Fatal Exception: …` of Crashlytics, `Exception …` of Play Console: the exception's own line. */
const TITLED = /^(?:(Fatal) Exception: |Exception (?!in thread ))(\S.{0,1000})/;
/** An exception as Java prints it, alone or behind `Exception in thread "main"`. */
const BARE =
  /^(?:Exception in thread "([^"]{1,200})" )?([a-z][\w$]{0,60}(?:\.[\w$]{1,100}){0,20}\.[\w$]{0,100}(?:Exception|Error|Throwable|Violation|NotResponding)[\w$]{0,40}(?:: .{0,1000})?)$/;
const STRICT = /^StrictMode policy violation(?:; ~duration=(\d{1,9}) ms)?: (\S.{0,1000})/;
const CAUSE = /^Caused by:? (\S.{0,1000})/;
/** `com.github.anrwatchdog.ANRError$$$_Thread: pool-1 (state = WAITING)`; Crashlytics has the name on a line of its own. */
const WATCHED = /^[\w.]{1,200}ANRError\$[$_]{0,4}Thread(?:: (.{1,300}))?$/;
const STATE = /^(.{1,300}) \(state = ([A-Z_]{1,40})\)$/;
/** Exceptions of ANR-WatchDog and Sentry about a main thread that is late. */
const LATE = /(?:ANRError|ApplicationNotResponding)\b/;
const AT_LEAST = /for at least (\d{1,9}) ms/;
/** ANR-WatchDog's usual limit, where it is not written. */
const USUAL_LIMIT_MS = 5_000;

export interface ExceptionLine {
  readonly title: string;
  /** '' if unknown. */
  readonly thread: string;
  readonly from: 'crashlytics' | 'play' | 'other';
}

/** An exception's own line; undefined for others. @param text without blanks around it */
export function exceptionLine(text: string): ExceptionLine | undefined {
  const [isTitled, fatal, title = ''] = TITLED.exec(text) ?? [];
  if (isTitled !== undefined) return { title, thread: '', from: fatal === undefined ? 'play' : 'crashlytics' };
  const [, , strict] = STRICT.exec(text) ?? [];
  if (strict !== undefined) return { title: strict, thread: '', from: 'other' };
  const [, thread = '', bare] = BARE.exec(text) ?? [];
  return bare === undefined ? undefined : { title: bare, thread, from: 'other' };
}

/** A cause's exception. */
export function causeLine(text: string): string | undefined {
  return CAUSE.exec(text)?.[1];
}

export interface WatchedThread {
  readonly name: string;
  readonly status: string;
}

/** A thread that ANR-WatchDog writes as a cause: '' if its name follows. */
export function watchedThread(title: string): WatchedThread | '' | undefined {
  const [isWatched, named = ''] = WATCHED.exec(title) ?? [];
  return isWatched === undefined ? undefined : named === '' ? '' : namedThread(named);
}

/** `main (state = RUNNABLE)` */
export function namedThread(text: string): WatchedThread {
  const [, name = text, status = ''] = STATE.exec(text) ?? [];
  return { name, status };
}

/** How long main was late by an exception's line; undefined if it says nothing of that. */
export function lateness(text: string): { readonly lastsUs: number; readonly isLimit: boolean } | undefined {
  const [, strict] = STRICT.exec(text) ?? [];
  if (strict !== undefined) return { lastsUs: Number(strict) * 1_000, isLimit: false };
  if (!LATE.test(text.slice(0, 1_000))) return undefined;
  return { lastsUs: Number(AT_LEAST.exec(text)?.[1] ?? USUAL_LIMIT_MS) * 1_000, isLimit: true };
}
