import type { Reading } from '../../core/symbols/bytes/byte-source.ts';
import type { Mapping } from '../../core/symbols/retrace/mapping.ts';
import {
  type OriginalFrame,
  type RetracedFrame,
  retraceFrame,
  retraceStack,
  type ShrunkFrame,
} from '../../core/symbols/retrace/original-frames.ts';
import { type BuiltFrame, type NamedAnswer, type NamedFrames, NO_LINE, type SeenMethod, type SymbolAnswers } from './symbol-questions.ts';

const MOST_UNKNOWN = 10;

/** Answers for the first frame of each stack; the others are the outlines that it calls. */
export function* retraceFrames(
  mapping: Mapping,
  stacks: readonly (readonly BuiltFrame[])[],
): Reading<readonly (NamedAnswer | undefined)[]> {
  const answers: (NamedAnswer | undefined)[] = [];
  for (const stack of stacks) {
    const [caller] = stack;
    if (caller === undefined) answers.push(undefined);
    else answers.push((yield* retraceFirst(mapping, caller, stack.slice(1))) ?? runtimeClassAnswer(mapping, caller));
  }
  return answers;
}

/**
 * R8 writes a merged lambda's descriptor beside the first lambda only. A line that the descriptor excludes is searched without it, and accepted if unique.
 */
function* retraceFirst(mapping: Mapping, caller: BuiltFrame, outlines: readonly BuiltFrame[]): Reading<NamedAnswer | undefined> {
  const below = outlines.toReversed().map(shrunkFrame);
  const retraced = (yield* retraceStack(mapping, [...below, shrunkFrame(caller)])).at(-1);
  if (retraced === undefined) return undefined;
  if (!retraced.known && caller.line > 0 && caller.signature !== '') {
    const other = (yield* retraceStack(mapping, [...below, shrunkFrame({ ...caller, signature: '' })])).at(-1);
    if (other?.known === true && other.alternatives.length === 1) return answerOf(mapping, caller, other, below.length > 0);
  }
  return answerOf(mapping, caller, retraced, below.length > 0);
}

/** Maps lack classes made for lambdas at run time. Their names begin with that of the class that holds the lambda. */
function runtimeClassAnswer(
  mapping: Mapping,
  { class: name, name: methodName, signature, sourceFile, line, isPc }: BuiltFrame,
): NamedAnswer | undefined {
  const original = originalClassName(mapping, dotted(name));
  if (original === undefined) return undefined;
  const frame = { className: original, methodName, descriptor: signature, file: sourceFile, ...(isPc === 1 ? {} : { line }) };
  return { confidence: 2, others: 0, frames: [namedFrame(frame)], isOutline: false };
}

/** The source name of a dotted class; undefined where it is the same or unknown. */
export function originalClassName(mapping: Mapping, className: string): string | undefined {
  const at = className.search(/(?!^)\$\$Lambda[.$/]/);
  const holder = at < 0 ? className : className.slice(0, at);
  const original = mapping.originalClassName(holder);
  return original === holder ? undefined : `${original}${className.slice(holder.length)}`;
}

function shrunkFrame({ class: name, name: methodName, signature, sourceFile, line, isPc }: BuiltFrame): ShrunkFrame {
  return {
    className: dotted(name),
    methodName,
    ...(signature === '' ? {} : { descriptor: signature }),
    ...(isPc === 1 ? { dexPc: line } : line === 0 ? {} : { line }),
    ...(sourceFile === '' || sourceFile.startsWith('r8-map-id-') ? {} : { sourceFile }),
  };
}

function answerOf(
  mapping: Mapping,
  caller: BuiltFrame,
  { alternatives, known, context }: RetracedFrame,
  callsOutline: boolean,
): NamedAnswer | undefined {
  if (!known && !mapping.has(dotted(caller.class))) return undefined;
  // R8 marks outline positions as made up, though their lines are the source's. (Its Retrace leaves them out.)
  const inSource = distinct(alternatives.map((frames) => frames.filter(({ synthesized }) => !synthesized)));
  const shown = inSource.length === 0 && callsOutline ? distinct(alternatives) : inSource;
  const isOutline = context.outlineLine !== undefined;
  const [first] = shown;
  // For an unknown method the class is right, and the method's name is the build's.
  return { confidence: known ? 2 : 1, others: Math.max(0, shown.length - 1), frames: (first ?? []).map(namedFrame), isOutline };
}

/** Removes duplicates that differ only in omitted frames, and empty answers beside others. */
function distinct(alternatives: readonly (readonly OriginalFrame[])[]): readonly (readonly OriginalFrame[])[] {
  const byText = new Map(alternatives.filter((frames) => frames.length > 0).map((frames) => [JSON.stringify(frames), frames]));
  return [...byText.values()];
}

function namedFrame({
  className,
  methodName,
  descriptor,
  file,
  line,
}: Omit<OriginalFrame, 'inlined' | 'synthesized'>): NamedFrames[number] {
  return {
    class: `L${className.replaceAll('.', '/')};`,
    name: methodName,
    short: '',
    signature: descriptor ?? '',
    file: file ?? '',
    line: line ?? NO_LINE,
    column: NO_LINE,
  };
}

/** A mapping may belong to a run only if it knows everything seen. */
export function* mappingFits(mapping: Mapping, methods: readonly SeenMethod[]): Reading<SymbolAnswers['fits']> {
  const unknown = new Set<string>();
  const renamed = new Set<string>();
  let knownCount = 0;
  for (const { class: className, name } of methods) {
    const owner = yield* mapping.classNamed(className);
    if (owner === undefined) {
      unknown.add(className);
      continue;
    }
    if (owner.originalName !== className) renamed.add(className);
    const { known, alternatives } = yield* retraceFrame(mapping, { className, methodName: name });
    if (known) knownCount++;
    if (!known) unknown.add(`${className}.${name}`);
    else if (alternatives.every((frames) => frames.at(-1)?.methodName !== name)) renamed.add(`${className}.${name}`);
  }
  return { unknown: [...unknown].slice(0, MOST_UNKNOWN), renamed: renamed.size, known: knownCount };
}

/** `a.b.C$d` of `La/b/C$d;`; dotted names stay. */
export function dotted(name: string): string {
  return (/^L(.*);$/.exec(name)?.[1] ?? name).replaceAll('/', '.');
}
