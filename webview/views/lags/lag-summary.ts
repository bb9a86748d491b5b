import type { FrameRef } from '../../../core/analysis/frames/frame.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { lagTexts } from '../../../core/analysis/lags/lag-texts.ts';
import type { WaitArrow } from '../../../core/analysis/locks/wait-arrows.ts';
import { LastSeen, sameData } from '../../../core/memo.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { stacksOf } from '../../timeline/tracks/track-arrows.ts';
import { element } from '../../ui/dom.ts';
import { formatDuration, formatMoment, simpleName } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';
import { causeView } from './cause-view.ts';
import { kindText } from './kind-text.ts';
import type { RowNames } from './lag-row.ts';
import { messageTerms, phoneTerms, severityText } from './lag-terms.ts';
import { busyDeviceNote, spentBar, spentTexts } from './spent-time.ts';
import { summaryParts } from './summary-parts.ts';

/** The selected lag: culprit, length, busy or blocked, and its whole cause below. Names open their source. */
export class LagSummary {
  readonly node = element('div', { class: 'summary', role: 'region' });
  readonly #names: RowNames;
  readonly #dispatch: Dispatch;
  readonly #seen = new LastSeen(sameData);

  constructor(names: RowNames, dispatch: Dispatch) {
    this.#names = names;
    this.#dispatch = dispatch;
    this.node.hidden = true;
  }

  show({ selected: lag }: Pick<Frame, 'selected'>): void {
    this.node.hidden = lag === undefined;
    if (lag === undefined) return;
    const cause = this.#names.cause(lag);
    const arrows = this.#names.arrows(lag);
    const seen = [
      lag.id,
      lag.endUs,
      lag.open,
      lag.busyUs,
      lag.blockedUs,
      lag.readyUs,
      lag.unknownUs,
      lag.gcUs,
      lag.culprit?.node,
      cause,
      arrows,
      lag.screen,
      lag.queuedUs,
      lag.counts,
      lag.allocated,
      lag.phone,
      lag.process,
    ];
    if (!this.#seen.isNew(seen)) return;
    const duration = Math.max(1, lag.endUs - lag.beginUs);
    const { culprit } = lag;
    const blame = culprit
      ? this.#link(this.#names.label(culprit.node), placeTitle(culprit), culprit.node)
      : element('span', { class: 'muted', text: lag.kind === 'nativeWork' ? t(lagTexts.nativeCulprit) : t(lagTexts.noCulprit) });
    const lead = [
      element('span', { class: 'key' }, [
        element('i', { class: `swatch band ${lag.band}` }),
        element('strong', { text: severityText(lag) }),
      ]),
      element('strong', { class: 'tabular', text: formatDuration(duration) }),
      blame,
    ];
    const others: Node[] = [
      element('span', {
        class: 'muted tabular',
        text: [formatMoment(lag.beginUs, 3), messageText(lag)].filter((part) => part !== '').join(' · '),
      }),
      spentBar(lag, duration),
      ...spentTexts(lag, duration),
      ...busyDeviceNote([lag]),
      ...[...messageTerms(lag), ...phoneTerms(lag)].map((term) => element('span', { class: 'muted tabular', text: term })),
    ];
    this.node.replaceChildren(
      ...summaryParts(lead, others, cause === undefined ? [] : [causeView(cause, lag, this.#dispatch), ...this.#stacks(arrows)]),
    );
  }

  /** Leads to the stacks of both threads: the arrow in the tracks, for the keyboard. */
  #stacks([arrow]: readonly WaitArrow[]): readonly Node[] {
    if (arrow === undefined) return [];
    const title = t('Stacks of {0} and {1} side by side', this.#names.thread(arrow.from), this.#names.thread(arrow.to));
    const link = element('button', { class: 'link stacks', text: t('Both stacks'), title, attributes: { type: 'button' } });
    link.addEventListener('click', () => this.#dispatch(stacksOf(arrow)));
    return [element('span', { text: ' ' }), link];
  }

  #link(label: string, title: string, node: number): HTMLButtonElement {
    const link = element('button', { class: 'link', text: label, title, attributes: { type: 'button' } });
    link.addEventListener('click', (event) => this.#dispatch({ type: 'openSource', node, beside: event.altKey }));
    return link;
  }
}

function placeTitle({ class: className, sourceFile, line }: FrameRef): string {
  return [className, sourceFile === '' ? '' : `(${sourceFile}:${line})`].filter((part) => part !== '').join(' ');
}

function messageText(lag: Lag): string {
  if (lag.kind !== 'message') return kindText(lag);
  const target = simpleName(lag.target ?? '');
  const callback = lag.callback ? t('callback {0}', simpleName(lag.callback)) : lag.what ? `what=${lag.what}` : '';
  return [target || t('Message'), callback].filter((part) => part !== '').join(' ');
}
