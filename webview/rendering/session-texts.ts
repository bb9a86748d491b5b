import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import { frameOf } from '../../core/analysis/frames/frame.ts';
import type { LagGroup } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { ownerFrameNode } from '../../core/analysis/lags/wait-owner.ts';
import { androidVersion } from '../../core/analysis/report/android-version.ts';
import { anyReadyTimes } from '../../core/analysis/threads/ready-time.ts';
import { isServiceThread } from '../../core/analysis/threads/service-thread.ts';
import { isShownThread, threadsByCpu } from '../../core/analysis/threads/thread-tracks.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import type { WeightName } from '../../core/trees/weights.ts';
import type { PageSession } from '../content/page-session.ts';
import { ThreadLabels } from '../content/timeline/thread-labels.ts';
import { isFollowing, type ViewRange, type ViewState } from '../state/view-state.ts';
import { formatDuration, formatMoment } from '../ui/format.ts';
import { frameSumsText } from '../ui/sentences/frame-sums-text.ts';
import { t } from '../ui/translated.ts';
import type { Viewport } from '../ui/viewport.ts';
import { rangeOf } from './render-frame.ts';

export interface ThreadChoice {
  /** Row of `model.threads`. */
  readonly index: number;
  readonly label: string;
  /** A thread of the virtual machine. */
  readonly isService: boolean;
}

/** The owner's name, and its stack node to open. */
export interface WaitOwner {
  readonly thread: string;
  readonly frame: string;
  readonly node: number;
}

/** A longer list is useless. */
const MOST_THREADS = 300;

interface WhereTexts {
  /** Device, its system, runs. */
  readonly where: string;
  /** The same with the runtime, for a tooltip. */
  readonly whereDetails: string;
}

export function whereTexts({ model }: Pick<PageSession, 'model'>): WhereTexts {
  const run = model.runs.at(-1);
  const hello = run?.hello;
  const isAndroid = hello?.os === 'android';
  const system = isAndroid ? androidVersion(hello.apiLevel) : run?.isApple === true ? (hello?.runtime ?? '') : '';
  const runs = model.runs.length > 1 ? t('{0} runs of the app', model.runs.length) : '';
  // Imports know none.
  const pid = hello !== undefined && hello.pid > 0 ? `pid ${hello.pid}` : '';
  const known = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
  const device = [run?.process?.device ?? '', system].filter((part) => part !== '').join(', ');
  const where = known([device, runs, pid]);
  const api = isAndroid ? `API ${hello.apiLevel}` : '';
  return { where, whereDetails: known([where, api, run?.isApple === true ? '' : (hello?.runtime ?? ''), hello?.abi ?? '']) };
}

/** The chosen thread, else the selected lag's, else main of the latest run. */
export function flameThread(session: PageSession, chosen: number | undefined, lag: Lag | undefined): Thread | undefined {
  const { threads } = session.model;
  return (chosen === undefined ? undefined : threads[chosen]) ?? (lag && threads[lag.thread]) ?? session.mainThread ?? threads[0];
}

/** Sampled threads without the agent's own: main threads, the app's, the virtual machine's. */
export function threadChoices(model: SessionModel, shown: Thread | undefined): readonly ThreadChoice[] {
  const threads = listedThreads(model, shown);
  const labels = new ThreadLabels(model, threads);
  return threads
    .map((thread) => ({ thread, index: thread.index, label: labels.of(thread), isService: isServiceThread(model, thread) }))
    .sort(
      (a, b) =>
        Number(b.thread.isMain) - Number(a.thread.isMain) ||
        Number(a.isService) - Number(b.isService) ||
        b.thread.run - a.thread.run ||
        a.thread.name.localeCompare(b.thread.name) ||
        a.index - b.index,
    );
}

/** All threads; of very many, those with most CPU time and the shown one. */
function listedThreads(model: SessionModel, shown: Thread | undefined): Thread[] {
  const threads = model.threads.filter((thread) => thread === shown || isShownThread(thread));
  if (threads.length <= MOST_THREADS) return threads;
  const mains = threads.filter((thread) => thread.isMain);
  const listed = [...mains, ...threadsByCpu(model, model.runs)].slice(0, MOST_THREADS);
  return shown === undefined || listed.includes(shown) ? listed : [...listed, shown];
}

