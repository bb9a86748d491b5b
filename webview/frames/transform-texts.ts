import { dottedClass } from '../../core/analysis/frames/class-names.ts';
import { readableLabel, readableName } from '../../core/analysis/frames/readable-name.ts';
import type { FrameKey, Transform, TransformType } from '../../core/trees/transform.ts';
import type { PageStringKey } from '../../protocol/page-protocol.ts';
import { text } from '../ui/page-text.ts';
import { t } from '../ui/translated.ts';

/** Names may have 100 KB. */
const LONGEST_NAME = 200;

/** In plain words. */
export function transformText(transform: Transform): string {
  if (transform.type === 'collapseLibrary') return t('Show each entry into {0} as one frame', transform.library);
  if (transform.type === 'focusCategory') return t('Focus on category: {0}', categoryText(transform.category));
  return text(transform.type);
}

/** The name in other profilers. */
export function transformAka(transform: Transform): string {
  return t('{0}', transformName(transform.type));
}

/** For a list of transforms. */
export function transformName(type: TransformType): string {
  return text(akas[type]);
}

/** An applied transform in a word or two. */
export function crumbText(transform: Transform): string {
  return text(crumbs[transform.type], crumbName(transform).slice(0, LONGEST_NAME));
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
  return text(categories[category] ?? 'categoryUnknown');
}

const categories: Readonly<Record<string, PageStringKey>> = {
  app: 'categoryApp',
  library: 'categoryLibrary',
  native: 'categoryNative',
  framework: 'categoryFramework',
  runtime: 'categoryRuntime',
  idle: 'categoryIdle',
};

const akas: Readonly<Record<TransformType, PageStringKey>> = {
  focusFunction: 'focusFunctionAka',
  focusSubtree: 'focusSubtreeAka',
  focusCategory: 'focusCategoryAka',
  mergeFunction: 'mergeFunctionAka',
  mergeNode: 'mergeNodeAka',
  dropFunction: 'dropFunctionAka',
  collapseFunction: 'collapseFunctionAka',
  collapseLibrary: 'collapseLibraryAka',
  collapseDirectRecursion: 'collapseDirectRecursionAka',
  collapseRecursion: 'collapseRecursionAka',
  hideSystem: 'hideSystemAka',
  flattenToApp: 'flattenToAppAka',
  invert: 'invertAka',
};

const crumbs: Readonly<Record<TransformType, PageStringKey>> = {
  focusFunction: 'crumbFocusFunction',
  focusSubtree: 'crumbFocusSubtree',
  focusCategory: 'crumbFocusCategory',
  mergeFunction: 'crumbMergeFunction',
  mergeNode: 'crumbMergeNode',
  dropFunction: 'crumbDropFunction',
  collapseFunction: 'crumbCollapseFunction',
  collapseLibrary: 'crumbCollapseLibrary',
  collapseDirectRecursion: 'crumbCollapseDirectRecursion',
  collapseRecursion: 'crumbCollapseRecursion',
  hideSystem: 'crumbHideSystem',
  flattenToApp: 'crumbFlattenToApp',
  invert: 'crumbInvert',
};
