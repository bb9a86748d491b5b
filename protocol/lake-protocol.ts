import type { LakePage } from '../core/lake/page/page-node.ts';

export interface ToLake {
  readonly type: 'page';
  readonly page: LakePage;
}

export type FromLake =
  | { readonly type: 'ready' }
  /** Place in the page's list of lags. */
  | { readonly type: 'open'; readonly link: number }
  | { readonly type: 'failed'; readonly text: string };
