import { limitTexts } from '../../../core/analysis/report/session-limits.ts';
import { limits } from '../../../core/session/limits/model-limits.ts';
import { compareLimits } from '../../../features/compare/scripts/met-limits.ts'; // features/compare
import { formatsLimits } from '../../../features/formats/scripts/met-limits.ts'; // features/formats
import { lakeLimits } from '../../../features/lake/scripts/met-limits.ts'; // features/lake
import { captureLimits } from './capture-limits.ts';
import type { LimitGroup, MetLimit } from './met-limit.ts';
import { pageLimits } from './page-limits.ts';
import { sourceLimits } from './source-limits.ts';

const MODEL = 'core/session/limits/model-limits.ts';
const UNREAD = 'The file unpacks to more than a recording of its size can hold. Only the first … MB are shown.';
const READER = 'core/session/file/reader.ts';
const ENDED = 'The thread that … has ended: ….';
const THREAD = 'host/asked-thread.ts';
const OLDEST = 'the oldest go';
const SILENTLY = 'the newest count';

/** Each has its sentence, which also says what is counted. */
const modelLimits = Object.keys(limits).map((name): MetLimit => {
  const [, says = ''] = Object.entries(limitTexts).find(([key]) => key.toLowerCase() === `limit${name}`.toLowerCase()) ?? [];
  const [, counted = ''] = / on, (.*) beyond /.exec(says) ?? [];
  const [unit, beyond] = [name === 'bytes' ? 'bytes' : '', name === 'rows' ? OLDEST : 'left out'] as const;
  return [counted || name, MODEL, `limits.${name}`, unit, beyond, says];
});

const sessionLimits: LimitGroup = {
  title: 'A session',
  limits: [
    ...modelLimits,
    ['rows, in the page of a recorded session', MODEL, 'recordedLimits.rows', '', OLDEST, limitTexts.limitRows],
    ['details, in the page of a recorded session', MODEL, 'recordedLimits.bytes', 'bytes', 'left out', limitTexts.limitBytes],
    ['lags', 'core/analysis/lags/detect/lag-detector.ts', 'MOST_LAGS', '', OLDEST, limitTexts.limitLags],
    ['lines of agents’ logs', MODEL, 'MOST_LOG_LINES', '', OLDEST],
    ['stutters', 'core/analysis/display-frames/stutters.ts', 'MOST_STUTTERS', '', 'the first are listed'],
    ['deadlocks', 'core/analysis/locks/deadlocks.ts', 'MOST_DEADLOCKS', '', 'the first are listed'],
    ['handlers of messages', 'core/analysis/messages/message-costs.ts', 'MOST_HANDLERS', '', 'the first are summed'],
    ['screens with frames', 'core/analysis/display-frames/frame-counter.ts', 'MOST_SCREENS', '', 'the first are counted'],
    ['unpacked bytes, for each of its file', READER, 'MOST_RATIO', 'times', 'unread', UNREAD],
    ['unpacked bytes that any file may have', READER, 'ALWAYS_BYTES', 'bytes', 'the ratio above counts', UNREAD],
    ['unpacked bytes of a file', READER, 'NEVER_BYTES', 'bytes', 'unread', UNREAD],
    ['memory of its thread, for names and line costs', 'extension/thread/session-thread.ts', 'MEMORY_MB', 'MB', 'these end', ENDED, THREAD],
    ['memory for facts in *Sessions*', 'extension/sessions/facts/facts-thread.ts', 'MEMORY_MB', 'MB', 'these end', ENDED, THREAD],
    ['memory for baselines', 'extension/sessions/facts/baseline-thread.ts', 'MEMORY_MB', 'MB', 'the question fails', ENDED, THREAD],
    ['a thread’s answer', THREAD, 'HANG_MS', 'ms', 'it ends', 'no answer came in … s'],
    ['details for line costs', 'extension/thread/held-session.ts', 'MODEL_BYTES', 'bytes', SILENTLY],
    ['details for facts in *Sessions*', 'extension/sessions/facts/read-facts.ts', 'MODEL_BYTES', 'bytes', SILENTLY],
  ],
};

/** All limits that a user can meet, by the part that has them. */
export const metLimits: readonly LimitGroup[] = [
  captureLimits,
  sessionLimits,
  pageLimits,
  sourceLimits,
  compareLimits, // features/compare
  formatsLimits, // features/formats
  lakeLimits, // features/lake
];
