import type { Reading } from '../bytes/byte-source.ts';
import { methodDescriptor } from './descriptor.ts';
import { linesMayBeDexPcs } from './map-header.ts';
import type { Mapping } from './mapping.ts';
import { lookUpMethod, type PlacedMethod } from './method-lookup.ts';
import { parametersOf, returnTypeOf } from './method-text.ts';
import type { StackContext } from './narrowed-method.ts';
import { inferSourceFile } from './source-file.ts';

export interface ShrunkFrame {
  readonly className: string;
  readonly methodName: string;
  /** The JVM's form with shrunk types; tells overloads apart. */
  readonly descriptor?: string;
  /** From the line table; absent or below 1 without one. */
  readonly line?: number;
  /** The instruction in the method, for maps by instruction. */
  readonly dexPc?: number;
  /** As the device names it, such as `SourceFile`; its ending helps where the map is silent. */
  readonly sourceFile?: string;
}

export interface OriginalFrame {
  readonly className: string;
  readonly methodName: string;
  /** The JVM's form with original types; absent for unknown methods. */
  readonly descriptor?: string;
  readonly file?: string;
  readonly line?: number;
  readonly inlined: boolean;
  /** Made by the compiler; not in the sources. */
  readonly synthesized: boolean;
}

/** Innermost first. Never empty. */
type OriginalFrames = readonly OriginalFrame[];

export interface RetracedFrame {
  /**
   * In R8's order; several if the line or the overload is missing. An outline is one synthesized frame, with the methods inlined into it.
   */
  readonly alternatives: readonly OriginalFrames[];
  /** The map knows the method. Else at most its class was renamed. */
  readonly known: boolean;
  readonly context: StackContext;
}

/** Innermost frame first: outlines give their lines to their callers. */
export function* retraceStack(mapping: Mapping, frames: readonly ShrunkFrame[], thrown?: string): Reading<readonly RetracedFrame[]> {
  const retraced: RetracedFrame[] = [];
  let context: StackContext = thrown === undefined ? {} : { thrown };
  for (const frame of frames) {
    const one = yield* retraceFrame(mapping, frame, context);
    retraced.push(one);
    context = one.context;
  }
  return retraced;
}

export function* retraceFrame(mapping: Mapping, frame: ShrunkFrame, context: StackContext = {}): Reading<RetracedFrame> {
  const owner = mapping.keptClass(frame.className) ?? (yield* mapping.classNamed(frame.className));
  const line = lineOf(mapping, frame);
  const method = owner && lookUpMethod(mapping, owner, { ...frame, line }, context);
  if (method === undefined) return { alternatives: [[unknownMethod(mapping, frame, owner !== undefined)]], known: false, context };
  const alternatives = method.places
    .map(({ frames }) => frames.map((one) => withFile(mapping, one, line, frame.sourceFile)))
    .filter((frames) => frames.length > 0);
  const [only, ...more] = method.places;
  return { alternatives: inOrder(alternatives), known: true, context: only !== undefined && more.length === 0 ? only.context : {} };
}

function lineOf(mapping: Mapping, { line, dexPc }: ShrunkFrame): number | undefined {
  if (line !== undefined && line > 0) return line;
  return dexPc !== undefined && linesMayBeDexPcs(mapping.header) ? dexPc : line;
}

function unknownMethod(mapping: Mapping, frame: ShrunkFrame, hasClass: boolean): OriginalFrame {
  const { methodName, line, sourceFile } = frame;
  const className = mapping.originalClassName(frame.className);
  const file = mapping.sourceFileOf(className) ?? (hasClass ? inferSourceFile(className, sourceFile ?? '') : sourceFile);
  return {
    className,
    methodName,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined || line < 1 ? {} : { line }),
    inlined: false,
    synthesized: false,
  };
}

function withFile(mapping: Mapping, frame: PlacedMethod, shrunkLine: number | undefined, sourceFile = ''): OriginalFrame {
  const { className, methodName, method, inlined, synthesized } = frame;
  const line = frame.line ?? shrunkLine;
  return {
    className,
    methodName,
    descriptor: methodDescriptor(parametersOf(method), returnTypeOf(method)),
    file: mapping.sourceFileOf(className) ?? inferSourceFile(className, sourceFile),
    ...(line === undefined || line < 1 ? {} : { line }),
    inlined,
    synthesized,
  };
}

/** Each once, in R8's order: by the innermost frame's class, method, file and line. */
function inOrder(alternatives: readonly OriginalFrames[]): readonly OriginalFrames[] {
  if (alternatives.length < 2) return alternatives;
  const byText = new Map(alternatives.map((frames) => [JSON.stringify(frames), frames]));
  return [...byText.values()].sort(([a], [b]) => (a === undefined || b === undefined ? 0 : compareFrames(a, b)));
}

function compareFrames(a: OriginalFrame, b: OriginalFrame): number {
  return (
    compareTexts(a.className, b.className) ||
    compareTexts(a.methodName, b.methodName) ||
    compareTexts(a.descriptor ?? '', b.descriptor ?? '') ||
    compareTexts(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0)
  );
}

/** Orders by code units, as Java compares. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
