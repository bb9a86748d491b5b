import type { Cause } from '../../core/analysis/causes/facts/cause.ts';
import { causeOf } from '../../core/analysis/causes/rules.ts';
import { stutterCulprit } from '../../core/analysis/causes/stutter-work.ts';
import type { FrameTotals } from '../../core/analysis/display-frames/frame-counter.ts';
import type { Stutter } from '../../core/analysis/display-frames/stutters.ts';
import { type AnrTrace, anrTraces } from '../../core/analysis/exit-traces/anr-traces.ts';
import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import { type FrameRef, frameOf } from '../../core/analysis/frames/frame.ts';
import type { AppLimits } from '../../core/analysis/lags/app-limits.ts';
import { type BusyScript, busyScriptSentence, busyScripts } from '../../core/analysis/lags/busy-scripts.ts';
import { busyThreads } from '../../core/analysis/lags/busy-threads.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { screenTimes } from '../../core/analysis/lags/screen-times.ts';
import { isOnScreenNamed } from '../../core/analysis/lags/screens.ts';
import { sessionFrames } from '../../core/analysis/lags/session-frames.ts';
import { ownerFrameNode } from '../../core/analysis/lags/wait-owner.ts';
import { chainInRange } from '../../core/analysis/locks/chain-in-range.ts';
import { sessionDeadlocks } from '../../core/analysis/locks/deadlocks.ts';
import { type HandlerCost, messageCosts } from '../../core/analysis/messages/message-costs.ts';
import { formatDuration } from '../../core/analysis/report/format-duration.ts';
import { type SessionLimit, sessionLimits } from '../../core/analysis/report/session-limits.ts';
import { type KeptBarrier, syncBarriers } from '../../core/analysis/report/sync-barriers.ts';
import { ALL_TIME, overlapsAny } from '../../core/columns/time-range.ts';
import type { SessionReport as FileReport } from '../../core/session/file/reader.ts';
import { atOnce } from '../../core/session/file/turns.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { comparison, type ReportComparison } from './comparison.ts';
import { frameText } from './frame-text.ts';
import { type RecentFrame, recentFrames } from './recent-frames.ts';
import { type ReportFrame, reportFrame } from './report-frame.ts';
import { type ReportDeadlock, type ReportOwner, type ReportWaitEnd, reportOwners, reportWaitEnd } from './report-owners.ts';
import { type ReportScreen, reportScreen } from './report-screen.ts';
import { aboutRun, type RunAbout } from './run-about.ts';
import { type TreeRow, treeRows, treeRowsInSteps } from './tree-rows.ts';

export interface ReportOptions {
  /** The file's name. */
  readonly name: string;
  readonly thresholdUs: number;
  /** Limits of whole apps; the defaults if left out. */
  readonly limits?: AppLimits | undefined;
  isAppClass(dottedClass: string): boolean;
  /** Adds the flame graphs of each lag and of the main thread. */
  readonly tree: boolean;
  /** Also sums main's messages by handler. */
  readonly messages?: boolean | undefined;
  /** The file's damage; undefined for a model without a file. */
  readonly file?: Readonly<FileReport> | undefined;
  readonly baseline?: Baseline | undefined;
  /** Tells only of this screen (`isOnScreenNamed`), as far as that is possible. */
  readonly screen?: string | undefined;
}

/** The first ones; each takes a tree. */
const BLAMED_STUTTERS = 200;

interface ReportWait {
  /** The blocking function; left out for a wait in Java. */
  readonly function?: string;
  /** Dotted class of the object, '' unknown. */
  readonly object: string;
  readonly isLock: boolean;
  /** The thread that held it, '' nobody or unknown. */
  readonly owner: string;
  /** The owner's app frame, or its top frame. */
  readonly ownerFrame: ReportFrame | undefined;
}

interface ReportThread {
  readonly name: string;
  /** Share of one core. */
  readonly share: number;
  readonly tree: readonly TreeRow[] | undefined;
}

export interface ReportLag {
  readonly lag: Lag;
  readonly cause: Cause;
  readonly thread: string;
  readonly culprit: ReportFrame | undefined;
  readonly waitsOn: ReportWait | undefined;
  /** The chain of owners, from the awaited object's own. */
  readonly owners: readonly ReportOwner[];
  /** The thread that ended the longest wait, undefined if unknown. */
  readonly endedBy: ReportWaitEnd | undefined;
  readonly tree: readonly TreeRow[] | undefined;
  /** The longest stack in the last second of a lag on iOS, with trees only. */
  readonly recent: readonly RecentFrame[] | undefined;
  /** The threads that used CPU in a lag of the whole app, the busiest first. */
  readonly threads: readonly ReportThread[] | undefined;
}

