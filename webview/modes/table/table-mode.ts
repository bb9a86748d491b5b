import { t } from '../../ui/translated.ts';
import type { Mode } from '../mode/mode.ts';
import { ShownTable, tableContent } from './table-content.ts';
import { TableModeView } from './table-mode-view.ts';

/** Functions as a tree with numbers. */
export const tableMode: Mode = {
  id: 'table',
  key: '4',
  label: () => t('Table'),
  hint: () => t('Functions as a tree with numbers (4)'),
  isOverTime: false,
  inverts: 'rows',
  colorsDifference: false,
  content(facts, sources) {
    const { state, context } = facts;
    const summed = sources.summed(facts);
    const key = ['table', summed, state.weight, state.table.direction];
    return sources.kept(key, () => new ShownTable('table', tableContent(summed, state, context)));
  },
  view: ({ theme, dispatch }) => new TableModeView(theme, dispatch),
};
