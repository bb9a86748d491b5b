import { setTimeout as delay } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { UPDATE_INTERVAL_MS } from '../../protocol/page-protocol.ts';

/** The time between two updates of a page: a tenth of a second, or less when a lag opens. */
export class UpdatePace {
  readonly #opened: vscode.Disposable | undefined;
  #isDue = false;
  #shorten: AbortController | undefined;

  constructor(onLagOpened: vscode.Event<void> | undefined) {
    this.#opened = onLagOpened?.(() => {
      this.#isDue = true;
      this.#shorten?.abort();
    });
  }

  /** The update that is sent now has all lags up to here. */
  begin(): void {
    this.#isDue = false;
  }

  /** @throws AbortError */
  async wait(signal: AbortSignal): Promise<void> {
    if (this.#isDue) return;
    const shorten = new AbortController();
    this.#shorten = shorten;
    try {
      await delay(UPDATE_INTERVAL_MS, undefined, { signal: AbortSignal.any([signal, shorten.signal]) });
    } catch (error) {
      if (signal.aborted || !shorten.signal.aborted) throw error;
    } finally {
      this.#shorten = undefined;
    }
  }

  dispose(): void {
    this.#opened?.dispose();
  }
}
