import type { ComparedOthers } from '../../../protocol/page-protocol.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { text } from '../../ui/page-text.ts';
import type { MenuItem } from '../context-menu.ts';
import { baselineOf, rangeName } from './compare-texts.ts';

export type SideName = 'a' | 'b';

/** Everything that the bar of a comparison shows. */
export type CompareFacts = Pick<Frame, 'baseline' | 'scope' | 'list' | 'state' | 'range' | 'content'>;

/** Choices for a side. */
export function sideMenu(side: SideName, facts: CompareFacts, dispatch: Dispatch): readonly MenuItem[] {
  return side === 'a' ? itemsOfA(facts, dispatch) : itemsOfB(facts, dispatch);
}

function itemsOfA({ state }: CompareFacts, dispatch: Dispatch): readonly MenuItem[] {
  const whole = item(text('thisSession'), text('pickRangeA'), () => dispatch({ type: 'follow' }));
  const range = state.range ?? state.within;
  const part = range === undefined ? '' : rangeName(range);
  const keep = item(text('keepAsB'), part, () => dispatch({ type: 'keepAsB' }));
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
  const back = item(text('keptB'), baselineOf(facts), () => dispatch({ type: 'change', change: { range2: undefined } }));
  const select = item(text('selectionAsB'), range === undefined ? '' : rangeName(range), () =>
    dispatch({
      type: 'change',
      change: { range2: range, range: undefined, within: undefined, lag: undefined, group: undefined, view: undefined },
    }),
  );
  return [
    ...(range2 === undefined || baseline === undefined ? [] : [back]),
    { ...other(text('otherSession')), begins: true },
    other(text('severalSessions'), 'several'),
    other(text('otherVersion'), 'version'),
    ...(range === undefined ? [] : [{ ...select, begins: true }]),
  ];
}

function item(label: string, detail: string, run: () => void): MenuItem {
  return { label, detail, letter: '', begins: false, run };
}
