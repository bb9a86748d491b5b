import { coroutineHeader } from '../../../../core/analysis/exit-traces/coroutine-header.ts';
import { DumpSections } from '../../../../core/analysis/exit-traces/dump-sections.ts';
import { bareLine, threadHeader } from '../../../../core/analysis/exit-traces/thread-headers.ts';
import { dumpTime } from '../field/dump-time.ts';
import type { FieldReport, ReportThread } from '../field/field-report.ts';
import { layOut } from '../field/lay-out.ts';
import { eachLine } from '../import/each-line.ts';
import { malformed } from '../import/import-errors.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { AnrSection, looksLikeBugReport } from './bug-report.ts';
import { AnrReason, headFact, processFact } from './dump-facts.ts';
import { isIdleLooper } from './idle-main.ts';
import { reportThreads } from './report-threads.ts';

const LOOKS_LIKE = 'an Android thread dump';
/** Dumps in trackers are indented, quoted or within marks of code. */
const PARTS = /^[ \t>`]{0,24}(?:----- (?:Waiting Channels: )?pid \d+ at \d|DALVIK THREADS \()/m;
/** A thread of Play Console’s text, of Crashlytics’ text, of debuggerd’s. */
const THREAD =
  /^[ \t>`]{0,24}(?:"[^"\n]{0,300}" {1,4}(?:daemon )?(?:prio=\d{1,3} )?(?:tid=\d{1,9} \w|sysTid=\d)|[^\n]{1,200} \([a-z ]{1,30}\):tid=\d{1,9} systid=\d)/m;
const FRAME = /^[ \t>]{0,32}(?:at [\w$.]{1,300} ?\(|(?:native: )?#\d\d {1,4}pc )/m;

export function looksLikeAnr({ text }: Beginning): boolean {
  return PARTS.test(text) || (THREAD.test(text) && FRAME.test(text)) || looksLikeBugReport(text);
}

/** The first process, which did not respond; others are counted. */
export async function readAnr(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  const sections = new DumpSections(0, (text) => coroutineHeader(text) ?? threadHeader(text));
  const reason = new AnrReason();
  const section = new AnrSection();
  let isBefore = true;
  await eachLine(task, (given) => {
    if (!section.has(given)) return true;
    const place = sections.add(given);
    const line = bareLine(given);
    if (place === 'otherProcess') return 'other processes';
    if (place === 'laterDump') return 'later dumps of the process';
    if (place === 'outside') {
      reason.add(line);
      if (isBefore) builder.process(headFact(line) ?? {});
      return true;
    }
    const fact = isBefore ? processFact(line) : undefined;
    if (fact !== undefined) builder.process(fact);
    // Facts of later parts are the same, or another process's.
    if (place === 'inside' && fact === undefined && (!sections.threads.isEmpty || line.startsWith('sysTid='))) isBefore = false;
    return place !== 'unread' || 'lines of a stack';
  });
  const { threads, pid, time } = sections;
  if (pid !== 0) {
    const { wallUs, hasZone } = dumpTime(time);
    builder.process({ pid, ...(wallUs === undefined ? {} : { wallUs }) });
    if (!hasZone && wallUs !== undefined) report.assumed('Times are UTC: the trace has no time zone.');
  }
  builder.process({ system: 'android' });
  report.skipped('frames beyond the bound', threads.cutFrames);
  report.skipped('threads beyond the bound', threads.cutThreads);
  const all = threads.all(pid);
  const found = reportThreads(all.threads, all.main, builder);
  if (found.every(({ stacks }) => stacks.length === 0)) {
    throw malformed(source.name, LOOKS_LIKE, section.isMissing ? 'is a bug report without the traces of an ANR' : 'has no stacks');
  }
  if (!threads.hasFrames) report.assumed('Android could not take stacks: threads have only the kernel’s functions in which they waited.');
  const isIdle = isIdleLooper(all.threads[all.main]?.frames ?? []);
  await layOut([isIdle ? idleReport(found, reason, report) : lagReport(found, reason, report)], task);
}

function lagReport(
  threads: readonly ReportThread[],
  { subject, length: { lastsUs, assumed } }: AnrReason,
  report: ImportReport,
): FieldReport {
  if (assumed !== undefined) report.assumed(assumed);
  return { title: `ANR${subject === '' ? '' : `: ${subject}`}`, lastsUs, threads };
}

/** Main is not late in its stack: the dump came after the delay, or for another reason. */
function idleReport(threads: readonly ReportThread[], reason: AnrReason, report: ImportReport): FieldReport {
  if (reason.subject === '') {
    report.withoutLags('Main waited for its next message, and the dump names no ANR, so no lags are listed.');
    const moment = threads.map((each) => ({ ...each, isMain: false }));
    return { title: 'Android: thread dump', lastsUs: undefined, threads: moment };
  }
  report.assumed('Main waited for its next message when Android took the stacks: they do not show what delayed it.');
  const unknown = threads.map((each) => (each.isMain ? { ...each, stacks: [], state: undefined } : each));
  return lagReport(unknown, reason, report);
}
