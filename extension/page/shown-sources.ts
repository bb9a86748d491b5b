import { background } from '../../core/guarded.ts';
import { setContext } from '../surface/vscode/context.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import type { PageWatcher } from './page-services.ts';
import type { PageSource } from './page-source.ts';

/** Sessions on pages in the order in which their pages were active, and the context key that there are some. */
export class ShownSources implements PageWatcher {
  readonly #sources = new Set<PageSource>();
  readonly #others: PageWatcher;

  /** @param others is informed, too */
  constructor(others: PageWatcher) {
    this.#others = others;
  }

  /** The session whose page was active last. */
  get last(): PageSource | undefined {
    return [...this.#sources].at(-1);
  }

  onShown(source: PageSource): void {
    this.#sources.delete(source);
    this.#sources.add(source);
    this.#updateContext();
    this.#others.onShown(source);
  }

  onClosed(source: PageSource): void {
    this.#sources.delete(source);
    this.#updateContext();
    this.#others.onClosed(source);
  }

  onJudging(source: PageSource): void {
    this.#others.onJudging(source);
  }

  onSelection(...given: Parameters<PageWatcher['onSelection']>): void {
    this.#others.onSelection(...given);
  }

  #updateContext(): void {
    background(setContext('hasPage', this.#sources.size > 0), unexpected);
  }
}
