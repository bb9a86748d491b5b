import type { LakePage } from '../core/page/page-node.ts';

export interface ToLake {
  readonly type: 'page';
  readonly page: LakePage;
}
