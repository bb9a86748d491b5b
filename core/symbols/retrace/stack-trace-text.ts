import type { Reading } from '../bytes/byte-source.ts';
import { ContextFreeLines } from './context-free-lines.ts';
import { retraceFrameLine, textOf } from './frame-text.ts';
import type { Mapping } from './mapping.ts';
import type { StackContext } from './narrowed-method.ts';
import { parseStackTraceLine } from './stack-trace-line.ts';

/** Lines that are looked at together: enough of them that a class is seldom read for one alone. */
const BATCH_LINES = 1 << 17;

export interface StackTraceOptions {
  /** Methods with their return and parameter types. */
  readonly verbose?: boolean;
}

/**
 * Retraces the lines of a stack trace: what R8's Retrace prints for the same map and lines. Lines that name nothing stay as they
 * are; what cannot be told apart comes below each other, with `<OR>` from the second on.
 */
export function* retraceStackTrace(mapping: Mapping, lines: Iterable<string>, options: StackTraceOptions = {}): Reading<readonly string[]> {
  const out: string[] = [];
  const verbose = options.verbose === true;
  let context: StackContext = {};
  for (const batch of batchesOf(lines)) {
    const alone = new ContextFreeLines(batch, verbose);
    yield* alone.retrace(mapping);
    let place = 0;
    for (const line of batch) {
      const next = isEmpty(context) ? alone.write(place, out) : undefined;
      context = next ?? (yield* retraceLine(mapping, line, context, verbose, out));
      place++;
    }
  }
  return out;
}

/** @returns what the next line has to know */
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
