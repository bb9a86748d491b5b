import type { Reading } from '../bytes/byte-source.ts';
import { retraceFrameLine, textOf } from './frame-text.ts';
import type { Mapping } from './mapping.ts';
import type { StackContext } from './narrowed-method.ts';
import { parseStackTraceLine } from './stack-trace-line.ts';

/** Enough that a class is seldom read for one line alone. */
const BATCH_LINES = 1 << 17;
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
    const known = yield* retraceByClass(mapping, batch, verbose);
    for (const line of batch) {
      const frame = isEmpty(context) ? known.get(line) : undefined;
      if (frame !== undefined) for (const original of frame.originals) out.push(original);
      context = frame?.context ?? (yield* retraceLine(mapping, line, context, verbose, out));
    }
  }
  return out;
}

/** Independent of the lines above. */
interface KnownLine {
  readonly line: string;
  readonly originals: string[];
  context: StackContext;
}

/** Retraces each different frame once, class by class in the map's order, so that each class is read once. */
function* retraceByClass(mapping: Mapping, batch: readonly string[], verbose: boolean): Reading<ReadonlyMap<string, KnownLine>> {
  const known = new Map<string, KnownLine>();
  for (const [className, frames] of mapping.inMapOrder(framesByClass(batch, known))) {
    const owner = yield* mapping.classNamedOnce(className);
    for (const frame of frames) {
      const parsed = parseStackTraceLine(frame.line);
      if (parsed?.kind !== 'frame') continue;
      frame.context = retraceFrameLine(mapping, owner, frame.line, parsed, nothing, verbose, frame.originals);
    }
  }
  return known;
}

/** Adds each different frame to `known`, except below exceptions, which it depends on. */
function framesByClass(batch: readonly string[], known: Map<string, KnownLine>): ReadonlyMap<string, readonly KnownLine[]> {
  const byClass = new Map<string, KnownLine[]>();
  let isBelowClass = false;
  for (const line of batch) {
    const parsed = known.has(line) ? undefined : parseStackTraceLine(line);
    const isAlone = parsed?.kind === 'frame' && !isBelowClass;
    isBelowClass = parsed?.kind === 'class';
    if (!isAlone) continue;
    const frame = { line, originals: [], context: nothing };
    known.set(line, frame);
    const className = textOf(line, parsed.className);
    const frames = byClass.get(className);
    if (frames === undefined) byClass.set(className, [frame]);
    else frames.push(frame);
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
