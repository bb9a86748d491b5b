import type { ToPage } from '../../protocol/page-protocol.ts';

/** From when a page can do what it is asked for: it knows its session, or has all of it that is there. */
const neededStages = {
  showSymbols: 'begun',
  showView: 'begun',
  showLag: 'begun',
  setBaseline: 'loaded',
  showFunction: 'loaded',
} as const;

export type PageRequest = Extract<ToPage, { readonly type: keyof typeof neededStages }>;

type Stage = 'loading' | 'begun' | 'loaded';

/** Requests to a page, which wait here until the page can do them. Of each kind the latest counts. */
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

  /** The page has come this far. */
  reached(stage: Stage): void {
    this.#stage = stage;
    if (stage === 'loading') return;
    for (const [type, request] of this.#waiting) {
      if (stage !== 'loaded' && neededStages[type] !== stage) continue;
      this.#waiting.delete(type);
      this.#post(request);
    }
  }

  /** Another session is shown: nothing was asked of it. */
  clear(): void {
    this.#waiting.clear();
  }
}
