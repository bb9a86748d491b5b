import type { FrameSums } from '../../core/analysis/display-frames/frame-tally.ts';
import type { TimeRange } from '../../core/columns/time-range.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, type IconName, icon, setLabel, setText, setTitle, textButton } from '../ui/dom.ts';
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

/** After Stop, in the header: where the session is, and what to do next. The list begins with the result. */
export class StopSummary {
  readonly node: HTMLElement;
  readonly #saved = element('span', { class: 'saved muted' });
  readonly #compare: HTMLButtonElement;

  constructor(dispatch: Dispatch) {
    this.#compare = nextButton('compare', text('compareSession'), () => dispatch({ type: 'compare' }));
    this.node = element('div', { class: 'stop-summary' }, [
      this.#saved,
      nextButton('repeat', text('recordAgain'), () => dispatch({ type: 'repeat' })),
      nextButton('save', text('save'), () => dispatch({ type: 'save' })),
      nextButton('share', text('shareSession'), () => dispatch({ type: 'share', kind: 'choose' })),
      this.#compare,
    ]);
    this.node.hidden = true;
  }

  show(facts: StoppedFacts | undefined): void {
    this.node.hidden = facts === undefined;
    if (facts === undefined) return;
    const saved = savedSentence(facts);
    setText(this.#saved, saved);
    setTitle(this.#saved, saved);
    // A baseline is compared with a file.
    this.#compare.hidden = facts.keptSessions === undefined;
  }
}

/** A name where there is room, else an icon. */
function nextButton(name: IconName, label: string, pressed: () => void): HTMLButtonElement {
  const button = textButton('', pressed);
  button.append(icon(name), element('span', { class: 'name', text: label }));
  setTitle(button, label);
  setLabel(button, label);
  return button;
}

/** `16 lags, worst 271 ms, 2.0 % of 942 frames late.` */
export function stopSentence({ lags, worstUs, frames }: StoppedFacts): string {
  const count = lags === 0 ? text('stoppedNoLag') : lags === 1 ? text('stoppedLag') : text('stoppedLags', lags);
  const worst = lags === 0 ? [] : [text('stoppedWorst', formatDuration(worstUs))];
  const late = frames === undefined ? [] : [text('stoppedFrames', formatShare(frames.jankShare), formatCount(frames.frames))];
  return `${[count, ...worst, ...late].join(', ')}.`;
}

/** The result in the dragged range, if there is one: the list has only its lags. */
export function resultSentence(facts: StoppedFacts, inRange: readonly TimeRange[] | undefined): string {
  if (inRange === undefined) return stopSentence(facts);
  const worstUs = inRange.reduce((worst, { beginUs, endUs }) => Math.max(worst, endUs - beginUs), 0);
  return stopSentence({ ...facts, lags: inRange.length, worstUs, frames: undefined });
}

/** `Saved among the last 20 sessions.` */
export function savedSentence({ keptSessions }: StoppedFacts): string {
  return keptSessions === undefined ? text('stoppedUnsaved') : text('stoppedSaved', keptSessions);
}
