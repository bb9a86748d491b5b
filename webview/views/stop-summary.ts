import type { FrameSums } from '../../core/analysis/display-frames/frame-tally.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, setText, textButton } from '../ui/dom.ts';
import { formatCount, formatDuration, formatShare } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';

/** A stopped capture. */
export interface StoppedFacts {
  readonly lags: number;
  readonly worstUs: number;
  /** Undefined without any. */
  readonly frames: FrameSums | undefined;
  /** Number of sessions that are kept; undefined if the session has no file. */
  readonly keptSessions: number | undefined;
}

/** After Stop: the result in a sentence, and what to do next. */
export class StopSummary {
  readonly node: HTMLElement;
  readonly #sentence = element('span', { class: 'sentence', role: 'status' });
  readonly #compare: HTMLButtonElement;

  constructor(dispatch: Dispatch) {
    this.#compare = textButton(text('compareSession'), () => dispatch({ type: 'compare' }));
    this.node = element('div', { class: 'stop-summary' }, [
      this.#sentence,
      textButton(text('recordAgain'), () => dispatch({ type: 'repeat' })),
      textButton(text('save'), () => dispatch({ type: 'save' })),
      textButton(text('shareSession'), () => dispatch({ type: 'share', kind: 'choose' })),
      this.#compare,
    ]);
    this.node.hidden = true;
  }

  show(facts: StoppedFacts | undefined): void {
    this.node.hidden = facts === undefined;
    if (facts === undefined) return;
    setText(this.#sentence, stopSentence(facts));
    // A baseline is compared with a file.
    this.#compare.hidden = facts.keptSessions === undefined;
  }
}

/** `16 lags, worst 271 ms, 2.0 % of 942 frames late. Saved among the last 20 sessions.` */
export function stopSentence({ lags, worstUs, frames, keptSessions }: StoppedFacts): string {
  const count = lags === 0 ? text('stoppedNoLag') : lags === 1 ? text('stoppedLag') : text('stoppedLags', lags);
  const worst = lags === 0 ? [] : [text('stoppedWorst', formatDuration(worstUs))];
  const saved = keptSessions === undefined ? text('stoppedUnsaved') : text('stoppedSaved', keptSessions);
  const late = frames === undefined ? [] : [text('stoppedFrames', formatShare(frames.jankShare), formatCount(frames.frames))];
  return `${[count, ...worst, ...late].join(', ')}. ${saved}`;
}
