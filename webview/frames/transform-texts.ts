import { dottedClass } from '../../core/analysis/frames/class-names.ts';
import { readableLabel, readableName } from '../../core/analysis/frames/readable-name.ts';
import type { FrameKey, Transform, TransformType } from '../../core/trees/transform.ts';
import { t } from '../ui/translated.ts';

/** Names may have 100 KB. */
const LONGEST_NAME = 200;

/** In plain words. */
export function transformText(transform: Transform): string {
  if (transform.type === 'collapseLibrary') return t('Show each entry into {0} as one frame', transform.library);
  if (transform.type === 'focusCategory') return t('Focus on category: {0}', categoryText(transform.category));
  return sentences[transform.type]();
}

/** The name in other profilers. */
export function transformName(type: TransformType): string {
  return akas[type]();
}

/** An applied transform in a word or two. */
export function crumbText(transform: Transform): string {
  return crumbs[transform.type](crumbName(transform).slice(0, LONGEST_NAME));
}

function crumbName(transform: Transform): string {
  switch (transform.type) {
    case 'focusSubtree':
    case 'mergeNode':
      return shortName(transform.path.at(-1) ?? '');
    case 'focusCategory':
      return categoryText(transform.category);
    case 'collapseLibrary':
      return transform.library;
    case 'hideSystem':
    case 'flattenToApp':
    case 'invert':
      return '';
    default:
      return shortName(transform.function);
  }
}

/** `Cart.total` of `com.example.shop.Cart.total` */
export function shortName(key: FrameKey): string {
  const at = key.lastIndexOf('.');
  // Native names have blanks, signs and addresses, and are short already.
  if (at <= 0 || !/^[\w$.<>-]+$/.test(key) || key.includes('+0x')) return key;
  return readableLabel(readableName(dottedClass(key.slice(0, at)), key.slice(at + 1)));
}

function categoryText(category: string): string {
  return categories[category]?.() ?? t('unknown');
}

const categories: Readonly<Record<string, () => string>> = {
  app: () => t('app'),
  library: () => t('libraries'),
  native: () => t('native libraries'),
  framework: () => t('framework'),
  runtime: () => t('runtime'),
  idle: () => t('idle'),
};

const sentences: Readonly<Record<Exclude<TransformType, 'collapseLibrary' | 'focusCategory'>, () => string>> = {
  focusFunction: () => t('Focus on function'),
  focusSubtree: () => t('Focus on this call only'),
  mergeFunction: () => t('Merge function into its callers'),
  mergeNode: () => t('Merge only this call'),
  dropFunction: () => t('Drop samples with this function'),
  collapseFunction: () => t('Collapse function, with its callees'),
  collapseDirectRecursion: () => t('Show direct recursion as one call'),
  collapseRecursion: () => t('Show recursion as one call, also through other functions'),
  hideSystem: () => t('Remove system frames'),
  flattenToApp: () => t('Keep only app frames'),
  invert: () => t('Invert (bottom-up)'),
};

const akas: Readonly<Record<TransformType, () => string>> = {
  focusFunction: () => t('focus on function'),
  focusSubtree: () => t('focus on subtree, zoom in'),
  focusCategory: () => t('focus on category'),
  mergeFunction: () => t('merge function'),
  mergeNode: () => t('merge node'),
  dropFunction: () => t('drop samples, exclude stacks'),
  collapseFunction: () => t('collapse function, charge callees to it'),
  collapseLibrary: () => t('collapse library, collapse resource'),
  collapseDirectRecursion: () => t('collapse direct recursion'),
  collapseRecursion: () => t('collapse all recursion'),
  hideSystem: () => t('hide system frames'),
  flattenToApp: () => t('flatten to app frames'),
  invert: () => t('invert call stack, bottom-up'),
};

const crumbs: Readonly<Record<TransformType, (name: string) => string>> = {
  focusFunction: (name) => t('only {0}', name),
  focusSubtree: (name) => t('only below {0}', name),
  focusCategory: (name) => t('only {0}', name),
  mergeFunction: (name) => t('without {0}', name),
  mergeNode: (name) => t('without {0} here', name),
  dropFunction: (name) => t('no samples with {0}', name),
  collapseFunction: (name) => t('{0} with callees', name),
  collapseLibrary: (name) => t('{0} collapsed', name),
  collapseDirectRecursion: (name) => t('{0} once', name),
  collapseRecursion: (name) => t('{0} once', name),
  hideSystem: () => t('without system'),
  flattenToApp: () => t('app only'),
  invert: () => t('inverted'),
};
