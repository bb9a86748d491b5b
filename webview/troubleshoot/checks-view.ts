import type { ShownChecks, ShownRow } from '../../protocol/troubleshoot-protocol.ts';
import { PageDocument } from '../ui/document/page-document.ts';
import { checksDocument } from './checks-document.ts';

/** The whole page. */
export class ChecksView {
  readonly #root: HTMLElement;
  readonly #document: PageDocument;
  #failed: ShownRow | undefined;

  constructor(root: HTMLElement, press: (button: string) => void) {
    this.#root = root;
    this.#document = new PageDocument(root, press);
  }

  /** Scrolls to a step that failed since. */
  show(checks: ShownChecks): void {
    this.#document.show(checksDocument(checks));
    const failed = checks.rows.find(({ sign }) => sign === 'failed');
    const isNew = JSON.stringify(failed) !== JSON.stringify(this.#failed);
    this.#failed = failed;
    if (failed === undefined || !isNew || checks.guide !== undefined) return;
    this.#root.querySelector('[data-sign="failed"]')?.scrollIntoView({ block: 'nearest' });
  }
}