export interface ReportStutter {
  readonly stutter: Stutter;
  readonly culprit: ReportFrame | undefined;
}

export interface SessionReport {
  readonly name: string;
  readonly thresholdUs: number;
  readonly durationUs: number;
  readonly samples: number;
  /** Lags are main's. */
  readonly hasMain: boolean;
  readonly createdUs: number | undefined;
  readonly file: Readonly<FileReport> | undefined;
  /** Omissions. */
  readonly limits: readonly SessionLimit[];
  /** Unusable messages. */
  readonly ignored: number;
  readonly runs: readonly RunAbout[];
  readonly marks: readonly { readonly atUs: number; readonly name: string }[];
  readonly lags: readonly ReportLag[];
  /** The wanted screen; undefined unless one is wanted. */
  readonly screen: ReportScreen | undefined;
  /** Undefined if the agent reported no frames. */
  readonly frames: FrameTotals | undefined;
  /** Times with many dropped frames that no lag explains. */
  readonly stutters: readonly ReportStutter[];
  /** Threads that waited for each other, main among them or not. */
  readonly deadlocks: readonly ReportDeadlock[];
  /** Main's messages by handler; undefined unless asked for. */
  readonly messages: readonly HandlerCost[] | undefined;
  /** That stayed in main's queue. */
  readonly syncBarriers: readonly KeptBarrier[];
  /** Longest work of JavaScript's threads beside main; none for a wanted screen. */
  readonly busyScripts: readonly ReportScript[];
  /** Android’s traces of ANRs that ended processes. */
  readonly anrTraces: readonly AnrTrace[];
  readonly comparison: ReportComparison | undefined;
  readonly trees: readonly ThreadTree[];
}

export interface ReportScript {
  readonly script: BusyScript;
  readonly thread: string;
  readonly frame: ReportFrame | undefined;
  readonly text: string;
}

interface ThreadTree {
  readonly thread: string;
  readonly run: number;
  readonly rows: readonly TreeRow[];
}

/** Deterministic, so that two reports can be compared. */
export function sessionReport(model: SessionModel, options: ReportOptions): SessionReport {
  return atOnce(reportInSteps(model, options));
}

