import type { ComparedOthers } from '../../../protocol/page-protocol.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { t } from '../../ui/translated.ts';
import type { MenuItem } from '../context-menu.ts';
import { baselineOf, rangeName } from './compare-texts.ts';

export type SideName = 'a' | 'b';

/** Everything that the bar of a comparison shows. */
export type CompareFacts = Pick<Frame, 'baseline' | 'scope' | 'list' | 'state' | 'range' | 'content'>;

export function sideMenu(side: SideName, facts: CompareFacts, dispatch: Dispatch): readonly MenuItem[] {
  return side === 'a' ? itemsOfA(facts, dispatch) : itemsOfB(facts, dispatch);
}

function itemsOfA({ state }: CompareFacts, dispatch: Dispatch): readonly MenuItem[] {
  const whole = item(t('this session'), t('Drag on the timeline for a part of it'), () => dispatch({ type: 'follow' }));
  const range = state.range ?? state.within;
  const part = range === undefined ? '' : rangeName(range);
  const keep = item(t('Use as B from Now On'), part, () => dispatch({ type: 'keepAsB' }));
  return [whole, { ...keep, needsEditor: true, begins: true }];
}

function itemsOfB(facts: CompareFacts, dispatch: Dispatch): readonly MenuItem[] {
  const { state, baseline } = facts;
  const other = (label: string, of?: ComparedOthers): MenuItem => ({
    ...item(label, '', () => dispatch({ type: 'compare', ...(of === undefined ? {} : { of }) })),
    needsEditor: true,
  });
  const { range2 } = state;
  const range = state.range ?? state.within;
  const back = item(t('The Baseline'), baselineOf(facts), () => dispatch({ type: 'change', change: { range2: undefined } }));
  const select = item(t('The Selected Part'), range === undefined ? '' : rangeName(range), () =>
    dispatch({
      type: 'change',
      change: { range2: range, range: undefined, within: undefined, lag: undefined, group: undefined, view: undefined },
    }),
  );
  return [
    ...(range2 === undefined || baseline === undefined ? [] : [back]),
    { ...other(t('Another Session…')), begins: true },
    other(t('Several Sessions…'), 'several'),
    other(t('Another Version…'), 'version'),
    ...(range === undefined ? [] : [{ ...select, begins: true }]),
  ];
}

function item(label: string, detail: string, run: () => void): MenuItem {
  return { label, detail, letter: '', begins: false, run };
}
