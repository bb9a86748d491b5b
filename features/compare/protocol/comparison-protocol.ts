import type { PageElement } from '../../../core/document/page-node.ts';

/** The page of a comparison draws what the extension sends, whole and translated. */
export interface ToComparison {
  readonly type: 'comparison';
  readonly main: PageElement;
}
