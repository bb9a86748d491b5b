import { limits } from '../../core/session/limits/model-limits.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { BuiltFrame, NamedAnswer, NamedFrames } from './symbol-questions.ts';

export type SymbolRecord = Message<'symbols' | 'classNames' | 'frameNames' | 'outlineNames' | 'addressNames'>;
export type SymbolsRecord = Message<'symbols'>;

/** Longest text of a record, in letters; the protocol allows 64 KiB. */
const MOST_LETTERS = 8_192;
/** Functions inlined into each other. */
const MOST_FRAMES = 256;

const nothing = { neededId: '', confidence: 0, file: '', foundId: '', foundBy: '', why: '', bytes: 0, builtMs: 0, tookUs: 0 } as const;

/**
 * @param image 0 for the classes' mapping
 * @param facts known ones; the others are unknown
 */
export function symbolsRecord(run: number, image: number, facts: Partial<Omit<SymbolsRecord, 'type' | 'run' | 'image'>>): SymbolsRecord {
  const { neededId = '', foundId = '', file = '', foundBy = '', why = '', builtMs = 0, tookUs = 0, ...rest } = facts;
  const texts = { neededId: cut(neededId), foundId: cut(foundId), file: cut(file), foundBy: cut(foundBy), why: cut(why) };
  return {
    type: 'symbols',
    run,
    image,
    ...nothing,
    ...rest,
    ...texts,
    builtMs: Math.max(0, Math.round(builtMs)),
    tookUs: Math.round(tookUs),
  };
}

/**
 * The record of a frame, alone or with the outlines that it calls.
 * @param most confidence that its mapping allows
 */
export function frameRecord(run: number, [caller, ...outlines]: readonly BuiltFrame[], answer: NamedAnswer, most: 1 | 2): SymbolRecord[] {
  if (caller === undefined) return [];
  const named = {
    ...caller,
    confidence: Math.min(most, Math.max(1, answer.confidence)),
    others: answer.others,
    frames: cutFrames(answer.frames),
  };
  if (outlines.length === 0) return [{ type: 'frameNames', run, ...named }];
  return [{ type: 'outlineNames', run, ...named, outlines }];
}

export function addressRecord(run: number, image: number, offset: number, answer: NamedAnswer): SymbolRecord[] {
  if (answer.confidence === 0) return [];
  const { confidence, others, frames } = answer;
  return [{ type: 'addressNames', run, image, offset, confidence, others, frames: cutFrames(frames) }];
}

/**
 * Records of renamed classes.
 * @param most confidence that their mapping allows: the exact one also records unchanged names, so nobody asks again
 */
export function classRecords(run: number, built: readonly string[], sources: readonly (string | undefined)[], most: 1 | 2): SymbolRecord[] {
  const classes = built.flatMap((name, i) => {
    const source = sources[i] ?? (most === 2 ? name : undefined);
    return source === undefined ? [] : [{ built: cut(name), source: cut(source) }];
  });
  return classes.length === 0 ? [] : [{ type: 'classNames', run, classes: classes.slice(0, limits.classes) }];
}

function cutFrames(frames: NamedFrames): NamedFrames {
  return frames.slice(0, MOST_FRAMES).map((frame) => ({
    ...frame,
    class: cut(frame.class),
    name: cut(frame.name),
    short: cut(frame.short),
    signature: cut(frame.signature),
    file: cut(frame.file),
  }));
}

function cut(text: string): string {
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS - 1)}…`;
}
