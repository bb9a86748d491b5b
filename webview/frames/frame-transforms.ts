import type { MethodFacts } from '../../core/trees/method-facts.ts';
import { type Transform, type TransformType, transformTypes } from '../../core/trees/transform.ts';
import type { ChosenFrame } from '../flame/content.ts';

interface TransformChoice {
  readonly letter: string;
  readonly transform: Transform;
}

/** Letters of Firefox' profiler, where it has the transform. */
const letters: Readonly<Record<TransformType, string>> = {
  focusFunction: 'f',
  focusSubtree: 'F',
  focusCategory: 'g',
  mergeFunction: 'm',
  mergeNode: 'M',
  dropFunction: 'd',
  collapseFunction: 'c',
  collapseLibrary: 'C',
  collapseRecursion: 'r',
  collapseDirectRecursion: 'R',
  hideSystem: 'h',
  flattenToApp: 'a',
  invert: 'i',
};

export function transformLetters(): readonly { readonly type: TransformType; readonly letter: string }[] {
  return transformTypes.map((type) => ({ type, letter: letters[type] }));
}

/** In menu order; without a frame only those that need none. */
export function transformChoices(chosen: ChosenFrame | undefined, facts: MethodFacts): readonly TransformChoice[] {
  const plain: readonly Transform[] = [{ type: 'hideSystem' }, { type: 'flattenToApp' }, { type: 'invert' }];
  return [...(chosen === undefined ? [] : frameTransforms(chosen, facts)), ...plain].map((transform) => ({
    letter: letters[transform.type],
    transform,
  }));
}

function frameTransforms({ method, path }: ChosenFrame, facts: MethodFacts): readonly Transform[] {
  const key = facts.key(method);
  const library = facts.library(method);
  return [
    { type: 'focusFunction', function: key },
    ...(path === undefined ? [] : [{ type: 'focusSubtree', path } as const]),
    { type: 'focusCategory', category: facts.category(method) },
    { type: 'mergeFunction', function: key },
    ...(path === undefined ? [] : [{ type: 'mergeNode', path } as const]),
    { type: 'dropFunction', function: key },
    { type: 'collapseFunction', function: key },
    ...(library === '' ? [] : [{ type: 'collapseLibrary', library } as const]),
    { type: 'collapseRecursion', function: key },
    { type: 'collapseDirectRecursion', function: key },
  ];
}
