import { headFact } from '../anr/dump-facts.ts';
import { stateOfRuntime } from '../anr/report-threads.ts';
import { named } from '../field/apple-facts.ts';
import type { FieldReport, ReportThread } from '../field/field-report.ts';
import { layOut } from '../field/lay-out.ts';
import { eachLine } from '../import/each-line.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import { malformed } from '../import/import-errors.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { exceptionLine } from './crash-lines.ts';
import { JavaCrash } from './crash-text.ts';

const LOOKS_LIKE = 'a crash of Java code';
const TITLE = /^[ \t>`]{0,24}(?:Fatal Exception: \w|FATAL EXCEPTION: \S|Exception [a-z][\w$]{0,60}\.[\w$])/m;
const FRAME = /^[ \t>]{1,24}at [\w$][\w$.]{0,300}/m;
/** Classes of Android's own, which begin each main thread's stack. */
const ANDROID = /^(?:android|com\.android|dalvik)\./;

export function looksLikeJavaCrash({ text }: Beginning): boolean {
  if (!FRAME.test(text)) return false;
  return TITLE.test(text) || hasException(text);
}

/** An exception's line with a frame on the next one. */
function hasException(text: string): boolean {
  const lines = text.split('\n');
  return lines.some(
    (line, at) => line.length < 1_000 && lines[at + 1]?.trimStart().startsWith('at ') === true && exceptionLine(line.trim()) !== undefined,
  );
}

/** A crash is a moment; a watchdog's or StrictMode's exception is a lag of main. */
export async function readJavaCrash(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  const crash = new JavaCrash();
  await eachLine(task, (line) => {
    builder.process(headFact(line) ?? {});
    return crash.add(line);
  });
  const threadOf = (name: string, frames: readonly FrameFacts[], status = ''): ReportThread => {
    let stack = 0;
    for (const frame of frames.toReversed()) stack = builder.stack(stack, builder.frame(frame));
    const isMain = frames.some((frame) => frame.class === 'android.app.ActivityThread' && frame.function === 'main') || name === 'main';
    const state = stateOfRuntime(status);
    return { name: isMain ? 'main' : name, tid: 0, isMain, group: '', stacks: stack === 0 ? [] : [{ stack, weight: 1 }], state };
  };
  const own = threadOf(crash.thread || 'crashed thread', crash.frames);
  const others = crash.others.map(({ name, frames, status }) => threadOf(name, frames, status));
  const threads = own.stacks.length === 0 && others.length > 0 ? others : [own, ...others];
  if (threads.every(({ stacks }) => stacks.length === 0)) throw malformed(source.name, LOOKS_LIKE, 'has no stacks');
  const all = [crash.frames, ...crash.others.map(({ frames }) => frames)].flat();
  const isAndroid = crash.process !== '' || all.some(({ class: owner = '' }) => ANDROID.test(owner));
  builder.process({ ...named(crash.process), ...(crash.pid === 0 ? {} : { pid: crash.pid }), ...(isAndroid ? { system: 'android' } : {}) });
  const [crashed] = threads;
  // Crashlytics lists main among the others, too, where it crashed.
  const shown = threads.filter((each) => each === crashed || !(each.isMain && crashed?.isMain === true));
  report.skipped('stacks of main beside its crash', threads.length - shown.length);
  await layOut([{ ...happened(crash, isAndroid, report), threads: shown }], task);
}

function happened({ late, title }: JavaCrash, isAndroid: boolean, report: ImportReport): Omit<FieldReport, 'threads'> {
  if (late === undefined) return { title: `${isAndroid ? 'Android' : 'Java'}: crash ${title}`, lastsUs: undefined };
  if (late.isLimit) report.assumed(`Main was late by ${late.lastsUs / 1e6} s at least: the watchdog measures no more.`);
  return { title: late.isLimit ? `ANR: ${title}` : `StrictMode: ${title}`, lastsUs: late.lastsUs };
}
