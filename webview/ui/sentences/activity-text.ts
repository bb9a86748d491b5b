import { stateTexts } from '../../../core/analysis/lags/lag-texts.ts';
import type { ActivityName } from '../../../core/analysis/moment/thread-at.ts';
import { t } from '../translated.ts';

/** A thread's activity in a word or two. */
export const activityWords: Readonly<Record<ActivityName, () => string>> = {
  running: () => t(stateTexts.busy),
  blocked: () => t(stateTexts.blocked),
  ready: () => t(stateTexts.ready),
  waiting: () => t('waiting'),
  pause: () => t(stateTexts.garbage),
  idle: () => t('idle'),
  unknown: () => t(stateTexts.unknown),
  unseen: () => t('not sampled'),
};

/** The same in sentences. */
export const activityHints: Readonly<Record<Exclude<ActivityName, 'unseen'>, () => string>> = {
  running: () => t('On a core.'),
  blocked: () => t('Known to wait: for a lock, a disk, a blocking call. On the main thread, any known wait except for its next message.'),
  ready: () => t('Ready to run, but other threads or apps had all cores.'),
  waiting: () =>
    t(
      'Other threads, which may have nothing to do: parked, asleep, in Object.wait, or waiting in the kernel. The same wait of the main thread is “blocked”: it makes a lag.',
    ),
  pause: () => t('Stopped by the garbage collector.'),
  idle: () => t('Waits for its next message: nothing is drawn.'),
  unknown: () => t('Had work, but was not on a core, and no reason is known. A page of memory may have been missing.'),
};
