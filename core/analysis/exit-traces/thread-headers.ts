/** A thread's first line. */
export interface ThreadHeader {
  readonly name: string;
  /** ART's number; 0 if unknown. */
  readonly number: number;
  /** Thread id of the kernel; 0 if unknown. */
  readonly tid: number;
  /** Of art/runtime/thread_state.h as written: `Blocked`, `timed waiting`; '' if unknown. */
  readonly status: string;
  /** In place of a thread. */
  readonly kind?: 'coroutine' | 'virtual thread';
  /** For a coroutine its context, for a virtual thread the thread that carries it. */
  readonly group?: string;
}

/** Of a line without blanks around it; undefined for other lines. */
export type HeaderOf = (text: string) => ThreadHeader | undefined;

/**
 * ART’s `"main" prio=5 tid=1 Blocked`, Play Console’s `"pool-1" tid=76 Timed Waiting`, debuggerd’s `"main" sysTid=900`. Names may have
 * quotes.
 */
const QUOTED =
  /^"(.{0,1000})" {1,4}(?:daemon )?(?:prio=\d{1,3} )?(?:tid=(\d{1,9})(?: (\w{1,60}(?: \w{1,60})?))?|\(not attached\)|sysTid=(\d{1,9}))/;
/** Crashlytics’ `main (timed waiting):tid=1 systid=493`. */
const CRASHLYTICS = /^(.{1,1000}) \(([a-z ]{1,60})\):tid=(\d{1,9}) systid=(\d{1,9})$/;

/** Without blanks around it, and marks of quoted text: `> "main" prio=5 tid=1`. */
export function bareLine(line: string): string {
  return line.replace(/^[\s>`]{1,200}/, '').trimEnd();
}

/** @param text as `bareLine` gives it. Undefined for other lines. */
export function threadHeader(text: string): ThreadHeader | undefined {
  if (text.startsWith('"')) {
    const [isThread, name = '', number = '0', status = '', tid = '0'] = QUOTED.exec(text) ?? [];
    return isThread === undefined ? undefined : { name, number: Number(number), tid: Number(tid), status };
  }
  if (!text.includes(' systid=')) return undefined;
  const [isThread, name = '', status = '', number = '0', tid = '0'] = CRASHLYTICS.exec(text) ?? [];
  return isThread === undefined ? undefined : { name, number: Number(number), tid: Number(tid), status };
}

/** `Timed Waiting`, `TIMED_WAIT` -> `timedwaiting`, `timedwait`. */
export function plainStatus(status: string): string {
  return status.toLowerCase().replaceAll(/[ _]/g, '');
}
