import { coroutineHeader, jobHeader } from '../../../../core/analysis/exit-traces/coroutine-header.ts';
import type { ThreadHeader } from '../../../../core/analysis/exit-traces/thread-headers.ts';

/**
 * HotSpot's `"main" #3 [23785] daemon prio=5 os_prio=0 cpu=47.14ms elapsed=2.80s tid=0x00007f1b nid=23785 waiting on condition  [0x0]`;
 * IntelliJ writes zeros, `jcmd … -e` more facts, some tools others, in their own order. Names may have quotes.
 */
const HOTSPOT =
  /^"(.{0,1000})" (?:(?:#\d{1,19}|\[\d{1,9}\]|daemon|virtual|(?!tid=)[a-z_]{1,30}=\S{1,60}) ){0,16}tid=(?:0x)?[0-9a-f]{1,16}(?: {1,2}nid=(0x[0-9a-f]{1,8}|\d{1,9}))?/i;
/** `#24 "load-cart" virtual WAITING 2026-11-29T08:17:25.654Z` of `Thread.dump_to_file`; before Java 24 without state and time. */
const FILE_DUMP = /^#(\d{1,19}) "(.{0,1000})"( virtual)?(?: ([A-Z_]{1,30}))?(?: \d{4}-\d\d-\d\dT\S{1,40})?$/;
const MOUNTED = /^Mounted virtual thread #(\d{1,19})$/;
const COROUTINES = /^-{3,20} Coroutine dump\b/;

/** First lines of threads, virtual threads and coroutines in dumps of JVMs. */
export class JvmHeaders {
  /** Jobs in IntelliJ's trees, without a stack. */
  jobs = 0;
  #isInJobs = false;
  #last = '';

  /** True for the line before IntelliJ's trees of jobs. */
  beginsJobs(text: string): boolean {
    const isBegin = COROUTINES.test(text);
    this.#isInJobs ||= isBegin;
    return isBegin;
  }

  /** @param text without blanks around it. Undefined for other lines. */
  headerOf(text: string): ThreadHeader | undefined {
    const job = this.#isInJobs ? jobHeader(text) : undefined;
    if (job === 'job') {
      this.jobs++;
      return undefined;
    }
    const header = job ?? coroutineHeader(text) ?? fileHeader(text) ?? hotspotHeader(text);
    if (header !== undefined) this.#last = header.name;
    return header ?? this.#mounted(text);
  }

  /** Its carrier is the thread before. */
  #mounted(text: string): ThreadHeader | undefined {
    const [, id] = MOUNTED.exec(text) ?? [];
    return id === undefined ? undefined : virtual(`#${id}`, '', this.#last);
  }
}

function fileHeader(text: string): ThreadHeader | undefined {
  const [, id, name = '', isVirtual, status = ''] = FILE_DUMP.exec(text) ?? [];
  if (id === undefined) return undefined;
  const shown = name === '' ? `#${id}` : name;
  return isVirtual === undefined ? { name: shown, number: 0, tid: 0, status: jvmStatus(status) } : virtual(shown, status, '');
}

function hotspotHeader(text: string): ThreadHeader | undefined {
  const [isThread, name = '', nid = '0'] = text.startsWith('"') ? (HOTSPOT.exec(text) ?? []) : [];
  return isThread === undefined ? undefined : { name, number: 0, tid: Number(nid), status: '' };
}

function virtual(name: string, status: string, carrier: string): ThreadHeader {
  const group = carrier === '' ? status : `on ${carrier}`;
  return { name, number: 0, tid: 0, status: jvmStatus(status), kind: 'virtual thread', group };
}

/** A `RUNNABLE` thread may wait in the kernel; `TIMED_WAITING (sleeping)` sleeps. */
export function jvmStatus(status: string): string {
  if (status === 'RUNNABLE') return 'native';
  return status.endsWith('(sleeping)') ? 'sleeping' : status.replace(/ \(.*$/, '');
}
