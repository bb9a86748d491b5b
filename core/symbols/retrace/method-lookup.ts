import type { ClassMapping, MethodCandidate } from './class-mapping.ts';
import { parseMethodDescriptor } from './descriptor.ts';
import type { Mapping } from './mapping.ts';
import { type MethodText, parametersOf, qualifiedNameOf, returnTypeOf } from './method-text.ts';
import {
  type InlineStack,
  inlineStacksOf,
  isAmbiguous,
  type NarrowedMethod,
  narrowToLine,
  originalLine,
  type StackContext,
} from './narrowed-method.ts';

export interface PlacedMethod {
  readonly className: string;
  /** Without its class. */
  readonly methodName: string;
  readonly method: MethodText;
  /** Undefined when the device's line counts. */
  readonly line: number | undefined;
  readonly inlined: boolean;
  readonly synthesized: boolean;
}

interface FoundMethod {
  readonly places: readonly {
    /** Innermost first; empty when an exception rule removes them all. */
    readonly frames: readonly PlacedMethod[];
    readonly context: StackContext;
  }[];
  readonly ambiguous: boolean;
}

interface WantedMethod {
  readonly methodName: string;
  readonly descriptor?: string;
  readonly line: number | undefined;
}

const nothing: StackContext = {};

export function lookUpMethod(mapping: Mapping, owner: ClassMapping, wanted: WantedMethod, context: StackContext): FoundMethod | undefined {
  const overloads = owner.methods.method(wanted.methodName);
  const narrowed = overloads && narrowToLine(withDescriptor(mapping, overloads, wanted.descriptor), wanted.line, context);
  if (narrowed === undefined) return undefined;
  const ambiguous = isAmbiguous(narrowed);
  const places = inlineStacksOf(narrowed, ambiguous).map((place) => ({
    frames: framesAt(owner, place, narrowed, ambiguous, context),
    context: narrowed.line !== undefined && isOutline(place) ? { outlineLine: narrowed.line } : nothing,
  }));
  return { places, ambiguous };
}

/** All overloads when none has these types. */
function withDescriptor(
  mapping: Mapping,
  overloads: readonly MethodCandidate[],
  descriptor: string | undefined,
): readonly MethodCandidate[] {
  if (descriptor === undefined || overloads.length < 2) return overloads;
  const types = parseMethodDescriptor(descriptor, (className) => mapping.originalClassName(className));
  const fitting = overloads.filter(({ ranges }) => {
    const outermost = ranges.at(-1);
    if (outermost === undefined) return false;
    const { residual, method } = outermost;
    if (residual?.descriptor !== undefined) return residual.descriptor === descriptor;
    return parametersOf(method) === types?.parameters && returnTypeOf(method) === types.returnType;
  });
  return fitting.length > 0 ? fitting : overloads;
}

function framesAt(
  owner: ClassMapping,
  place: InlineStack,
  narrowed: NarrowedMethod,
  ambiguous: boolean,
  context: StackContext,
): readonly PlacedMethod[] {
  const { ranges } = place;
  const removed = removedFrames(ranges, context);
  const last = ranges.length - 1;
  const frames = ranges.map((placed, i): PlacedMethod => {
    const { method } = placed.range;
    const qualifiedName = qualifiedNameOf(method);
    const dot = qualifiedName.lastIndexOf('.');
    return {
      className: dot < 0 ? owner.originalName : qualifiedName.slice(0, dot),
      methodName: qualifiedName.slice(dot + 1),
      method,
      line: originalLine(placed, narrowed.line, ambiguous),
      inlined: i < last,
      synthesized: i === last && isSynthesized(place),
    };
  });
  return removed === 0 || removed > frames.length ? frames : frames.slice(removed);
}

/** Not real under the thrown exception. */
function removedFrames(ranges: InlineStack['ranges'], { thrown }: StackContext): number {
  if (thrown === undefined) return 0;
  let count = 0;
  for (const { range } of ranges) {
    for (const information of range.information) {
      if (information.kind === 'rewriteFrame' && information.thrown.every((name) => name === thrown))
        count += information.removeInnerFrames;
    }
  }
  return count;
}

function isSynthesized({ naming, ranges }: InlineStack): boolean {
  if (naming !== undefined) return naming.synthesized || naming.outline;
  return ranges.at(-1)?.range.information.some(({ kind }) => kind === 'synthesized' || kind === 'outline') ?? false;
}

function isOutline({ naming, ranges }: InlineStack): boolean {
  return naming !== undefined ? naming.outline : (ranges.at(-1)?.range.information.some(({ kind }) => kind === 'outline') ?? false);
}