/** The owner of the lock and its innermost app frame, else its innermost frame. */
export function waitOwner(session: PageSession, lag: Lag): WaitOwner | undefined {
  const owner = lag.waitsOn;
  if (owner === undefined || owner.ownerThread < 0 || owner.ownerNode === 0) return undefined;
  const { model } = session;
  const app = new AppMethods(model, (name) => session.isAppClass(name));
  const node = ownerFrameNode(model, owner, app);
  return { thread: model.threads[owner.ownerThread]?.name ?? '?', frame: frameOf(model, node).label, node };
}

/** The lags in view; over time the one that represents them. */
export function groupText({ lags, totalUs, latest }: LagGroup, example?: Lag): string {
  if (lags.length === 1) return spanText(rangeOf(latest));
  if (example !== undefined) return t('Latest of {0} lags in the group: {1}', lags.length, spanText(rangeOf(example)));
  return t('{0} lags in the group, total {1}', lags.length, formatDuration(totalUs));
}

/** The time range in view. */
export function rangeText(state: ViewState, range: ViewRange, bounds: Viewport, live: boolean): string {
  if (isFollowing(state, live)) return t('Last {0} s', Math.round((bounds.toX - Math.max(bounds.fromX, range.fromUs)) / 1e6));
  if (range.fromUs <= bounds.fromX && range.toUs >= bounds.toX) return t('Whole session');
  return spanText(range);
}

/** Begin, end and length. */
export function spanText({ fromUs, toUs }: ViewRange): string {
  return `${formatMoment(fromUs, 2)} – ${formatMoment(toUs, 2)} (${formatDuration(toUs - fromUs)})`;
}

type ShownFacts = Pick<PageSession, 'model' | 'thresholdUs' | 'frames' | 'stutters'>;

/** Text for an empty view. Of a recording nothing is said before its end is read. */
export function emptyText(place: 'lags' | 'flame', session: ShownFacts, live: boolean, isComplete: boolean): string {
  if (!isComplete && !live) return t('The session is still loading.');
  const hasSamples = session.model.threads.some((thread) => thread.samples.length > 0);
  if (place === 'lags' && (hasSamples || live)) return noLagsText(session, live);
  if (!hasSamples)
    return live ? t('Connecting to the app…') : t('This session has no samples. Capture again, and use the app while recording.');
  return t('No samples in this range. Press Esc to show the whole session, or try another thread.');
}

/** Shorter waits than a lag are seen in the frames. */
function noLagsText(session: ShownFacts, live: boolean): string {
  const limit = formatDuration(session.thresholdUs);
  const { drops, keptBeginUs } = session.model;
  // Lags that began among dropped rows are not listed.
  const nothing =
    drops > 0
      ? t('No lag longer than {0} began after {1}. Earlier ones are not kept.', limit, formatMoment(keptBeginUs))
      : live
        ? t('No lags yet. Use the app: anything that keeps the main thread for more than {0} shows up here.', limit)
        : t('No lag longer than {0} in this session. Lower the threshold to see shorter ones.', limit);
  const { frames } = session;
  if (frames === undefined) return nothing;
  const stutters = live ? 0 : session.stutters.length;
  const said =
    stutters === 0
      ? []
      : [
          stutters === 1
            ? t('1 stutter: many frames dropped in a second, without a lag.')
            : t('{0} stutters: many frames dropped in a second, without a lag.', stutters),
        ];
  return [nothing, `${frameSumsText(frames)}.`, ...said].join(' ');
}

/** For aggregated views, by weight. */
export function unmeasuredText(weight: WeightName, session: PageSession, live: boolean, isComplete: boolean): string {
  const { model } = session;
  if (weight === 'ready' && model.runs.length > 0 && !anyReadyTimes(model))
    return t('No thread was reported to lack a core in this session.');
  if (weight !== 'allocated' || model.hasAllocations || model.runs.length === 0) return emptyText('flame', session, live, isComplete);
  return model.runs.every((run) => run.isApple)
    ? t('Allocations are not available for iOS apps.')
    : t('No allocations in this session: turn on laglens.allocations and capture again.');
}
