import { openDeadlocks } from '../../../core/analysis/locks/deadlocks.ts';
import { waitedFor } from '../../../core/analysis/locks/held-wait.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Warning } from '../../rendering/warning.ts';
import { formatMoment } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';

/** More would fill the page. */
const MOST_NAMES = 8;

/** Threads that wait for each other now, main among them or not. */
export function deadlockWarnings(model: SessionModel): readonly Warning[] {
  const nameOf = (thread: number): string => model.threads[thread]?.name || '?';
  return openDeadlocks(model).map(({ ring, beginUs }) => {
    const names = ring.slice(0, MOST_NAMES).map(({ thread }) => nameOf(thread));
    const shown = ring.length > MOST_NAMES ? [...names, '…'] : names;
    const details = ring.map((link) =>
      t('{0} waits for {1}, held by {2}.', nameOf(link.thread), waitedFor(link) || '?', nameOf(link.owner)),
    );
    return {
      code: 'deadlock',
      text: t('Deadlock since {1}: {0} wait for each other.', shown.join(', '), formatMoment(beginUs)),
      serious: true,
      details: details.join('\n'),
    };
  });
}
