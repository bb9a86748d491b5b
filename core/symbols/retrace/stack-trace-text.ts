import { int32At } from '../../columns/at.ts';
import type { Reading } from '../bytes/byte-source.ts';
import type { ClassMapping } from './class-mapping.ts';
import { FrameLines } from './frame-lines.ts';
import { retraceFrameLine, textOf } from './frame-text.ts';
import { LineBuffer } from './line-buffer.ts';
import type { Mapping } from './mapping.ts';
import type { StackContext } from './narrowed-method.ts';
import { parseStackTraceLine } from './stack-trace-line.ts';
import { UsualFrames } from './usual-frames.ts';

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
  /** First of the `originals` of each frame. */
  readonly begins: Int32Array;
  /** After the last of them. */
  readonly ends: Int32Array;
  readonly originals: readonly string[];
  /** Of the frames that have one for the next line. */
  readonly contexts: ReadonlyMap<number, StackContext>;
}

/** Retraces frames class by class in the map's order, so that each class is read once. */
function* retraceByClass(mapping: Mapping, batch: readonly string[], verbose: boolean): Reading<KnownFrames> {
  const begins = new Int32Array(batch.length);
  const ends = new Int32Array(batch.length);
  const contexts = new Map<number, StackContext>();
  const out = new LineBuffer();
  const lines = new FrameLines(batch);
  const usual = new UsualFrames(mapping, lines, out);
  const { frames, usualByClass, othersByClass } = framesByClass(mapping, batch, lines);
  const retraceOther = (owner: ClassMapping | undefined, frame: number): void => {
    const line = batch[frame] ?? '';
    const parsed = parseStackTraceLine(line);
    if (parsed?.kind !== 'frame') return;
    const context = retraceFrameLine(mapping, owner, line, parsed, nothing, verbose, out.lines);
    if (!isEmpty(context)) contexts.set(frame, context);
  };
  for (const [row, first] of [...usualByClass.firsts].sort(([a], [b]) => a - b)) {
    const owner = yield* mapping.classInRow(row);
    for (let frame = first; frame !== NONE; frame = int32At(usualByClass.nexts, frame)) {
      begins[frame] = out.lines.length;
      if (verbose || owner === undefined || !usual.write(owner, frame)) retraceOther(owner, frame);
      ends[frame] = out.lines.length;
    }
  }
  for (const [className, own] of mapping.inMapOrder(othersByClass)) {
    const owner = yield* mapping.classNamedOnce(className);
    for (const frame of own) {
      begins[frame] = out.lines.length;
      retraceOther(owner, frame);
      ends[frame] = out.lines.length;
    }
  }
  out.flush();
  return { frames, begins, ends, originals: out.lines, contexts };
}

/** Frames of each row of a table, as linked lists. */
interface Chains {
  readonly firsts: ReadonlyMap<number, number>;
  readonly nexts: Int32Array;
}

interface FramesByClass {
  /** Equal lines share one. */
  readonly frames: Int32Array;
  /** Chains by the mapping's row. */
  readonly usualByClass: Chains;
  /** Unusual lines, and classes that the map hasn't. */
  readonly othersByClass: ReadonlyMap<string, readonly number[]>;
}

function framesByClass(mapping: Mapping, batch: readonly string[], lines: FrameLines): FramesByClass {
  const frames = new Int32Array(batch.length).fill(NONE);
  const firsts = new Map<number, number>();
  const nexts = new Int32Array(batch.length);
  const othersByClass = new Map<string, number[]>();
  const known = new Map<string, number>();
  let isBelowClass = false;
  let at = -1;
  for (const line of batch) {
    at++;
    const before = known.get(line);
    if (before !== undefined) {
      lines.skip();
      frames[at] = before;
      isBelowClass = false;
      continue;
    }
    const row: number = lines.read(at) && !isBelowClass ? mapping.rowOf(lines.bytes, lines.classBegin, lines.classEnd) : NONE;
    const parsed: ReturnType<typeof parseStackTraceLine> = row === NONE ? parseStackTraceLine(line) : undefined;
    const isAlone = row !== NONE || (parsed?.kind === 'frame' && !isBelowClass);
    isBelowClass = parsed?.kind === 'class';
    if (!isAlone) continue;
    frames[at] = at;
    if (known.size < MAX_KNOWN_LINES) known.set(line, at);
    if (parsed === undefined) {
      nexts[at] = firsts.get(row) ?? NONE;
      firsts.set(row, at);
      continue;
    }
    const className = textOf(line, parsed.className);
    const own = othersByClass.get(className);
    if (own === undefined) othersByClass.set(className, [at]);
    else own.push(at);
  }
  return { frames, usualByClass: { firsts, nexts }, othersByClass };
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
