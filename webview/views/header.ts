import type { SessionPhase } from '../../protocol/page-protocol.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, icon, iconButton, setLabel, setText, setTitle } from '../ui/dom.ts';
import { formatMoment } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';
import { type StoppedFacts, StopSummary } from './stop-summary.ts';
import { WarningList } from './warnings/warning-list.ts';
import type { Warning } from './warnings/warnings.ts';

interface HeaderFacts {
  readonly title: string;
  /** Device, system and runs. */
  readonly where: string;
  /** The same with the runtime. */
  readonly whereDetails: string;
  readonly phase: SessionPhase;
  readonly phaseDetail: string;
  readonly nowUs: number;
  /** Lags since the view was paused; undefined while it is live. */
  readonly newLags: number | undefined;
  readonly warnings: readonly Warning[];
  /** The banner's sentence; empty without one. */
  readonly banner: string;
  /** A capture's page, also after its end. */
  readonly isCapture: boolean;
  /** Undefined unless a capture has ended. */
  readonly stopped: StoppedFacts | undefined;
}

/** The capture, its state, and warnings on data quality. */
export class Header {
  readonly node: HTMLElement;
  readonly warnings: HTMLElement;
  readonly #warnings = new WarningList();
  readonly #title = element('h1');
  readonly #where = element('span', { class: 'where muted' });
  readonly #status = element('span', { role: 'status' });
  /** Changes each second, which a screen reader would read aloud. */
  readonly #clock = element('span', { attributes: { 'aria-hidden': 'true' } });
  readonly #paused = element('span', { class: 'paused', role: 'status' });
  readonly #phase = element('span', { class: 'phase tabular' }, [this.#status, this.#clock, this.#paused]);
  readonly #pause: HTMLButtonElement;
  readonly #mark: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  readonly #compare: HTMLButtonElement;
  /** The summary of a stopped capture has the same. */
  readonly #keeping: readonly HTMLButtonElement[];
  readonly #summary: StopSummary;
  #shownPaused: boolean | undefined;

  constructor(dispatch: Dispatch) {
    this.warnings = this.#warnings.node;
    this.#pause = iconButton('pause', text('pause'), () => dispatch({ type: 'togglePause' }));
    this.#mark = iconButton('mark', text('mark'), () => dispatch({ type: 'mark' }));
    this.#stop = iconButton('stop', text('stop'), () => dispatch({ type: 'stop' }));
    const save = iconButton('save', text('save'), () => dispatch({ type: 'save' }));
    const share = iconButton('share', text('share'), () => dispatch({ type: 'share', kind: 'choose' }));
    this.#compare = iconButton('compare', text('compareSession'), () => dispatch({ type: 'compare' }));
    this.#keeping = [save, share];
    this.#summary = new StopSummary(dispatch);
    for (const button of [this.#compare, ...this.#keeping]) button.classList.add('needs-editor');
    this.node = element('header', { role: 'group' }, [
      this.#title,
      this.#phase,
      this.#warnings.button.node,
      this.#where,
      this.#summary.node,
      element('span', { class: 'spring' }),
      this.#pause,
      this.#mark,
      this.#stop,
      this.#compare,
      share,
      save,
      iconButton('help', text('help'), () => dispatch({ type: 'showKeys' })),
    ]);
  }

  show(facts: HeaderFacts): void {
    setText(this.#title, facts.title);
    setText(this.#where, facts.where);
    setTitle(this.#where, facts.whereDetails);
    this.#phase.dataset.phase = facts.phase;
    setTitle(this.#phase, facts.phaseDetail);
    // The reason for waiting is in sight without a tooltip: the cable may be out.
    const why = facts.phase === 'waiting' && facts.phaseDetail !== '' ? ` · ${facts.phaseDetail}` : '';
    setText(this.#status, `${text(facts.phase)}${why}`);
    setText(this.#clock, facts.nowUs > 0 ? ` ${formatMoment(facts.nowUs, 0)}` : '');
    setText(this.#paused, pausedText(facts));
    const isGoingOn = !['starting', 'stopped', 'recorded'].includes(facts.phase);
    for (const button of this.#keeping) button.hidden = facts.stopped !== undefined;
    this.#compare.hidden = !isGoingOn && facts.phase !== 'recorded';
    this.node.classList.toggle('stopped', facts.stopped !== undefined);
    this.#summary.show(facts.stopped);
    setTitle(this.#title, facts.whereDetails);
    for (const button of [this.#pause, this.#mark, this.#stop]) button.hidden = !isGoingOn;
    this.#mark.disabled = facts.phase !== 'recording';
    this.#showPaused(facts.newLags !== undefined);
    this.#warnings.show(facts.warnings, facts.banner, facts.isCapture);
  }

  #showPaused(paused: boolean): void {
    if (paused === this.#shownPaused) return;
    this.#shownPaused = paused;
    const label = text(paused ? 'resume' : 'pause');
    this.#pause.replaceChildren(icon(paused ? 'play' : 'pause'));
    this.#pause.setAttribute('aria-pressed', String(paused));
    setLabel(this.#pause, label);
    setTitle(this.#pause, paused ? `${label}. ${text('pausedHint')}` : label);
  }
}

/** Recording continues during a pause, so both are said, with the lags that are new. */
function pausedText({ newLags }: HeaderFacts): string {
  if (newLags === undefined) return '';
  const since = newLags === 0 ? [] : [newLags === 1 ? text('newLag') : text('newLags', newLags)];
  return ['', text('viewPaused'), ...since].join(' · ');
}
