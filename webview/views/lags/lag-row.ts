import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import type { GroupCause } from '../../../core/analysis/causes/group-cause.ts';
import type { Stutter } from '../../../core/analysis/display-frames/stutters.ts';
import type { FrameRef } from '../../../core/analysis/frames/frame.ts';
import type { ComparedGroup } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import type { LagGroup } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { kindTexts, lagTexts } from '../../../core/analysis/lags/lag-texts.ts';
import type { WaitArrow } from '../../../core/analysis/locks/wait-arrows.ts';
import { LastSeen, sameKey } from '../../../core/memo.ts';
import type { ListItem } from '../../content/lags/list-items.ts';
import { element, setText, setTitle } from '../../ui/dom.ts';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { setTruncatedName } from '../../ui/names/truncated-name.ts';
import { causeSentence, shortCause } from '../../ui/sentences/cause-sentence.ts';
import { stutterText } from '../../ui/sentences/stutter-text.ts';
import { t } from '../../ui/translated.ts';
import { groupCauseText } from './group-cause-text.ts';
import { kindText } from './kind-text.ts';
import { changeText, frequencyText, phoneTerms, rateText, type SpentTime, severityText } from './lag-terms.ts';
import type { RowView } from './virtual-rows.ts';

export interface RowNames {
  /** The culprit as written in the source: `Cart.sort λ`. */
  label(node: number): string;
  /** Name of a thread (row of `model.threads`), '' if unknown. */
  thread(row: number): string;
  /** The same object until it changes. */
  cause(lag: Lag): Cause | undefined;
  /** Waits of the lag's thread; the same object until they change. */
  arrows(lag: Lag): readonly WaitArrow[];
  /** Its most common cause. */
  groupCause(group: LagGroup): GroupCause | undefined;
  /** False when no open lag goes on. */
  isLive(): boolean;
  /** Main's culprit meanwhile. */
  stutterCulprit(stutter: Stutter): FrameRef | undefined;
}

/** One row: a lag, a stutter, a group, or a group that is gone. Touches only what changed. */
export class LagRow implements RowView<ListItem> {
  readonly node = element('li', { role: 'option', attributes: { 'aria-selected': 'false' } });
  readonly #names: RowNames;
  readonly #band = element('span');
  readonly #culprit = element('span');
  readonly #dot = element('span', { class: 'live-dot', title: t('ongoing') });
  readonly #durationText = element('span');
  readonly #duration = element('span', { class: 'duration tabular' }, [this.#dot, this.#durationText]);
  readonly #why = element('span', { class: 'why' });
  readonly #change = element('span');
  readonly #frequency = element('span', { class: 'frequency tabular' });
  readonly #detail = element('span', { class: 'detail muted' });
  readonly #moment = element('span', { class: 'moment muted tabular' });
  readonly #parts = (['busy', 'blocked', 'gc', 'ready', 'unknown'] as const).map((name) => element('i', { class: name }));
  readonly #seen = new LastSeen(sameKey);

