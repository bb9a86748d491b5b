/**
 * A function by a name that survives a reload, another build and a link: `com.example.shop.Cart.total`, for native code its
 * symbol, or file and address where no symbol is known. Overloads are one function.
 */
export type FrameKey = string;

/** Transforms of one function. */
export const functionTransforms = [
  'focusFunction',
  'mergeFunction',
  'dropFunction',
  'collapseFunction',
  'collapseDirectRecursion',
  'collapseRecursion',
] as const;
/** Transforms of one place in the stacks: the functions from the outermost one to it. */
export const pathTransforms = ['focusSubtree', 'mergeNode'] as const;
/** Transforms that need no choice. */
export const plainTransforms = ['hideSystem', 'flattenToApp', 'invert'] as const;

/** A change of what stacks are shown as. Applied one after the other, each to what the one before left. */
export type Transform =
  | { readonly type: (typeof functionTransforms)[number]; readonly function: FrameKey }
  | { readonly type: (typeof pathTransforms)[number]; readonly path: readonly FrameKey[] }
  | { readonly type: 'focusCategory'; readonly category: string }
  | { readonly type: 'collapseLibrary'; readonly library: string }
  | { readonly type: (typeof plainTransforms)[number] };

export type TransformType = Transform['type'];

/** All of them, as a menu lists them. */
export const transformTypes: readonly TransformType[] = [
  'focusFunction',
  'focusSubtree',
  'focusCategory',
  'mergeFunction',
  'mergeNode',
  'dropFunction',
  'collapseFunction',
  'collapseLibrary',
  'collapseRecursion',
  'collapseDirectRecursion',
  ...plainTransforms,
];

/** So many transforms one upon the other are kept. */
export const MOST_TRANSFORMS = 50;
