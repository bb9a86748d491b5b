import { background, guarded } from '../../core/guarded.ts';
import type { DeviceRow } from './device.ts';

/** No platform reports that a device was unlocked, trusted or answers again. */
const ASK_AGAIN_MS = 3_000;

interface RefreshedRows {
  /** Asks the devices for their rows. */
  rows(): Promise<readonly DeviceRow[]>;
  /** True when a row may change without an event. */
  mayChange(rows: readonly DeviceRow[]): boolean;
  listener(rows: readonly DeviceRow[]): void;
  failed(error: unknown): void;
  readonly signal: AbortSignal;
}

/** Reports rows after changes, and repeatedly while one may change without an event. A refresh replaces an earlier one. */
export class RowRefresher {
  readonly #options: RefreshedRows;
  #turn = 0;
  #again: NodeJS.Timeout | undefined;

  constructor(options: RefreshedRows) {
    this.#options = options;
  }

  refresh(): void {
    const mine = ++this.#turn;
    clearTimeout(this.#again);
    background(this.#report(mine), (error) => {
      if (this.#isCurrent(mine)) this.#options.failed(error);
    });
  }

  stop(): void {
    this.#turn++;
    clearTimeout(this.#again);
  }

  async #report(mine: number): Promise<void> {
    const { rows, mayChange, listener, failed } = this.#options;
    const asked = await rows();
    if (!this.#isCurrent(mine)) return;
    listener(asked);
    if (mayChange(asked)) {
      this.#again = setTimeout(
        guarded(() => this.refresh(), failed),
        ASK_AGAIN_MS,
      );
    }
  }

  #isCurrent(turn: number): boolean {
    return turn === this.#turn && !this.#options.signal.aborted;
  }
}
