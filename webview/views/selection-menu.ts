import { type LagGroup, lagKey } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { LagAction } from '../modes/mode/mode.ts';
import { modes } from '../modes/modes.ts';
import type { WaitOwner } from '../rendering/session-texts.ts';
import type { Dispatch, MenuSubject } from '../state/page-action.ts';
import type { ViewRange } from '../state/view-state.ts';
import { formatMoment } from '../ui/format.ts';
import { t } from '../ui/translated.ts';
import { ContextMenu, type MenuItem } from './context-menu.ts';
import type { RowNames } from './lags/lag-row.ts';

type Run = () => void;

/** What the menu knows of the session. */
export interface MenuFacts {
  /** In order of their begins; a moment of the timeline stands for its lag. */
  readonly lags: readonly Lag[];
  /** A range is dragged. */
  readonly hasRange: boolean;
  /** Undefined unless the lag waited for a known owner. */
  ownerOf(lag: Lag): WaitOwner | undefined;
  /** Session microseconds. */
  worstMomentOf(lag: Lag): number;
}

/** The context menu of lags, groups and the timeline. */
export class SelectionMenu {
  readonly menu = new ContextMenu();
  readonly #names: RowNames;
  readonly #dispatch: Dispatch;

  constructor(names: RowNames, dispatch: Dispatch) {
    this.#names = names;
    this.#dispatch = dispatch;
  }

