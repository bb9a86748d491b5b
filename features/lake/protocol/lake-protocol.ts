import type { LakePage } from '../core/page/linked-page.ts';

export interface ToLake {
  readonly type: 'page';
  readonly page: LakePage;
}
