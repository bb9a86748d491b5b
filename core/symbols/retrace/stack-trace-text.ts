import type { Reading } from '../byte-source.ts';
import type { ClassMapping } from './class-mapping.ts';
import { compareTexts } from './frames.ts';
import type { Mapping } from './mapping.ts';
import { lookUpMethod, type PlacedMethod } from './method-lookup.ts';
import { parametersOf, returnTypeOf } from './method-text.ts';
import type { StackContext } from './places.ts';
import { inferSourceFile } from './source-file.ts';
import { type FrameLine, parseStackTraceLine, type Span } from './stack-trace-line.ts';

/** What is remembered of one text, in lines. */
const MAX_KNOWN_LINES = 20_000;

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
  const known = new Map<string, { readonly lines: readonly string[]; readonly context: StackContext }>();
  let context: StackContext = {};
  for (const line of lines) {
    // Stack traces of one app repeat themselves.
    const before = isEmpty(context) ? known.get(line) : undefined;
    if (before !== undefined) {
      out.push(...before.lines);
      context = before.context;
      continue;
    }
    const parsed = parseStackTraceLine(line);
    if (parsed === undefined) {
      out.push(line);
    } else if (parsed.kind === 'class') {
      const thrown = textOf(line, parsed.className);
      out.push(replace(line, [[parsed.className, mapping.originalClassName(thrown)]]));
      context = { thrown };
    } else {
      const className = textOf(line, parsed.className);
      const owner = mapping.keptClass(className) ?? (yield* mapping.classNamed(className));
      const begin = out.length;
      const isFirst = isEmpty(context);
      context = retraceFrameLine(mapping, owner, line, parsed, context, options.verbose === true, out);
      if (isFirst && known.size < MAX_KNOWN_LINES) known.set(line, { lines: out.slice(begin), context });
    }
  }
  return out;
}

function isEmpty({ thrown, outlineLine }: StackContext): boolean {
  return thrown === undefined && outlineLine === undefined;
}

/** An alternative for a line: it is told from others, and sorted, by its innermost frame. */
interface Alternative {
  readonly top: Shown;
  readonly lines: string[];
}

interface Shown {
  readonly frame: PlacedMethod;
  readonly file: string;
  readonly line: number;
}

/** @returns what the next line has to know */
function retraceFrameLine(
  mapping: Mapping,
  owner: ClassMapping | undefined,
  line: string,
  parsed: FrameLine,
  context: StackContext,
  verbose: boolean,
  out: string[],
): StackContext {
  const className = textOf(line, parsed.className);
  const shrunkFile = textOf(line, parsed.sourceFile);
  const shrunkLine = lineIn(line, parsed.line);
  const methodName = textOf(line, parsed.methodName);
  const found = owner && lookUpMethod(mapping, owner, { methodName, line: shrunkLine }, context);
  if (owner === undefined || found === undefined) {
    const original = mapping.originalClassName(className);
    const file = mapping.sourceFileOf(original) ?? (owner === undefined ? shrunkFile : inferSourceFile(original, shrunkFile));
    const lineText = shrunkLine > 0 ? `:${shrunkLine}` : shrunkLine === 0 ? '' : textOf(line, parsed.line);
    out.push(
      replace(line, [
        [parsed.className, original],
        [parsed.sourceFile, file],
        [parsed.line, lineText],
      ]),
    );
    return context;
  }
  const alternatives: Alternative[] = [];
  const contexts: StackContext[] = [];
  for (const place of found.places) {
    const shown = place.frames
      .filter(({ synthesized }) => !synthesized)
      .map((frame): Shown => {
        const named = frame.className === owner.originalName ? owner.sourceFile : mapping.sourceFileOf(frame.className);
        const file = named ?? inferSourceFile(frame.className, shrunkFile);
        return { frame, file, line: frame.line ?? shrunkLine };
      });
    const [top] = shown;
    if (top === undefined || alternatives.some((other) => sameTop(other.top, top, verbose || shrunkLine > 0, verbose))) continue;
    const useMapLine = shrunkLine > -1 || !found.ambiguous || verbose;
    const lines = shown.map((one) => {
      const lineText = one.line !== -1 && useMapLine ? (one.line <= 0 ? '' : `:${one.line}`) : textOf(line, parsed.line);
      return replace(line, [
        [parsed.className, one.frame.className],
        [parsed.methodName, verbose ? withTypes(one.frame) : one.frame.methodName],
        [parsed.sourceFile, one.file],
        [parsed.line, lineText],
      ]);
    });
    alternatives.push({ top, lines });
    contexts.push(place.context);
  }
  if (alternatives.length === 1) out.push(...(alternatives[0]?.lines ?? []));
  else
    writeAlternatives(
      alternatives.sort((a, b) => compareTops(a.top, b.top)),
      out,
    );
  const [only, ...more] = contexts;
  if (only === undefined) return found.places.at(-1)?.context ?? {};
  return more.length === 0 ? only : {};
}