  constructor(item: ListItem, names: RowNames, id: string) {
    this.#names = names;
    this.node.id = id;
    const sometimes = element('span', { class: 'sometimes' }, [this.#change, this.#frequency]);
    const reason = element('span', { class: 'reason' }, [this.#why, sometimes]);
    const shares = element('div', { class: 'shares' }, this.#parts);
    this.node.append(this.#band, this.#culprit, this.#duration, reason, this.#detail, this.#moment, shares);
    if (item.kind === 'lag') this.node.dataset.lag = item.lag.id;
    else if (item.kind === 'stutter') this.node.dataset.stutter = item.id;
    else this.node.dataset.group = item.kind === 'group' ? item.group.key : item.compared.key;
  }

  update(item: ListItem): void {
    if (!this.#seen.isNew(seenOf(item, this.#names))) return;
    if (item.kind === 'lag') this.#showLag(item.lag);
    else if (item.kind === 'group') this.#showGroup(item.group, item.compared);
    else if (item.kind === 'stutter') this.#showStutter(item.stutter);
    else this.#showGone(item.compared);
    const change = item.kind === 'lag' ? item.change : item.kind === 'stutter' ? undefined : item.compared?.change;
    const changed = changeText(change);
    this.#change.className = changed === '' ? '' : `change ${change}`;
    setText(this.#change, changed);
    setText(this.#frequency, item.kind === 'gone' || item.kind === 'stutter' ? '' : frequencyText(item.frequency));
  }

  #showLag(lag: Lag): void {
    this.node.className = 'lag';
    this.#showHead(lag, formatDuration(lag.endUs - lag.beginUs), lag.open);
    this.#showWhy(lag, lag, this.#names.cause(lag));
    this.#showDetail([this.#names.thread(lag.thread), placeText(lag), kindText(lag)], lag);
    setText(this.#moment, formatMoment(lag.beginUs));
  }

  #showGroup(group: LagGroup, compared: ComparedGroup | undefined): void {
    const { latest, worst, totalUs, open, lags } = group;
    this.node.className = 'lag group';
    const worstDuration = formatDuration(worst.endUs - worst.beginUs);
    const worstText = lags.length > 1 ? t('max {0}', worstDuration) : worstDuration;
    this.#showHead({ ...latest, band: worst.band }, worstText, open);
    const most = this.#names.groupCause(group);
    this.#showWhy(group, { ...latest, band: worst.band }, most?.cause, most && groupCauseText(most, lags.length));
    const before = compared === undefined || compared.change === 'new' ? '' : beforeText(compared);
    this.#showDetail([before, this.#names.thread(latest.thread), placeText(latest)], latest);
    const inAll = lags.length > 1 ? t('total {0}', formatDuration(totalUs)) : formatMoment(latest.beginUs);
    setText(this.#moment, inAll);
  }

  #showStutter(stutter: Stutter): void {
    const culprit = this.#names.stutterCulprit(stutter);
    this.node.className = 'lag stutter';
    this.node.dataset.open = 'false';
    this.#band.className = 'band stutter';
    this.#culprit.className = culprit ? 'culprit' : 'culprit none';
    setTruncatedName(this.#culprit, culprit ? this.#names.label(culprit.node) : t(lagTexts.noLongFunction));
    setTitle(this.#culprit, culprit ? `${culprit.class === '' ? '' : `${culprit.class}.`}${culprit.method}` : '');
    this.#dot.hidden = true;
    setText(this.#durationText, formatDuration(stutter.endUs - stutter.beginUs));
    setText(this.#why, stutterText(stutter));
    setTitle(this.#why, t('Many frames dropped in a second, but no lag took so long. Stutters are not counted as lags.'));
    setText(this.#detail, placeText({ culprit }));
    setText(this.#moment, formatMoment(stutter.beginUs));
  }

  #showGone(compared: ComparedGroup): void {
    const { baseline, before } = compared;
    this.node.className = 'lag group gone';
    this.node.dataset.open = 'false';
    this.#band.className = 'band';
    this.#culprit.className = 'culprit';
    const named =
      baseline === undefined || baseline.label === '' ? t(lagTexts[kindTexts[baseline?.kind ?? 'message']], '').trim() : baseline.label;
    setTruncatedName(this.#culprit, named);
    this.#dot.hidden = true;
    setText(this.#durationText, '');
    setText(this.#why, beforeText(compared));
    setText(this.#detail, '');
    setText(this.#moment, before.count > 1 ? t('total {0}', formatDuration(before.totalUs)) : '');
    for (const part of this.#parts) part.style.width = '0';
  }

  #showHead(lag: Lag, duration: string, open: boolean): void {
    const { culprit } = lag;
    this.node.dataset.open = String(open);
    this.#band.className = `band ${lag.band}`;
    this.#culprit.className = culprit ? 'culprit' : 'culprit none';
    setTruncatedName(this.#culprit, nameOf(lag, this.#names));
    setTitle(this.#culprit, culprit ? `${culprit.class === '' ? '' : `${culprit.class}.`}${culprit.method}` : '');
    this.#dot.hidden = !(open && this.#names.isLive());
    setText(this.#durationText, duration);
  }

  /** Narrow lists cut it; its tooltip has it whole, and what was measured. */
  #showDetail(parts: readonly string[], lag: Lag): void {
    const detail = parts.filter((part) => part !== '');
    setText(this.#detail, detail.join(' · '));
    setTitle(this.#detail, [...detail, ...phoneTerms(lag)].join(' · '));
  }

  #showWhy(spent: SpentTime, lag: Lag, cause: Cause | undefined, short = cause === undefined ? '' : shortCause(cause)): void {
    setText(
      this.#why,
      [cause?.anr === undefined ? severityText(lag) : t('ANR (recorded)'), short].filter((part) => part !== '').join(' · '),
    );
    setTitle(this.#why, cause === undefined ? '' : causeSentence(cause));
    const allUs = Math.max(1, spent.busyUs + spent.blockedUs + spent.readyUs + spent.unknownUs + spent.gcUs);
    for (const [at, us] of [spent.busyUs, spent.blockedUs, spent.gcUs, spent.readyUs, spent.unknownUs].entries()) {
      const part = this.#parts[at];
      if (part !== undefined) part.style.width = `${(100 * us) / allUs}%`;
    }
  }
}

/** Inputs of a row; a changed lag or group is a new object. */
function seenOf(item: ListItem, names: RowNames): readonly unknown[] {
  switch (item.kind) {
    case 'lag':
      return [
        item.lag,
        item.lag.open && names.isLive(),
        names.cause(item.lag),
        item.change,
        item.frequency.count,
        item.frequency.perMinute && rateText(item.frequency.perMinute),
      ];
    case 'group':
      return [
        item.group,
        item.group.open && names.isLive(),
        ...causesSeen(names.groupCause(item.group)),
        item.compared?.change,
        item.frequency.perMinute && rateText(item.frequency.perMinute),
      ];
    case 'stutter': {
      const { dropped, endUs } = item.stutter;
      return [dropped, endUs, names.stutterCulprit(item.stutter)];
    }
    case 'gone':
      return [item.compared.baseline];
  }
}

function causesSeen(most: GroupCause | undefined): readonly unknown[] {
  return most === undefined ? [] : [most, ...most.others].flatMap(({ cause, lags }) => [cause, lags]).concat(most.judged);
}

function nameOf({ culprit, kind }: Lag, names: RowNames): string {
  if (culprit !== undefined) return names.label(culprit.node);
  return kind === 'nativeWork' ? t(lagTexts.nativeCulprit) : t(lagTexts.noCulprit);
}

function placeText({ culprit }: Pick<Lag, 'culprit'>): string {
  if (culprit === undefined || culprit.sourceFile === '') return '';
  return `${culprit.sourceFile}${culprit.line > 0 ? `:${culprit.line}` : ''}`;
}

/** The group in the baseline. */
export function beforeText({ before, change }: ComparedGroup): string {
  const values = [before.count, rateText(before.perMinute), formatDuration(before.worstUs)];
  return change === 'few' ? t('was {0}×, {1}/min, max {2} (too few to judge)', ...values) : t('was {0}×, {1}/min, max {2}', ...values);
}
