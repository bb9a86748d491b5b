import { fillIn } from '../../fill-in.ts';
import { oneLine } from '../../text/one-line.ts';
import { readableLabel, readableName } from '../frames/readable-name.ts';
import type { AnrTrace } from './anr-traces.ts';
import type { DumpFrame } from './dump-frames.ts';
import type { DumpThread } from './dump-threads.ts';

/** In English; views may translate them. */
export const anrTraceSentences = {
  anrTraceUnread: 'Android’s trace of the ANR has no thread main.',
  anrTraceIn: 'In Android’s trace of the ANR, main was in {0}.',
  anrTraceWaits: 'In Android’s trace of the ANR, main waited for {0} in {1}.',
  anrTraceHeld: 'In Android’s trace of the ANR, main waited for {0} in {1}; {2} held it in {3}.',
  anrTraceRing: 'In Android’s trace of the ANR, main was in a deadlock: it waited for {0} in {1}; {2} held it in {3}.',
} as const;

export const anrTraceTexts = {
  ...anrTraceSentences,
  anrAt: 'ANR at {0}: {1}',
  anrBefore: 'ANR {0} before the session (pid {1}): {2}',
} as const;

type AnrTraceText = keyof typeof anrTraceTexts;
type Template = (key: AnrTraceText) => string;

type Sentence = readonly [keyof typeof anrTraceSentences, ...string[]];

const english: Template = (key) => anrTraceTexts[key];
const PLATFORM = /^(?:javax?|dalvik|libcore|sun|jdk|kotlinx?|androidx?|com\.android)\./;
const NAME_LETTERS = 120;
const MOST_FRAMES = 60;

/** Main at the ANR. @param template translated by views */
export function anrTraceSentence(anr: AnrTrace, template: Template = english): string {
  const [key, ...values] = anrTraceWords(anr);
  return fillIn(
    template(key),
    values.map((value) => oneLine(value, NAME_LETTERS)),
  );
}

/** The template and its values. */
export function anrTraceWords({ chain: [main, holder], isDeadlock }: AnrTrace): Sentence {
  if (main === undefined) return ['anrTraceUnread'];
  if (main.lock === undefined) return ['anrTraceIn', placeOf(main)];
  if (holder === undefined) return ['anrTraceWaits', main.lock.object, placeOf(main)];
  return [isDeadlock ? 'anrTraceRing' : 'anrTraceHeld', main.lock.object, placeOf(main), holder.name, placeOf(holder)];
}

/** With its time. @param atText session time, in microseconds. @param lengthText duration, in microseconds */
export function anrTraceLine(
  anr: AnrTrace,
  atText: (us: number) => string,
  lengthText: (us: number) => string,
  template: Template = english,
): string {
  const sentence = anrTraceSentence(anr, template);
  const { atUs, pid } = anr.trace;
  if (atUs < 0) return fillIn(template('anrBefore'), [lengthText(-atUs), pid, sentence]);
  return fillIn(template('anrAt'), [atText(atUs), sentence]);
}

/** Stacks of main and of those it waited for, as lines in the form of Java. */
export function anrTraceLines({ chain, trace, unread }: AnrTrace): readonly string[] {
  const stacks = chain.flatMap((thread, at) => [...(at === 0 ? [] : ['']), ...stackLines(thread, chain[at + 1])]);
  const remarks = [
    ...(trace.isCut ? ['The trace was longer and is cut.'] : []),
    ...(unread > 0 ? [`Skipped: ${unread === 1 ? '1 line of a stack' : `${unread} lines of stacks`}.`] : []),
  ];
  return remarks.length === 0 ? stacks : [...stacks, '', ...remarks];
}

function stackLines({ name, status, frames, lock }: DumpThread, holder: DumpThread | undefined): readonly string[] {
  const held = holder === undefined ? '' : `, held by "${oneLine(holder.name, NAME_LETTERS)}"`;
  const left = frames.length - MOST_FRAMES;
  return [
    `"${oneLine(name, NAME_LETTERS)}" ${status}`,
    ...frames
      .slice(0, MOST_FRAMES)
      .flatMap((frame, at) => [
        `  at ${oneLine(rawFrame(frame))}`,
        ...(at === 0 && lock !== undefined ? [`  - waits for ${oneLine(lock.object, NAME_LETTERS)}${held}`] : []),
      ]),
    ...(left > 0 ? [`  ... ${left} more`] : []),
  ];
}

function rawFrame({ class: owner = '', function: name, file = '', line = 0, native }: DumpFrame): string {
  if (native !== undefined) return `${name === '' ? `0x${native.address.toString(16)}` : name} (${native.path})`;
  const place = file === '' ? '' : `(${file}${line > 0 ? `:${line}` : ''})`;
  return `${owner === '' ? '' : `${owner}.`}${name}${place}`;
}

/** The innermost frame of the app, otherwise of any code. */
function placeOf({ frames }: DumpThread): string {
  const frame = frames.find(({ class: owner }) => owner !== undefined && !PLATFORM.test(owner)) ?? frames[0];
  if (frame === undefined) return '?';
  const { class: owner = '', function: name, file = '', line = 0 } = frame;
  const label = owner === '' ? rawFrame(frame) : readableLabel(readableName(owner, name));
  return file === '' || line === 0 ? label : `${label} (${file}:${line})`;
}
