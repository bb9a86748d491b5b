import type { ClassMapping } from './class-mapping.ts';
import type { Mapping } from './mapping.ts';
import { lookUpMethod, type PlacedMethod } from './method-lookup.ts';
import { parametersOf, returnTypeOf } from './method-text.ts';
import type { StackContext } from './narrowed-method.ts';
import { compareTexts } from './original-frames.ts';
import { inferSourceFile } from './source-file.ts';
import type { FrameLine, Span } from './stack-trace-line.ts';

interface Alternative {
  readonly top: Shown;
  readonly lines: string[];
}

interface Shown {
  readonly frame: PlacedMethod;
  readonly file: string;
  readonly line: number;
}

/**
 * @param owner undefined for an unknown class
 * @param context of the line above
 * @returns the next line's context
 */
export function retraceFrameLine(
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
    out.push(replaceFrame(line, parsed, original, methodName, file, lineText));
    return context;
  }
  const useMapLine = shrunkLine > -1 || !found.ambiguous || verbose;
  const textOfShown = ({ frame, file, line: shownLine }: Shown): string => {
    const lineText = shownLine !== -1 && useMapLine ? (shownLine <= 0 ? '' : `:${shownLine}`) : textOf(line, parsed.line);
    return replaceFrame(line, parsed, frame.className, verbose ? withTypes(frame) : frame.methodName, file, lineText);
  };
  const [only] = found.places;
  if (only !== undefined && found.places.length === 1) {
    // Nearly every line: there are no alternatives.
    for (const frame of only.frames)
      if (!frame.synthesized) out.push(textOfShown(shownFrame(mapping, owner, frame, shrunkFile, shrunkLine)));
    return only.context;
  }
  const alternatives: Alternative[] = [];
  const contexts: StackContext[] = [];
  for (const place of found.places) {
    const shown = place.frames
      .filter(({ synthesized }) => !synthesized)
      .map((frame) => shownFrame(mapping, owner, frame, shrunkFile, shrunkLine));
    const [top] = shown;
    if (top === undefined || alternatives.some((other) => sameTop(other.top, top, verbose || shrunkLine > 0, verbose))) continue;
    alternatives.push({ top, lines: shown.map(textOfShown) });
    contexts.push(place.context);
  }
  writeAlternatives(
    alternatives.sort((a, b) => compareTops(a.top, b.top)),
    out,
  );
  const [first, ...more] = contexts;
  if (first === undefined) return found.places.at(-1)?.context ?? {};
  return more.length === 0 ? first : {};
}

function shownFrame(mapping: Mapping, owner: ClassMapping, frame: PlacedMethod, shrunkFile: string, shrunkLine: number): Shown {
  const named = frame.className === owner.originalName ? owner.sourceFile : mapping.sourceFileOf(frame.className);
  return { frame, file: named ?? inferSourceFile(frame.className, shrunkFile), line: frame.line ?? shrunkLine };
}

/** The first frames of all, then the second ones. Equal lines of a row appear once. */
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

export function textOf(line: string, { begin, end }: Span): string {
  return line.slice(begin, end);
}

/** Concatenation would keep all pieces in memory, and the map's lines that they are slices of. */
function replaceFrame(line: string, spans: FrameLine, className: string, methodName: string, sourceFile: string, lineText: string): string {
  return [
    line.slice(0, spans.className.begin),
    className,
    line.slice(spans.className.end, spans.methodName.begin),
    methodName,
    line.slice(spans.methodName.end, spans.sourceFile.begin),
    sourceFile,
    line.slice(spans.sourceFile.end, spans.line.begin),
    lineText,
    line.slice(spans.line.end),
  ].join('');
}
