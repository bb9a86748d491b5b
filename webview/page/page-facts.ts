import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import type { PageSession } from '../content/page-session.ts';
import { CaptureStatus } from '../rendering/capture-status.ts';
import type { RenderFacts } from '../rendering/render-frame.ts';
import type { Warning } from '../rendering/warning.ts';
import { RenderScheduler } from './render-scheduler.ts';
import { ViewStore } from './view-store.ts';

/** State that messages and actions change, and that is rendered. */
export class PageFacts {
  readonly root: HTMLElement;
  session: PageSession | undefined;
  readonly status = new CaptureStatus();
  hostWarnings: readonly Warning[] = [];
  baseline: Baseline | undefined;
  /** Lag that the extension asked for, until its end has come. */
  requestedLag: string | undefined;
  readonly scheduler: RenderScheduler;
  readonly view = new ViewStore(() => this.scheduler.requestNow());

  constructor(root: HTMLElement, draw: () => void) {
    this.root = root;
    this.scheduler = new RenderScheduler(() => this.isReading, draw);
  }

  get isReading(): boolean {
    return this.root.hasAttribute('aria-busy');
  }

  isComplete({ isRead }: PageSession): boolean {
    return isRead && !this.isReading;
  }

  /** For one rendering. */
  of(session: PageSession): RenderFacts {
    const { view, status, hostWarnings, baseline } = this;
    return { session, state: view.state, status, isComplete: this.isComplete(session), hostWarnings, baseline };
  }
}
