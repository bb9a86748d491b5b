/**
 * A function's name that survives reloads, rebuilds and links: `com.example.shop.Cart.total`; native code by symbol, else file and address.
 * Overloads share it.
 */
export type FrameKey = string;

export const functionTransforms = [
  'focusFunction',
  'mergeFunction',
  'dropFunction',
  'collapseFunction',
  'collapseDirectRecursion',
  'collapseRecursion',
] as const;
/** Transforms of one place: the path of functions to it. */
export const pathTransforms = ['focusSubtree', 'mergeNode'] as const;
/** Transforms without parameters. */
export const plainTransforms = ['hideSystem', 'flattenToApp', 'invert'] as const;

/** A change of stacks, applied to the result of the one before. */
export type Transform =
  | { readonly type: (typeof functionTransforms)[number]; readonly function: FrameKey }
  | { readonly type: (typeof pathTransforms)[number]; readonly path: readonly FrameKey[] }
  | { readonly type: 'focusCategory'; readonly category: string }
  | { readonly type: 'collapseLibrary'; readonly library: string }
  | { readonly type: (typeof plainTransforms)[number] };

export type TransformType = Transform['type'];

/** A transform of the user, or the page's own. */
export type StackChange = Transform | { readonly type: 'collapseUnnamed' };

/** In the order of menus. */
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

export const MOST_TRANSFORMS = 50;
