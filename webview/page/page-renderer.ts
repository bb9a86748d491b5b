import { isUntimed } from '../../core/session/model/annotations.ts';
import type { Selection } from '../../protocol/parse-from-page.ts';
import { FrameSource } from '../rendering/frame-source.ts';
import type { Frame, RenderFacts } from '../rendering/render-frame.ts';
import type { ViewChange } from '../state/page-action.ts';
import { withoutLost } from '../state/view-changes.ts';
import type { ViewState } from '../state/view-state.ts';
import type { PageViews } from './page-views.ts';
import { SelectionReporter } from './selection-reporter.ts';

interface RendererCalls {
  readonly reportSelection: (selection: Selection | undefined) => void;
  readonly showNews: () => void;
}

/** Renders a session in all views. */
export class PageRenderer {
  readonly #root: HTMLElement;
  readonly #views: Pick<PageViews, 'header' | 'parts'>;
  readonly #source: FrameSource;
  readonly #selection: SelectionReporter;
  #withoutLost: ViewChange | undefined;

  /** @param calls `reportSelection` when the selection changes; `showNews` when a rendering would show more than the last one */
  constructor(root: HTMLElement, views: Pick<PageViews, 'header' | 'parts'>, { reportSelection, showNews }: RendererCalls) {
    this.#root = root;
    this.#views = views;
    this.#source = new FrameSource(showNews);
    this.#selection = new SelectionReporter(reportSelection);
  }

  /** Another session, or the same again. */
  begin(): void {
    this.#selection.begin();
    this.invalidate();
  }

  /** Names or categories changed. */
  invalidate(): void {
    this.#source.invalidate();
  }

  /** Renders the state; returns it with the range of an ongoing selected lag extended to now. */
  render(facts: RenderFacts): ViewState {
    const frame = this.#source.frame(facts);
    for (const part of this.#views.parts) part.show(frame);
    const { state, selected, list, session, isComplete } = frame;
    this.#withoutLost = withoutLost(state, selected !== undefined, list.group !== undefined);
    this.#selection.update(state, selected, list.group, isComplete ? session.model.nowUs : undefined);
    this.#mark(frame);
    return state;
  }

  /** Updates only the header, which says what came since a pause. */
  renderHeader(facts: RenderFacts): void {
    this.#source.judge(facts);
    this.#views.header.show(facts);
  }

  /** Ends a selection that the last rendering did not find. */
  get withoutLost(): ViewChange | undefined {
    return this.#withoutLost;
  }

  #mark({ session, status, thread, lags, list }: Frame): void {
    const { classList, dataset } = this.#root;
    classList.toggle('untimed', isUntimed(session.model));
    classList.toggle('captured', session.about.live);
    // Tests and benches read these.
    dataset.samples = String(thread?.samples.length ?? 0);
    dataset.lags = String(lags.length);
    dataset.groups = String(list.groups);
    dataset.marks = String(session.model.marks.length);
    dataset.phase = status.phase;
  }
}
