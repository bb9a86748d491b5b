import type { FrameKey } from '../../../core/trees/transform.ts';
import { t } from '../../ui/translated.ts';
import type { Mode } from '../mode/mode.ts';
import type { ShownView } from '../mode/view-content.ts';
import { lacksFunction, ShownSandwich, sandwichContent } from './sandwich-content.ts';
import { SandwichView } from './sandwich-view.ts';

/** Callers and callees of one function. */
export const sandwichMode: Mode = {
  id: 'sandwich',
  key: '3',
  label: () => t('Sandwich'),
  hint: () => t('Callers and callees of one function (3)'),
  isOverTime: false,
  inverts: 'nothing',
  colorsDifference: false,
  ofFunction: {
    letter: 's',
    label: () => t('Show callers and callees'),
    help: () => t('Sandwich: its callers and callees'),
    change: (focus) => ({ mode: 'sandwich', focus }),
  },
  // It begins with the culprit.
  ofLag: { label: () => t('Show callers and callees'), among: 'code', change: { mode: 'sandwich', focus: undefined } },
  hasSelection: ({ focus }) => focus !== undefined,
  content(facts, sources) {
    const { state, context, found, blamed } = facts;
    const { weight } = state;
    const summed = sources.summed(facts);
    const around = (focus: FrameKey | undefined): ShownView => {
      const key = ['sandwich', summed, weight, focus, found.matches];
      return sources.kept(key, () => new ShownSandwich(sandwichContent(summed, { weight, focus }, found.matches, context)));
    };
    // It begins with the function to blame, and goes on with it where the selection lacks the chosen one.
    const chosen = around(state.focus ?? blamed);
    return state.focus !== undefined && blamed !== undefined && lacksFunction(chosen) ? around(blamed) : chosen;
  },
  view: ({ theme, tooltip, dispatch, say }) => new SandwichView(theme, tooltip, dispatch, say),
};
