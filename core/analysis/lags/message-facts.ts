import { uint32At } from '../../columns/at.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { Thread } from '../../session/model/thread.ts';
import type { Lag, MessageCounts } from './lag.ts';
import type { lagTexts } from './lag-texts.ts';

type MessageFacts = Pick<Lag, 'queuedUs' | 'counts'>;

/** Of the messages that lie wholly in a range. */
export function messageFacts({ messageUses: uses }: Thread, range: TimeRange): MessageFacts {
  let queuedUs: number | undefined;
  let counts: MessageCounts | undefined;
  for (const row of uses.within(range)) {
    const rowUs = uses.queuedUsAt(row);
    if (rowUs !== undefined) queuedUs = Math.max(rowUs, queuedUs ?? 0);
    counts = {
      majorFaults: (counts?.majorFaults ?? 0) + uint32At(uses.majorFaults, row),
      voluntarySwitches: (counts?.voluntarySwitches ?? 0) + uint32At(uses.voluntarySwitches, row),
      involuntarySwitches: (counts?.involuntarySwitches ?? 0) + uint32At(uses.involuntarySwitches, row),
    };
  }
  return { ...(queuedUs === undefined ? {} : { queuedUs }), ...(counts === undefined ? {} : { counts }) };
}

/** One frame at 60 Hz; a shorter wait is not noticed. */
const NOTICED_US = 16_000;
/** Android's limit for input (ActivityManagerService.KEY_DISPATCHING_TIMEOUT). */
const INPUT_ANR_US = 5_000_000;
/** The system's requests (frameworks/base/core/java/android/app/ActivityThread.java, class H), the same in Android 8 to 17. */
const SYSTEM_HANDLER = 'android.app.ActivityThread$H';
const BROADCAST = 113;
const SERVICE: ReadonlySet<number> = new Set([114, 115, 116, 121, 122]);

type QueueText = Extract<keyof typeof lagTexts, `queued${string}`>;

type MessageLag = Pick<Lag, 'queuedUs' | 'target' | 'what'>;

/** The text for the time in the queue; undefined for a short one. Android reports an ANR by that time and the kind of message. */
export function queueText({ queuedUs, target, what = 0 }: MessageLag): QueueText | undefined {
  if (queuedUs === undefined || queuedUs < NOTICED_US) return undefined;
  if (queuedUs < INPUT_ANR_US) return 'queued';
  if (target !== SYSTEM_HANDLER) return 'queuedInput';
  if (what === BROADCAST) return 'queuedBroadcast';
  return SERVICE.has(what) ? 'queuedService' : 'queuedInput';
}

/** Android's limits from the request to its answer: in front, and in the background (ActivityManagerService, ActiveServices). */
const REQUEST_LIMITS = {
  anrBroadcast: { frontUs: 10_000_000, backgroundUs: 60_000_000 },
  anrService: { frontUs: 20_000_000, backgroundUs: 200_000_000 },
} as const;

interface PassedLimit {
  readonly text: keyof typeof REQUEST_LIMITS;
  /** In the queue and at work. */
  readonly tookUs: number;
  readonly limitUs: number;
}

/** A broadcast or a service that took longer than Android waits; undefined for others. The queue counts, as the request was sent before. */
export function passedLimit({ beginUs, endUs, queuedUs = 0, target, what = 0, process }: Lag): PassedLimit | undefined {
  if (target !== SYSTEM_HANDLER) return undefined;
  const text = what === BROADCAST ? 'anrBroadcast' : SERVICE.has(what) ? 'anrService' : undefined;
  if (text === undefined) return undefined;
  const tookUs = queuedUs + endUs - beginUs;
  const { frontUs, backgroundUs } = REQUEST_LIMITS[text];
  const limitUs = process?.isBackground === true ? backgroundUs : frontUs;
  return tookUs >= limitUs ? { text, tookUs, limitUs } : undefined;
}
