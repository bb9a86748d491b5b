import { int32At } from '../../columns/at.ts';
import type { Reading } from '../bytes/byte-source.ts';
import { FrameLines } from './frame-lines.ts';
import { retraceFrameLine, textOf } from './frame-text.ts';
import type { Mapping } from './mapping.ts';
import type { StackContext } from './narrowed-method.ts';
import { parseStackTraceLine } from './stack-trace-line.ts';

/** Enough that a class is seldom read for one line alone. */
const BATCH_LINES = 1 << 17;
/** Enough for the repetitions of one app; a trace without any need not be kept twice. */
const MAX_KNOWN_LINES = 20_000;
const NONE = -1;
const nothing: StackContext = {};

interface StackTraceOptions {
  readonly verbose?: boolean;
}

/** Prints the same as R8's Retrace. Lines without names stay. Alternatives follow each other, with `<OR>`. */
export function* retraceStackTrace(mapping: Mapping, lines: Iterable<string>, options: StackTraceOptions = {}): Reading<readonly string[]> {
  const out: string[] = [];
  const verbose = options.verbose === true;
  let context = nothing;
  for (const batch of batchesOf(lines)) {
    const { frames, begins, ends, originals, contexts } = yield* retraceByClass(mapping, batch, verbose);
    let at = 0;
    for (const line of batch) {
      const frame = isEmpty(context) ? int32At(frames, at) : NONE;
      at++;
      if (frame === NONE) {
        context = yield* retraceLine(mapping, line, context, verbose, out);
        continue;
      }
      const end = int32At(ends, frame);
      for (let text = int32At(begins, frame); text < end; text++) out.push(originals[text] ?? '');
      context = contexts.get(frame) ?? nothing;
    }
  }
  return out;
}

/** A frame's row is the first line with its text. Columns, as each garbage collection would move a hundred thousand objects. */
interface KnownFrames {
  /** Of each line; `NONE` for all but frames, and below exceptions, which a frame depends on. */
  readonly frames: Int32Array;
  /** Of each frame: the first of its `originals`. */
  readonly begins: Int32Array;
  /** After the last of them. */
  readonly ends: Int32Array;
  readonly originals: readonly string[];
  /** Of the frames that have one for the next line. */
  readonly contexts: ReadonlyMap<number, StackContext>;
}

/** Retraces each different frame once, class by class in the map's order, so that each class is read once. */
function* retraceByClass(mapping: Mapping, batch: readonly string[], verbose: boolean): Reading<KnownFrames> {
  const frames = new Int32Array(batch.length).fill(NONE);
  const begins = new Int32Array(batch.length);
  const ends = new Int32Array(batch.length);
  const originals: string[] = [];
  const contexts = new Map<number, StackContext>();
  const parsed = new FrameLines(batch.length);
  for (const [className, own] of mapping.inMapOrder(framesByClass(batch, frames, parsed))) {
    const owner = yield* mapping.classNamedOnce(className);
    for (const frame of own) {
      begins[frame] = originals.length;
      const context = retraceFrameLine(mapping, owner, batch[frame] ?? '', parsed.at(frame), nothing, verbose, originals);
      ends[frame] = originals.length;
      if (!isEmpty(context)) contexts.set(frame, context);
    }
  }
  return { frames, begins, ends, originals, contexts };
}

/** Fills `frames` and `lines`; equal lines share one. */
function framesByClass(batch: readonly string[], frames: Int32Array, lines: FrameLines): ReadonlyMap<string, readonly number[]> {
  const byClass = new Map<string, number[]>();
  const known = new Map<string, number>();
  let isBelowClass = false;
  let at = -1;
  for (const line of batch) {
    at++;
    const before = known.get(line);
    const parsed = before === undefined ? parseStackTraceLine(line) : undefined;
    const isAlone = parsed?.kind === 'frame' && !isBelowClass;
    isBelowClass = parsed?.kind === 'class';
    frames[at] = isAlone ? at : (before ?? NONE);
    if (!isAlone) continue;
    if (known.size < MAX_KNOWN_LINES) known.set(line, at);
    lines.set(at, parsed);
    const className = textOf(line, parsed.className);
    const own = byClass.get(className);
    if (own === undefined) byClass.set(className, [at]);
    else own.push(at);
  }
  return byClass;
}

function* retraceLine(mapping: Mapping, line: string, context: StackContext, verbose: boolean, out: string[]): Reading<StackContext> {
  const parsed = parseStackTraceLine(line);
  if (parsed === undefined) {
    out.push(line);
    return context;
  }
  const className = textOf(line, parsed.className);
  if (parsed.kind === 'class') {
    const { begin, end } = parsed.className;
    out.push([line.slice(0, begin), mapping.originalClassName(className), line.slice(end)].join(''));
    return { thrown: className };
  }
  const owner = mapping.keptClass(className) ?? (yield* mapping.classNamed(className));
  return retraceFrameLine(mapping, owner, line, parsed, context, verbose, out);
}

function isEmpty({ thrown, outlineLine }: StackContext): boolean {
  return thrown === undefined && outlineLine === undefined;
}

function* batchesOf(lines: Iterable<string>): Generator<readonly string[]> {
  let batch: string[] = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH_LINES) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
