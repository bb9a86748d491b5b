import { framesIn, type LeveledSums } from '../../../core/analysis/display-frames/frame-tally.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import type { WaitArrow } from '../../../core/analysis/locks/wait-arrows.ts';
import { isServiceThread } from '../../../core/analysis/threads/service-thread.ts';
import { isShownThread, threadCpuUs, threadStates, threadsByCpu } from '../../../core/analysis/threads/thread-tracks.ts';
import { numberAt } from '../../../core/columns/at.ts';
import type { FrameColumns } from '../../../core/session/columns/run-columns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Run } from '../../../core/session/model/run.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import type { ActivityShares } from '../../timeline/activity.ts';
import type { TrackArrow, TrackRow } from '../../timeline/tracks/track-rows.ts';
import type { TracksData } from '../../timeline/tracks/tracks-painter.ts';
import { formatCount, formatDuration, simpleName } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';
import type { Viewport } from '../../ui/viewport.ts';
import { counterRows, queueRow } from './counter-rows.ts';
import { screenRow } from './screen-row.ts';
import { ThreadLabels } from './thread-labels.ts';

/** CPU time that explains no lag. */
const LITTLE_CPU_US = 50_000;
/** Row id of the main threads. */
const MAIN = 'main';
/** Busiest threads beside main, above facts of the process. */
const BUSIEST = 3;

/** Rows are rebuilt only when their set or order changes. */
export class TracksSource {
  #key = '';
  #rows: readonly TrackRow[] = [];

  /**
   * @param thread the flame graph's
   * @param arrows threads that a selected lag's waits lead to come first
   */
  data(
    model: SessionModel,
    bounds: Viewport,
    view: Viewport,
    second: Viewport | undefined,
    thread: Thread | undefined,
    lags: readonly Lag[],
    arrows: readonly WaitArrow[] = [],
  ): TracksData {
    const runs = model.runs.filter((run) => touches(run, view));
    const busiest = threadsByCpu(model, runs);
    // Almost idle ones of the virtual machine would be between the app's.
    const rank = (each: Thread): number => (isMet(arrows, each) ? 0 : isIdleService(model, each) ? 2 : 1);
    const threads = [0, 1, 2].flatMap((place) => busiest.filter((each) => rank(each) === place));
    const first = threads.filter((each) => isMet(arrows, each)).length + BUSIEST;
    const labels = new ThreadLabels(model, threads);
    // Without CPU counters, the threads' CPU is summed each second.
    const runKeys = runs.map(
      (run) =>
        `${run.index} ${run.counters.length || Math.floor(run.nowUs / 1e6)} ${Math.sign(run.frames.length)} ${mainOf(run)?.messages.length ? 1 : 0} ${mainOf(run)?.messageUses.length ? 1 : 0} ${run.screens.length + run.fragments.length}`,
    );
    const key = [...runKeys, first, ...threads.map((each) => `${each.index} ${labels.of(each)}`)].join('\n');
    if (key !== this.#key) {
      this.#key = key;
      this.#rows = [
        ...mainRow(model, runs),
        ...threadRows(model, threads.slice(0, first), labels),
        ...factRows(model, runs),
        ...screenRow(model, runs),
        ...queueRow(runs),
        ...counterRows(runs),
        ...threadRows(model, threads.slice(first), labels),
      ];
    }
    const selected = thread === undefined || thread.isMain ? MAIN : idOf(thread);
    return { rows: this.#rows, bounds, view, second, selected, lags, arrows: trackArrows(model, arrows) };
  }
}

/** Text of the count without the agent's own threads: those that live, or all of a recording. */
export function threadsText(model: SessionModel, isLive: boolean): string {
  let count = 0;
  for (const thread of model.threads) if (isShownThread(thread) && !(isLive && thread.endUs >= 0)) count++;
  return isLive ? t('{0} now', formatCount(count)) : formatCount(count);
}

function isMet(arrows: readonly WaitArrow[], { index }: Thread): boolean {
  return arrows.some(({ from, to }) => from === index || to === index);
}

function trackArrows(model: SessionModel, arrows: readonly WaitArrow[]): readonly TrackArrow[] {
  const rowOf = (index: number): string => {
    const thread = model.threads[index];
    return thread === undefined || thread.isMain ? MAIN : idOf(thread);
  };
  return arrows.map((wait) => ({ wait, fromRow: rowOf(wait.from), toRow: rowOf(wait.to), about: arrowText(model, wait) }));
}

