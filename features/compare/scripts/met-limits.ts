import type { LimitGroup } from '../../../scripts/build/limits/met-limit.ts';

const SETS = 'extension/sessions/baseline/session-sets.ts';
const READS = 'These are … sessions of … MB together; a comparison reads at most … of … MB.';
const BASELINE = 'core/analysis/lags/groups/baseline.ts';
const HEAVIEST = 'those with most time';

export const compareLimits: LimitGroup = {
  title: 'Comparisons',
  limits: [
    ['sessions of both sides', SETS, 'MOST_SESSIONS', '', 'refused', READS],
    ['their files', SETS, 'MOST_BYTES', 'bytes', 'refused', READS],
    ['memory', 'features/compare/extension/diff-thread.ts', 'MEMORY_MB', 'MB', 'refused', 'The thread that … has ended: ….'],
    ['groups of a baseline', BASELINE, 'MOST_GROUPS', '', HEAVIEST],
    ['threads of a baseline', BASELINE, 'MOST_THREADS', '', 'the first count'],
    ['rows of a baseline’s tree', 'core/analysis/lags/groups/baseline-tree.ts', 'MOST_TREE_ROWS', '', HEAVIEST],
    ['functions of a lag', 'features/compare/core/lag-functions.ts', 'MOST_FUNCTIONS', '', HEAVIEST],
    ['changed groups in `laglens diff --html`', 'features/compare/cli/diff-html.ts', 'MOST_GROUPS', '', 'the first are listed'],
  ],
};
