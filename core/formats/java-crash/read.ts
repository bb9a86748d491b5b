import { crashlyticsFact } from '../anr/dump-facts.ts';
import { named } from '../field/apple-facts.ts';
import type { ReportThread } from '../field/field-report.ts';
import { layOut } from '../field/lay-out.ts';
import { eachLine } from '../import/each-line.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import { malformed } from '../import/import-errors.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { JavaCrash } from './crash-text.ts';

const LOOKS_LIKE = 'a crash of Java code';
const TITLE = /^(?:Fatal Exception: \w|FATAL EXCEPTION: \S|Exception [a-z][\w$]{0,60}\.[\w$])/m;
const FRAME = /^[ \t]{1,12}at [\w$][\w$.]{0,300}/m;

export function looksLikeJavaCrash({ text }: Beginning): boolean {
  return TITLE.test(text) && FRAME.test(text);
}

/** A crash: stacks of one moment, no lag. */
export async function readJavaCrash(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  const crash = new JavaCrash();
  await eachLine(task, (line) => {
    builder.process(crashlyticsFact(line) ?? {});
    return crash.add(line);
  });
  builder.process({ ...named(crash.process), pid: crash.pid, system: 'android' });
  const threadOf = (name: string, frames: readonly FrameFacts[]): ReportThread => {
    let stack = 0;
    for (const frame of frames.toReversed()) stack = builder.stack(stack, builder.frame(frame));
    const isMain = frames.some((frame) => frame.class === 'android.app.ActivityThread' && frame.function === 'main') || name === 'main';
    return { name: isMain ? 'main' : name, tid: 0, isMain, group: '', stacks: stack === 0 ? [] : [{ stack, weight: 1 }] };
  };
  const threads = [
    threadOf(crash.thread || 'crashed thread', crash.frames),
    ...crash.others.map(({ name, frames }) => threadOf(name, frames)),
  ];
  if (threads.every(({ stacks }) => stacks.length === 0)) throw malformed(source.name, LOOKS_LIKE, 'has no stacks');
  const [crashed] = threads;
  // Crashlytics lists main among the others, too, where it crashed.
  const shown = threads.filter((each) => each === crashed || !(each.isMain && crashed?.isMain === true));
  report.skipped('stacks of main beside its crash', threads.length - shown.length);
  await layOut([{ title: crash.title, lastsUs: undefined, threads: shown }], task);
}
