import { DumpThreads } from '../../analysis/exit-traces/dump-threads.ts';
import { named, wallUsOf } from '../field/apple-facts.ts';
import { layOut } from '../field/lay-out.ts';
import { malformed } from '../import/import-errors.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { textLines } from '../import/text-lines.ts';
import { reportThreads } from './report-threads.ts';

const LOOKS_LIKE = 'an Android thread dump';
/** `----- pid 311 at 2026-03-01 10:00:00.123456789+0100 -----` */
const BEGIN = /^----- pid (\d{1,9}) at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([+-]\d{4})? -----/;
/** Excerpts begin here. */
const THREADS = /^DALVIK THREADS \(/;
/** Of the reason that Android gives: “Waited 5001ms for MotionEvent”. */
const WAITED = /^Subject: .{0,2000}?\b[Ww]aited (\d{1,9}) ?ms\b/;
/** An ANR of input. */
const USUAL_US = 5_000_000;

export function looksLikeAnr({ text }: Beginning): boolean {
  return /^(?:----- pid \d+ at \d|DALVIK THREADS \()/m.test(text);
}

/** The first process, which did not respond; others are counted. */
export async function readAnr(task: ImportTask): Promise<void> {
  const { source, builder, report, turns } = task;
  const threads = new DumpThreads();
  let pid = 0;
  let isInside = false;
  let waitedMs = 0;
  let subject = '';
  for await (const lines of textLines(source, report)) {
    for (const line of lines) {
      const [begin, number, day = '', fraction = '', zone = ''] = line.startsWith('-----') ? (BEGIN.exec(line) ?? []) : [];
      if (begin !== undefined) {
        isInside = pid === 0;
        if (pid !== 0) report.skipped('other processes');
        else {
          pid = Number(number);
          const wallUs = wallUsOf(
            `${day.replace(' ', 'T')}${fraction === '' ? '' : `.${fraction.slice(0, 3)}`}${zone === '' ? 'Z' : zone.replace(/(\d\d)$/, ':$1')}`,
          );
          builder.process({ pid, system: 'android', ...(wallUs === undefined ? {} : { wallUs }) });
          if (zone === '') report.assumed('Times are UTC: the trace has no time zone.');
        }
      } else if (/^----- end \d/.test(line)) isInside = false;
      else if (pid === 0 && THREADS.test(line)) isInside = true;
      else if (line.startsWith('Subject: ')) {
        subject ||= line.slice(9, 300);
        const [, waited = '0'] = WAITED.exec(line) ?? [];
        waitedMs ||= Number(waited);
      } else if (isInside) {
        const [, app] = /^Cmd line: (\S{1,500})/.exec(line) ?? [];
        const [, fingerprint] = /^Build fingerprint: '([^']{1,500})'/.exec(line) ?? [];
        if (app !== undefined) builder.process(named(app));
        else if (fingerprint !== undefined) builder.process({ version: fingerprint });
        else threads.add(line);
      }
      await turns.pause();
    }
  }
  const found = reportThreads(threads, builder, pid);
  report.skipped('frames beyond 4,096 of a thread', threads.cutFrames);
  if (found.every(({ stacks }) => stacks.length === 0)) throw malformed(source.name, LOOKS_LIKE, 'has no stacks');
  if (waitedMs === 0) report.assumed('Main did not respond for 5 s, Android’s limit for input: the trace has no length.');
  const title = `ANR${subject === '' ? '' : `: ${subject}`}`;
  await layOut([{ title, lastsUs: waitedMs > 0 ? waitedMs * 1_000 : USUAL_US, threads: found }], task);
}
