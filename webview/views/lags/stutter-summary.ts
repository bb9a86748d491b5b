import type { StutterWork } from '../../../core/analysis/causes/stutter-work.ts';
import { LEAST_SHARE } from '../../../core/analysis/lags/culprit.ts';
import { lagTexts } from '../../../core/analysis/lags/lag-texts.ts';
import { screenKey, screenName } from '../../../core/analysis/lags/screens.ts';
import type { ScreenStutter } from '../../../core/analysis/lags/session-frames.ts';
import { placeText } from '../../../core/analysis/report/cause-text.ts';
import { LastSeen, sameData } from '../../../core/memo.ts';
import type { StutterFacts } from '../../content/stutter-facts.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element } from '../../ui/dom.ts';
import { formatCount, formatDuration, formatMoment, formatShare } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';
import { summaryParts } from './summary-parts.ts';

/** The selected stutter: its time, its frames, the screen, and what main ran below. */
export class StutterSummary {
  readonly node = element('div', { class: 'stutter-summary', role: 'region', attributes: { 'aria-label': t('Stutter') } });
  readonly #dispatch: Dispatch;
  readonly #seen = new LastSeen(sameData);

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
    this.node.hidden = true;
  }

  show({ session, stutter }: Pick<Frame, 'session' | 'stutter'>): void {
    const facts = stutter && session.stutterFacts(stutter);
    this.node.hidden = stutter === undefined || facts === undefined;
    if (stutter === undefined || facts === undefined || !this.#seen.isNew([stutter, facts])) return;
    const { beginUs, endUs } = stutter;
    const { frames, dropped, fps } = facts.frames;
    const lead = [
      element('span', { class: 'key' }, [
        element('i', { class: 'swatch band stutter' }),
        element('strong', {
          text: t('Stutter'),
          title: t('Many frames dropped in a second, but no lag took so long. Stutters are not counted as lags.'),
        }),
      ]),
      element('strong', { class: 'tabular', text: formatDuration(endUs - beginUs) }),
      this.#range(stutter),
    ];
    const screen = screenKey(stutter);
    const others = [
      element('span', {
        class: 'tabular',
        text: t('{0} frames due, {1} shown, {2} dropped', formatCount(frames + dropped), formatCount(frames), formatCount(dropped)),
      }),
      ...(fps === undefined ? [] : [element('strong', { class: 'tabular', text: t('{0} FPS', fps.toFixed(1)) })]),
      ...(screen === undefined ? [] : [element('span', { class: 'muted', text: t(lagTexts.inFront, screenName(screen)) })]),
    ];
    this.node.replaceChildren(...summaryParts(lead, others, this.#work(stutter, facts.work)));
  }

  /** Leads back to its time. */
  #range(stutter: ScreenStutter): HTMLElement {
    const label = `${formatMoment(stutter.beginUs, 2)} – ${formatMoment(stutter.endUs, 2)}`;
    return link(label, t('Show this time'), () => this.#dispatch({ type: 'selectStutter', stutter }));
  }

  /** What main ran, else that it was free: frames are late for other reasons, too. */
  #work({ beginUs, endUs }: ScreenStutter, work: StutterFacts['work']): readonly HTMLElement[] {
    if (work === undefined) return [];
    if (work.ran.length > 0) return this.#ran(work.ran);
    const lengthUs = Math.max(1, endUs - beginUs);
    const free = t(
      'Main was free for {0} of the time: no function of the app ran for long.',
      formatShare(Math.max(0, 1 - work.takenUs / lengthUs)),
    );
    const lacked = work.readyUs >= LEAST_SHARE * lengthUs ? [t('No core was free for it for {0}.', formatDuration(work.readyUs))] : [];
    return [element('span', { text: [free, ...lacked].join(' ') })];
  }

  #ran(ran: StutterWork['ran']): readonly HTMLElement[] {
    return ran.map(({ frame, us }, at) =>
      element('span', { class: 'tabular' }, [
        ...(at === 0 ? [element('span', { text: `${t('Main ran')} ` })] : []),
        link(frame.label, `${frame.label}${placeText(frame)}`, ({ altKey }) =>
          this.#dispatch({ type: 'openSource', node: frame.node, beside: altKey }),
        ),
        element('span', { text: ` ${formatDuration(us)}${at + 1 < ran.length ? ', ' : ''}` }),
      ]),
    );
  }
}

function link(label: string, title: string, run: (event: MouseEvent) => void): HTMLButtonElement {
  const button = element('button', { class: 'link tabular', text: label, title, attributes: { type: 'button' } });
  button.addEventListener('click', run);
  return button;
}
