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
/** Longest name, and deepest path, that a stored transform may have. */
const LONGEST_KEY = 20_000;
const DEEPEST_PATH = 20_000;

/** Transforms that were stored by an earlier page, or came with a link; what is none is left out. */
export function parsedTransforms(stored: unknown): readonly Transform[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .slice(0, MOST_TRANSFORMS)
    .map(parsedTransform)
    .filter((transform) => transform !== undefined);
}

function parsedTransform(stored: unknown): Transform | undefined {
  const { type: name, function: key, path, category, library } = Object(stored);
  const ofFunction = functionTransforms.find((type) => type === name);
  if (ofFunction !== undefined) return isKey(key) ? { type: ofFunction, function: key } : undefined;
  const ofPath = pathTransforms.find((type) => type === name);
  if (ofPath !== undefined) return isPath(path) ? { type: ofPath, path } : undefined;
  const plain = plainTransforms.find((type) => type === name);
  if (plain !== undefined) return { type: plain };
  if (name === 'focusCategory' && isKey(category)) return { type: name, category };
  return name === 'collapseLibrary' && isKey(library) ? { type: name, library } : undefined;
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= LONGEST_KEY;
}

function isPath(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= DEEPEST_PATH && value.every(isKey);
}