  open(subject: MenuSubject, { lags, hasRange, ownerOf, worstMomentOf }: MenuFacts, clientX: number, clientY: number): void {
    const lag = subject.kind === 'moment' ? lagAt(lags, subject.atUs) : subject.kind === 'lag' ? subject.lag : undefined;
    const items =
      subject.kind === 'group'
        ? this.#groupItems(subject.group, ownerOf(subject.group.latest))
        : lag === undefined
          ? []
          : this.#lagItems(lag, ownerOf(lag), worstMomentOf(lag));
    const others = subject.kind === 'moment' ? this.#timelineItems(subject.atUs, subject.column, hasRange) : [];
    this.menu.open(t('Actions for {0}', this.#title(subject, lag)), [...items, ...others], clientX, clientY);
  }

  #title(subject: MenuSubject, lag: Lag | undefined): string {
    const named = subject.kind === 'group' ? subject.group.latest : lag;
    if (named?.culprit !== undefined) return this.#names.label(named.culprit.node).slice(0, 200);
    return formatMoment(named?.beginUs ?? (subject.kind === 'moment' ? subject.atUs : 0), 3);
  }

  #lagItems(lag: Lag, owner: WaitOwner | undefined, worstUs: number): readonly MenuItem[] {
    const select = (): void => this.#dispatch({ type: 'selectLag', lag });
    return [
      ...this.#sourceItems(lag, select),
      ...(owner === undefined ? [] : [this.#ownerItem(owner, select)]),
      ...this.#modeItems('moments', true, select),
      item(t('Show all threads at its worst moment'), false, () => {
        select();
        this.#dispatch({ type: 'showThreads', atUs: worstUs });
      }),
      item(t('Compare with this lag'), true, () => {
        this.#dispatch({ type: 'selectRange', beginUs: lag.beginUs, endUs: lag.endUs, second: true });
      }),
      ...this.#copyItems(select),
      { ...item(t('Keep this lag…'), false, () => this.#share('lag', select)), needsEditor: true },
      this.#hideItem(lagKey(lag)),
    ];
  }

  /** Modes that show a lag. @param begins the first one begins a group of entries */
  #modeItems(among: LagAction['among'], begins: boolean, select: Run): readonly MenuItem[] {
    const offered = modes.flatMap(({ ofLag }) => (ofLag?.among === among ? ofLag : []));
    return offered.map(({ label, change }, at) =>
      item(label(), begins && at === 0, () => {
        select();
        this.#dispatch({ type: 'change', change });
      }),
    );
  }

  #ownerItem({ thread, frame, node }: WaitOwner, select: Run): MenuItem {
    const open = (): void => {
      select();
      this.#dispatch({ type: 'openSource', node, beside: false });
    };
    return {
      ...item(t('Open the line that it waited for'), false, open),
      detail: t('{0} in {1}', frame.slice(0, 200), thread.slice(0, 200)),
    };
  }

  #groupItems({ key, latest, worst, lags }: LagGroup, owner: WaitOwner | undefined): readonly MenuItem[] {
    const select = (): void => this.#dispatch({ type: 'selectGroup', key });
    const selectWorst = (): void => this.#dispatch({ type: 'selectLag', lag: worst });
    return [
      ...this.#sourceItems(latest, select),
      ...(owner === undefined ? [] : [this.#ownerItem(owner, select)]),
      ...(lags.length > 1 ? [item(t('Select the longest of these lags'), true, selectWorst)] : []),
      ...this.#copyItems(select),
      this.#hideItem(key),
    ];
  }

  #hideItem(key: string): MenuItem {
    return item(t('Hide this group'), true, () => this.#dispatch({ type: 'hideGroup', key }));
  }

  /** @param column range of the heat strip's column, if the pointer is on one */
  #timelineItems(atUs: number, column: ViewRange | undefined, hasRange: boolean): readonly MenuItem[] {
    return [
      ...(column === undefined ? [] : this.#columnItems(column)),
      { ...item(t('Show all threads at this moment'), true, () => this.#dispatch({ type: 'showThreads', atUs })), letter: 'T' },
      ...(hasRange ? [{ ...item(t('Clear range'), false, () => this.#dispatch({ type: 'clearRange' })), letter: 'Esc' }] : []),
      item(t('Show the whole session'), false, () => this.#dispatch({ type: 'follow' })),
      { ...item(t('Tracks'), false, () => this.#dispatch({ type: 'toggleTracks' })), letter: 't' },
    ];
  }

  #columnItems({ fromUs, toUs }: ViewRange): readonly MenuItem[] {
    const span = `${formatMoment(fromUs)} – ${formatMoment(toUs)}`;
    const select = (): void => this.#dispatch({ type: 'selectRange', beginUs: fromUs, endUs: toUs, second: false });
    const compare = (): void => this.#dispatch({ type: 'selectRange', beginUs: fromUs, endUs: toUs, second: true });
    return [item(t('Zoom to {0}', span), true, select), item(t('Compare with {0}', span), false, compare)];
  }

  #sourceItems({ culprit }: Lag, select: Run): readonly MenuItem[] {
    const inModes = this.#modeItems('code', false, select);
    if (culprit === undefined) return inModes;
    const open = (beside: boolean): void => {
      select();
      this.#dispatch({ type: 'openSource', node: culprit.node, beside });
    };
    return [
      { ...item(t('Open source'), false, () => open(false)), letter: 'Enter' },
      { ...item(t('Open source to the side'), false, () => open(true)), letter: 'Alt+Enter' },
      ...inModes,
    ];
  }

  #copyItems(select: Run): readonly MenuItem[] {
    return [
      { ...item(t('Copy as Markdown'), true, () => this.#share('markdown', select)), needsEditor: true },
      { ...item(t('Copy link'), false, () => this.#share('link', select)), needsEditor: true },
    ];
  }

  /** The extension shares what is selected. */
  #share(kind: 'lag' | 'markdown' | 'link', select: Run): void {
    select();
    this.#dispatch({ type: 'share', kind });
  }
}

function item(label: string, begins: boolean, run: Run): MenuItem {
  return { label, detail: '', letter: '', begins, run };
}

function lagAt(lags: readonly Lag[], atUs: number): Lag | undefined {
  return lags.findLast(({ beginUs, endUs }) => beginUs <= atUs && atUs <= endUs);
}