/** `main waits for bg-db` */
function arrowText({ threads }: SessionModel, { kind, from, to, isCertain }: WaitArrow): string {
  const name = (index: number): string => threads[index]?.name || '?';
  const names = [name(from), name(to)];
  if (kind === 'held') return t('{0} waits for {1}', ...names);
  return isCertain ? t('{0} ended the wait of {1}', ...names) : t('{0} likely ended the wait of {1}', ...names);
}

function touches(run: Run, view: Viewport): boolean {
  return run.beginUs <= view.toX && (run.endUs < 0 || run.endUs >= view.fromX);
}

function mainOf(run: Run): Thread | undefined {
  return run.threads.find((thread) => thread.isMain);
}

function idOf(thread: Thread): string {
  return `thread ${thread.index}`;
}

function isIdleService(model: SessionModel, thread: Thread): boolean {
  return threadCpuUs(thread) < LITTLE_CPU_US && isServiceThread(model, thread);
}

function threadRows(model: SessionModel, threads: readonly Thread[], labels: ThreadLabels): readonly TrackRow[] {
  return threads.map((thread) => ({
    kind: 'thread',
    id: idOf(thread),
    label: labels.of(thread),
    thread: thread.index,
    parts: () => [threadStates(model, thread)],
  }));
}

/** The main threads of all runs in one row. */
function mainRow(model: SessionModel, runs: readonly Run[]): readonly TrackRow[] {
  const mains = runs.map(mainOf).filter((thread) => thread !== undefined);
  const parts = (): readonly ActivityShares[] => mains.map((main) => threadStates(model, main));
  return mains.length === 0 ? [] : [{ kind: 'thread', id: MAIN, label: t('main'), thread: undefined, parts }];
}

/** Messages and frames, if reported. */
function factRows(model: SessionModel, runs: readonly Run[]): readonly TrackRow[] {
  const rows: TrackRow[] = [];
  const mains = runs.map(mainOf).filter((thread) => thread !== undefined && thread.messages.length > 0);
  if (mains.length > 0) {
    rows.push({
      kind: 'messages',
      id: 'messages',
      label: runs.some((run) => run.isApple) ? t('Run loop') : t('Messages'),
      parts: mains.map((main) => main?.messages).filter((messages) => messages !== undefined),
      name: (part, row) => messageName(model, mains[part], row),
      facts: (part, row) => messageFacts(model, mains[part], row),
    });
  }
  const frames = runs.map((run) => run.frames).filter(({ length }) => length > 0);
  if (frames.length > 0) rows.push({ kind: 'frames', id: 'frames', label: t('Late frames'), parts: frames, sums: latestSums(frames) });
  return rows;
}

/** Keeps the latest range, which all that is drawn shares. */
function latestSums(frames: readonly FrameColumns[]): (beginUs: number, endUs: number) => LeveledSums | undefined {
  let key = '';
  let sums: LeveledSums | undefined;
  return (beginUs, endUs) => {
    const rows = frames.map(({ length, droppedRows }) => `${length} ${droppedRows}`);
    const next = [beginUs, endUs, ...rows].join(' ');
    if (next !== key) sums = framesIn(frames, beginUs, endUs);
    key = next;
    return sums;
  };
}

/** With the CPU time that main counted itself, if it did. */
function messageFacts(model: SessionModel, main: Thread | undefined, row: number): string {
  if (main === undefined) return '';
  const range = { beginUs: numberAt(main.messages.beginUs, row), endUs: numberAt(main.messages.endUs, row) };
  const [use] = main.messageUses.within(range);
  const cpu = use === undefined ? [] : [t('CPU {0}', formatDuration(numberAt(main.messageUses.cpuUs, use)))];
  return [messageName(model, main, row), formatDuration(range.endUs - range.beginUs), ...cpu].join(' · ');
}

/** Its callback, else its target. */
function messageName(model: SessionModel, main: Thread | undefined, row: number): string {
  const name = (at: number | undefined): string => simpleName(model.strings[at ?? 0] ?? '');
  return name(main?.messages.callback[row]) || name(main?.messages.target[row]) || t('Message');
}