/** `sessionReport` in steps of some milliseconds. The model must not change in between. */
export function* reportInSteps(model: SessionModel, options: ReportOptions): Generator<void, SessionReport> {
  const judge = new LagDetector(model, options);
  yield* judge.updateInSteps();
  const lags: ReportLag[] = [];
  const app = new AppMethods(model, (name) => options.isAppClass(name));
  const { screen } = options;
  const times = screen === undefined ? undefined : yield* screenTimes(model, screen);
  const isListed = (each: Pick<Lag, 'screen' | 'fragment'>): boolean => screen === undefined || isOnScreenNamed(each, screen);
  const listed = judge.lags.filter(isListed);
  for (const lag of listed) {
    lags.push(reportLag(model, lag, options, app));
    yield;
  }
  const frames = yield* sessionFrames(model, judge.lags, times);
  const listedStutters = frames.stutters.filter(isListed);
  const stutters: ReportStutter[] = [];
  for (const stutter of listedStutters) {
    const culprit = stutters.length < BLAMED_STUTTERS ? stutterCulprit(model, stutter, app) : undefined;
    stutters.push({ stutter, culprit: culprit && reportFrame(model, culprit) });
    yield;
  }
  const trees: ThreadTree[] = [];
  for (const thread of options.tree ? model.threads.filter((each) => each.isMain) : []) {
    const rows = yield* treeRowsInSteps(model, thread, 0, Number.POSITIVE_INFINITY);
    trees.push({ thread: thread.name, run: thread.run, rows });
  }
  const deadlocks = yield* sessionDeadlocks(model);
  const listedDeadlocks = deadlocks.filter(({ beginUs, endUs }) => times === undefined || overlapsAny(times, beginUs, endUs));
  const messages = options.messages === true ? yield* messageCosts(model, times ?? ALL_TIME) : undefined;
  const runs: RunAbout[] = [];
  const saidAnrs = new Set(lags.flatMap(({ cause }) => cause.anr ?? []));
  for (const run of model.runs) {
    runs.push(aboutRun(run, saidAnrs));
    yield;
  }
  const limits = sessionLimits(model, { lags: judge.leftOut, unreadBeyond: options.file?.unreadBeyond }, secondsText);
  const barriers = syncBarriers(model);
  const lists = {
    lags: { all: judge.lags, listed },
    stutters: { all: frames.stutters, listed: listedStutters },
    deadlocks: { all: deadlocks, listed: listedDeadlocks },
  };
  const whole = {
    runs: runs.length,
    limits: limits.length,
    marks: model.marks.length,
    syncBarriers: barriers.length,
    anrTraces: model.exitTraces.length,
    trees: trees.length,
  };
  return {
    name: options.name,
    thresholdUs: options.thresholdUs,
    durationUs: model.nowUs,
    samples: model.threads.reduce((sum, thread) => sum + thread.samples.length, 0),
    hasMain: model.threads.some(({ isMain }) => isMain),
    createdUs: model.session?.createdUs,
    file: options.file,
    limits,
    ignored: model.ignored,
    runs,
    marks: model.marks.map(({ atUs, name }) => ({ atUs, name })),
    lags,
    screen: reportScreen(screen, lists, whole),
    frames: frames.totals,
    stutters,
    deadlocks: listedDeadlocks.map((deadlock) => ({ deadlock, owners: reportOwners(model, deadlock.ring, app) })),
    messages,
    syncBarriers: barriers,
    busyScripts: screen === undefined ? busyScripts(model, options.thresholdUs, app).map((script) => reportScript(model, script)) : [],
    anrTraces: anrTraces(model),
    comparison: options.baseline && comparison(model, listed, options.thresholdUs, options.baseline),
    trees,
  };
}

function reportScript(model: SessionModel, script: BusyScript): ReportScript {
  const place = (frame: FrameRef): string => frameText(reportFrame(model, frame));
  return {
    script,
    thread: model.threads[script.thread]?.name ?? '',
    frame: script.frame && reportFrame(model, script.frame),
    text: busyScriptSentence(model, script, { moment: secondsText, length: formatDuration, place }),
  };
}

function secondsText(atUs: number): string {
  return `${(atUs / 1e6).toFixed(1)} s`;
}

function reportLag(model: SessionModel, lag: Lag, options: ReportOptions, app: AppMethods): ReportLag {
  const thread = model.threads[lag.thread];
  return {
    lag,
    cause: causeOf(model, lag, app),
    thread: thread?.name ?? '',
    culprit: lag.culprit && reportFrame(model, lag.culprit),
    waitsOn: reportWait(model, lag, app),
    owners: reportOwners(model, (thread && chainInRange(model, thread, lag)?.links) ?? [], app),
    endedBy: thread && reportWaitEnd(model, thread, lag, app),
    recent: options.tree && lag.phone !== undefined && lag.band !== 'load' ? recentFrames(model, lag) : undefined,
    threads: lag.band === 'load' ? reportThreads(model, lag, options.tree) : undefined,
    tree: options.tree && thread !== undefined && lag.band !== 'load' ? treeRows(model, thread, lag.beginUs, lag.endUs) : undefined,
  };
}

function reportThreads(model: SessionModel, { run, beginUs, endUs }: Lag, tree: boolean): readonly ReportThread[] {
  const known = model.runs[run];
  if (known === undefined) return [];
  return busyThreads(model, known, beginUs, endUs).map(({ thread, share }) => ({
    name: thread.name,
    share,
    tree: tree ? treeRows(model, thread, beginUs, endUs) : undefined,
  }));
}

function reportWait(model: SessionModel, lag: Lag, app: AppMethods): ReportWait | undefined {
  if (lag.waitsOn === undefined) return undefined;
  const { objectClass, ownerThread, isLock = false, function: waiter } = lag.waitsOn;
  const node = ownerFrameNode(model, lag.waitsOn, app);
  return {
    ...(waiter === undefined ? {} : { function: waiter }),
    object: objectClass,
    isLock,
    owner: model.threads[ownerThread]?.name ?? '',
    ownerFrame: node === 0 ? undefined : reportFrame(model, frameOf(model, node)),
  };
}