/** The first frames of all, then the second ones; equal lines of one row once. */
function writeAlternatives(alternatives: readonly Alternative[], out: string[]): void {
  const rows = Math.max(0, ...alternatives.map(({ lines }) => lines.length));
  for (let row = 0; row < rows; row++) {
    const written = new Set<string>();
    for (const [i, { lines }] of alternatives.entries()) {
      const line = lines[row];
      if (line === undefined || written.has(line)) continue;
      written.add(line);
      out.push(i === 0 ? line : withOr(line));
    }
  }
}

function withOr(line: string): string {
  const at = line.indexOf('at ');
  const where = at >= 0 ? at : Math.max(0, line.search(/\S/));
  return `${line.slice(0, where)}<OR> ${line.slice(where)}`;
}

function sameTop(a: Shown, b: Shown, byLine: boolean, byTypes: boolean): boolean {
  return (
    a.frame.className === b.frame.className &&
    a.frame.methodName === b.frame.methodName &&
    a.file === b.file &&
    (!byLine || a.line === b.line) &&
    (!byTypes || withTypes(a.frame) === withTypes(b.frame))
  );
}

function compareTops(a: Shown, b: Shown): number {
  return (
    compareTexts(a.frame.className, b.frame.className) ||
    compareTexts(a.frame.methodName, b.frame.methodName) ||
    compareTexts(returnTypeOf(a.frame.method), returnTypeOf(b.frame.method)) ||
    compareParameters(a.frame, b.frame) ||
    compareTexts(a.file, b.file) ||
    a.line - b.line
  );
}

/** Fewer first. */
function compareParameters({ method: a }: PlacedMethod, { method: b }: PlacedMethod): number {
  const [ours, theirs] = [namesOf(parametersOf(a)), namesOf(parametersOf(b))];
  const differing = ours.findIndex((name, i) => name !== theirs[i]);
  return ours.length - theirs.length || compareTexts(ours[differing] ?? '', theirs[differing] ?? '');
}

function namesOf(parameters: string): readonly string[] {
  return parameters === '' ? [] : parameters.split(',');
}

function withTypes({ method, methodName }: PlacedMethod): string {
  return `${returnTypeOf(method)} ${methodName}(${parametersOf(method)})`;
}

/** -1 without a line. */
function lineIn(text: string, span: Span): number {
  const digits = text.slice(span.begin + 1, span.end);
  const line = digits === '' ? -1 : Number(digits);
  return line <= 2 ** 31 - 1 ? line : -1;
}

function textOf(line: string, { begin, end }: Span): string {
  return line.slice(begin, end);
}

/**
 * Joined at once: adding piece to piece would keep all pieces, and the map's lines that they are parts of, in memory.
 * @param parts in the line's order
 */
function replace(line: string, parts: readonly (readonly [span: Span, text: string])[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const [{ begin, end }, replacement] of parts) {
    pieces.push(line.slice(at, begin), replacement);
    at = end;
  }
  pieces.push(line.slice(at));
  return pieces.join('');
}
