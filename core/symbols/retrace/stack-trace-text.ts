import type { Reading } from '../bytes/byte-source.ts';
import { retraceFrameLine, textOf } from './frame-text.ts';
import type { Mapping } from './mapping.ts';
import type { StackContext } from './narrowed-method.ts';
import { parseStackTraceLine } from './stack-trace-line.ts';

/** Enough that a class is seldom read for one line alone. */
const BATCH_LINES = 1 << 17;
/** Enough for the repetitions of one app; a trace without any need not be kept twice. */
const MAX_KNOWN_LINES = 20_000;
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
    const { frames, originals } = yield* retraceByClass(mapping, batch, verbose);
    for (const [at, line] of batch.entries()) {
      const frame = isEmpty(context) ? frames[at] : undefined;
      if (frame !== undefined) for (let text = frame.begin; text < frame.end; text++) out.push(originals[text] ?? '');
      context = frame?.context ?? (yield* retraceLine(mapping, line, context, verbose, out));
    }
  }
  return out;
}

/** Independent of the lines above. */
interface KnownLine {
  readonly line: string;
  /** First of its `originals`. */
  begin: number;
  /** After the last of them. */
  end: number;
  context: StackContext;
}

interface KnownLines {
  /** Of each line; undefined for all but frames, and below exceptions, which a frame depends on. */
  readonly frames: readonly (KnownLine | undefined)[];
  /** Of all lines: a list for each would be a hundred thousand lists. */
  readonly originals: readonly string[];
}

/** Retraces each different frame once, class by class in the map's order, so that each class is read once. */
function* retraceByClass(mapping: Mapping, batch: readonly string[], verbose: boolean): Reading<KnownLines> {
  const frames: (KnownLine | undefined)[] = [];
  const originals: string[] = [];
  for (const [className, own] of mapping.inMapOrder(framesByClass(batch, frames))) {
    const owner = yield* mapping.classNamedOnce(className);
    for (const frame of own) {
      const parsed = parseStackTraceLine(frame.line);
      if (parsed?.kind !== 'frame') continue;
      frame.begin = originals.length;
      frame.context = retraceFrameLine(mapping, owner, frame.line, parsed, nothing, verbose, originals);
      frame.end = originals.length;
    }
  }
  return { frames, originals };
}

/** Fills `frames`; equal lines share one. */
function framesByClass(batch: readonly string[], frames: (KnownLine | undefined)[]): ReadonlyMap<string, readonly KnownLine[]> {
  const byClass = new Map<string, KnownLine[]>();
  const known = new Map<string, KnownLine>();
  let isBelowClass = false;
  for (const line of batch) {
    const before = known.get(line);
    const parsed = before === undefined ? parseStackTraceLine(line) : undefined;
    const isAlone = parsed?.kind === 'frame' && !isBelowClass;
    isBelowClass = parsed?.kind === 'class';
    const frame = isAlone ? { line, begin: 0, end: 0, context: nothing } : before;
    frames.push(frame);
    if (!isAlone || frame === undefined) continue;
    if (known.size < MAX_KNOWN_LINES) known.set(line, frame);
    const className = textOf(line, parsed.className);
    const own = byClass.get(className);
    if (own === undefined) byClass.set(className, [frame]);
    else own.push(frame);
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
