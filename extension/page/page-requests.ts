import { LaglensError, messageOf } from '../../core/errors.ts';
import type { ToPage } from '../../protocol/page-protocol.ts';
import { localized } from '../surface/localized.ts';

/** Stages: the page knows its session, or has all of it. */
const neededStages = {
  showSymbols: 'begun',
  showView: 'begun',
  showLag: 'begun',
  share: 'begun',
  setBaseline: 'loaded',
  setRangeBaseline: 'loaded',
  swap: 'loaded',
  guide: 'loaded',
  showFunction: 'loaded',
} as const;

export type PageRequest = Extract<ToPage, { readonly type: keyof typeof neededStages }>;

type Stage = 'loading' | 'begun' | 'loaded';

/** Holds requests until the page can execute them; the latest of a kind counts. */
export class PageRequests {
  readonly #post: (request: PageRequest) => void;
  readonly #waiting = new Map<PageRequest['type'], PageRequest>();
  #stage: Stage = 'loading';

  constructor(post: (request: PageRequest) => void) {
    this.#post = post;
  }

  send(request: PageRequest): void {
    this.#waiting.delete(request.type);
    this.#waiting.set(request.type, request);
    this.reached(this.#stage);
  }

  reached(stage: Stage): void {
    this.#stage = stage;
    if (stage === 'loading') return;
    for (const [type, request] of this.#waiting) {
      if (stage !== 'loaded' && neededStages[type] !== stage) continue;
      this.#waiting.delete(type);
      this.#post(request);
    }
  }

  /** Another session is shown, of which nothing was requested. */
  clear(): void {
    this.#waiting.clear();
  }
}

/** Explains why a session cannot be shown: cause and next step. The log has the code. */
export function failedMessage(error: unknown): Extract<ToPage, { type: 'failed' }> {
  return { type: 'failed', text: localized(messageOf(error)), next: error instanceof LaglensError ? localized(error.next) : '' };
}
