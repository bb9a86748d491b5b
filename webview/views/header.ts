import { isUntimed } from '../../core/session/model/annotations.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { SessionPhase } from '../../protocol/page-protocol.ts';
import { lagsUpTo } from '../content/lags/lag-list-source.ts';
import type { PageSession } from '../content/page-session.ts';
import type { Frame } from '../rendering/render-frame.ts';
import { whereTexts } from '../rendering/session-texts.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, icon, iconButton, setLabel, setText, setTitle } from '../ui/dom.ts';
import { formatMoment } from '../ui/format.ts';
import { fileNameWithApp, sessionName } from '../ui/sentences/session-name.ts';
import { t } from '../ui/translated.ts';
import { StopSummary } from './stop-summary.ts';
import { pageWarnings } from './warnings/page-warnings.ts';
import { WarningList } from './warnings/warning-list.ts';

const phases: Readonly<Record<SessionPhase, () => string>> = {
  starting: () => t('Starting'),
  recording: () => t('Recording'),
  silent: () => t('No data, trying again'),
  waiting: () => t('Waiting for the app'),
  reconnecting: () => t('Reconnecting'),
  stopped: () => t('Stopped'),
  recorded: () => t('Recorded'),
};

/** What changes also while the page is paused. */
type HeaderFrame = Pick<Frame, 'session' | 'state' | 'status' | 'hostWarnings'>;

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
  readonly #banner: { readonly sentence: string };
  #shownPaused: boolean | undefined;

  /** @param banner its sentence, empty without one, is no warning */
  constructor(dispatch: Dispatch, banner: { readonly sentence: string }) {
    this.#banner = banner;
    this.warnings = this.#warnings.node;
    this.#pause = iconButton('pause', t('Pause View'), () => dispatch({ type: 'togglePause' }));
    this.#mark = iconButton('mark', t('Marker'), () => dispatch({ type: 'mark' }));
    this.#stop = iconButton('stop', t('Stop'), () => dispatch({ type: 'stop' }));
    const save = iconButton('save', t('Save As…'), () => dispatch({ type: 'save' }));
    const share = iconButton('share', t('Share'), () => dispatch({ type: 'share', kind: 'choose' }));
    this.#compare = iconButton('compare', t('Compare…'), () => dispatch({ type: 'compare' }));
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
      iconButton('help', t('Keyboard and pointer (?)'), () => dispatch({ type: 'showKeys' })),
    ]);
  }

  show(facts: HeaderFrame): void {
    const { session, status } = facts;
    const { phase, detail } = status;
    const { live } = session.about;
    const { where, whereDetails } = whereTexts(session);
    const newLags = lagsSincePause(facts);
    const isStopped = phase === 'stopped';
    setText(this.#title, titleOf(session));
    setText(this.#where, where);
    setTitle(this.#where, whereDetails);
    this.#phase.dataset.phase = phase;
    setTitle(this.#phase, detail);
    // The reason for waiting is in sight without a tooltip: the cable may be out.
    const why = phase === 'waiting' && detail !== '' ? ` · ${detail}` : '';
    setText(this.#status, `${phases[phase]()}${why}`);
    const nowUs = clockUs(facts);
    setText(this.#clock, nowUs > 0 ? ` ${formatMoment(nowUs, 0)}` : '');
    setText(this.#paused, pausedText(newLags));
    const isGoingOn = !['starting', 'stopped', 'recorded'].includes(phase);
    for (const button of this.#keeping) button.hidden = isStopped;
    this.#compare.hidden = !isGoingOn && phase !== 'recorded';
    this.node.classList.toggle('stopped', isStopped);
    this.#summary.show(facts);
    setTitle(this.#title, whereDetails);
    for (const button of [this.#pause, this.#mark, this.#stop]) button.hidden = !isGoingOn;
    this.#mark.disabled = phase !== 'recording';
    this.#showPaused(newLags !== undefined);
    this.#warnings.show(pageWarnings(facts), this.#banner.sentence, live);
  }

  #showPaused(paused: boolean): void {
    if (paused === this.#shownPaused) return;
    this.#shownPaused = paused;
    const label = paused ? t('Resume View') : t('Pause View');
    this.#pause.replaceChildren(icon(paused ? 'play' : 'pause'));
    this.#pause.setAttribute('aria-pressed', String(paused));
    setLabel(this.#pause, label);
    setTitle(this.#pause, paused ? `${label}. ${t('View paused (still recording)')}` : label);
  }
}

/** Recording continues during a pause, so both are said, with the lags that are new. */
function pausedText(newLags: number | undefined): string {
  if (newLags === undefined) return '';
  const since = newLags === 0 ? [] : [newLags === 1 ? t('1 new lag') : t('{0} new lags', newLags)];
  return ['', t('view paused'), ...since].join(' · ');
}

function titleOf({ model, about }: PageSession): string {
  const name = sessionName(about.title);
  return about.live ? name : fileNameWithApp(name, appOf(model));
}

function appOf({ runs }: SessionModel): string {
  const run = runs.at(-1);
  return run?.process?.app || run?.hello?.process || '';
}

/** Length of the recording, 0 for a session of weights. */
function clockUs({ session, status }: HeaderFrame): number {
  const { model } = session;
  if (isUntimed(model)) return 0;
  return status.recordedS === undefined ? model.nowUs : status.recordedS * 1e6;
}

/** Lags since the view was paused; undefined while it is live. */
function lagsSincePause({ session, state }: HeaderFrame): number | undefined {
  const { lags } = session;
  return state.pausedUs === undefined ? undefined : lags.length - lagsUpTo(lags, state.pausedUs).length;
}
