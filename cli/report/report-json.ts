import type { FrameTotals } from '../../core/analysis/display-frames/frame-counter.ts';
import type { CountedFrames } from '../../core/analysis/display-frames/frame-ledger.ts';
import { anrTraceLines, anrTraceSentence } from '../../core/analysis/exit-traces/anr-trace-text.ts';
import type { HeapFacts, IosFacts, ProcessFacts } from '../../core/analysis/lags/lag.ts';
import { passedLimit } from '../../core/analysis/lags/message-facts.ts';
import type { HandlerCost } from '../../core/analysis/messages/message-costs.ts';
import { systemWords } from '../../core/analysis/processes/system-words.ts';
import { causeText } from '../../core/analysis/report/cause-text.ts';
import { limitSentence, type SessionLimit } from '../../core/analysis/report/session-limits.ts';
import { asciiJson } from '../../core/text/terminal-text.ts';
import { comparisonJson } from './comparison.ts';
import type { ReportFrame } from './report-frame.ts';
import type { ReportDeadlock, ReportOwner } from './report-owners.ts';
import { screenJson } from './report-screen.ts';
import type { ReportLag, ReportStutter, SessionReport } from './session-report.ts';
import type { TreeRow } from './tree-rows.ts';

/** Times are in milliseconds. */
export function reportJson(report: SessionReport): string {
  const { runs, marks, lags, trees, comparison } = report;
  return asciiJson(
    {
      session: report.name,
      createdMs: report.createdUs === undefined ? null : ms(report.createdUs),
      durationMs: ms(report.durationUs),
      samples: report.samples,
      damage: report.file === undefined ? null : { truncated: report.file.truncated, badChunks: report.file.badChunks },
      ignored: report.ignored,
      limits: report.limits.map(limitJson),
      runs: runs.map(({ beginUs, endUs, intervalUs, overheadShare, ...run }) => ({
        ...run,
        end: run.end ?? null,
        startMs: ms(beginUs),
        endMs: endUs < 0 ? null : ms(endUs),
        intervalMs: ms(intervalUs),
        overheadShare: overheadShare === undefined ? null : Number(overheadShare.toFixed(5)),
      })),
      marks: marks.map(({ atUs, name }) => ({ atMs: ms(atUs), name })),
      thresholdMs: ms(report.thresholdUs),
      ...(report.screen === undefined ? {} : { screen: screenJson(report.screen) }),
      lags: lags.map(lagJson),
      frames: framesJson(report.frames),
      stutters: report.stutters.map(stutterJson),
      deadlocks: report.deadlocks.map(deadlockJson),
      ...(report.messages === undefined ? {} : { messages: report.messages.map(handlerJson) }),
      syncBarriers: report.syncBarriers.map(({ run, beginUs, endUs, isOpen }) => ({
        run,
        startMs: ms(beginUs),
        durationMs: ms(endUs - beginUs),
        open: isOpen,
      })),
      busyScripts: report.busyScripts.map(({ script, thread, frame }) => ({
        thread,
        startMs: ms(script.beginUs),
        durationMs: ms(script.endUs - script.beginUs),
        counted: script.isCounted,
        frame: frame ?? null,
      })),
      anrTraces: report.anrTraces.map((anr) => ({
        run: anr.run?.index ?? null,
        atMs: ms(anr.trace.atUs),
        wallMs: Math.round(anr.trace.wallUs / 1_000),
        pid: anr.trace.pid,
        text: anrTraceSentence(anr),
        deadlock: anr.isDeadlock,
        stacks: anrTraceLines(anr),
        cut: anr.trace.isCut,
      })),
      ...(comparison === undefined ? {} : { baseline: comparisonJson(comparison) }),
      ...(trees.length > 0 ? { trees: trees.map(({ thread, run, rows }) => ({ thread, run, rows: rows.map(treeJson) })) } : {}),
    },
    2,
  );
}

/** `what` is a stable name: `rows`, `threads`, `unread`. */
function limitJson(limit: SessionLimit) {
  const { text, atUs, leftOut } = limit;
  const what = text.replace(/^limit(.)/, (_, first: string) => first.toLowerCase());
  return { what, atMs: atUs === undefined ? null : ms(atUs), leftOut, text: limitSentence(limit) };
}

function lagJson({ lag, cause, thread, culprit, waitsOn, owners, endedBy, tree, threads, recent }: ReportLag) {
  const passed = passedLimit(lag);
  return {
    id: lag.id,
    run: lag.run,
    thread,
    startMs: ms(lag.beginUs),
    durationMs: ms(lag.endUs - lag.beginUs),
    open: lag.open,
    cut: lag.cut === true,
    kind: lag.kind,
    band: lag.band,
    busyMs: ms(lag.busyUs),
    blockedMs: ms(lag.blockedUs),
    gcMs: ms(lag.gcUs),
    readyMs: ms(lag.readyUs),
    unknownMs: ms(lag.unknownUs),
    target: lag.target ?? null,
    callback: lag.callback ?? null,
    what: lag.what ?? null,
    screen: lag.screen ?? null,
    fragment: lag.fragment ?? null,
    queuedMs: lag.queuedUs === undefined ? null : ms(lag.queuedUs),
    majorFaults: lag.counts?.majorFaults ?? null,
    voluntarySwitches: lag.counts?.voluntarySwitches ?? null,
    involuntarySwitches: lag.counts?.involuntarySwitches ?? null,
    allocatedBytes: lag.allocated?.ownBytes ?? null,
    allocatedBytesAllThreads: lag.allocated?.allBytes ?? null,
    anr: cause.anr === undefined ? null : { atMs: ms(cause.anr.atUs), text: systemWords(cause.anr) },
    passedAnrLimitMs: passed === undefined ? null : ms(passed.limitUs),
    cause: { rule: cause.rule, text: causeText(cause), explainedMs: ms(cause.explainedUs) },
    culprit: frameJson(culprit),
    waitsOn:
      waitsOn === undefined
        ? null
        : {
            ...(waitsOn.function === undefined ? {} : { function: waitsOn.function }),
            object: waitsOn.object,
            owner: waitsOn.owner,
            ownerFrame: frameJson(waitsOn.ownerFrame),
          },
    deadlock: lag.waitsOn?.isDeadlock === true,
    owners: owners.map(ownerJson),
    endedBy: endedBy === undefined ? null : { ...endedBy, frame: frameJson(endedBy.frame) },
    ...(lag.phone === undefined ? {} : phoneJson(lag.phone)),
    ...(lag.process === undefined ? {} : processJson(lag.process)),
    ...(recent === undefined ? {} : { recentStack: recent }),
    ...(threads === undefined ? {} : { threads: threads.map(({ name, share }) => ({ name, share: Number(share.toFixed(4)) })) }),
    ...(tree === undefined ? {} : { tree: tree.map(treeJson) }),
  };
}

/** Holder of an awaited object. */
function ownerJson({ waiter, wait, owner, nice, quality, frame }: ReportOwner) {
  return {
    waiter,
    ...(wait.function === '' ? {} : { function: wait.function }),
    object: wait.objectClass,
    owner,
    nice: nice ?? null,
    ...(quality === undefined ? {} : { qualityOfService: quality }),
    ownerFrame: frameJson(frame),
    startMs: ms(wait.beginUs),
    durationMs: ms(wait.endUs - wait.beginUs),
    open: wait.isOpen,
  };
}

function deadlockJson({ deadlock: { run, beginUs, endUs, isOpen }, owners }: ReportDeadlock) {
  return { run, startMs: ms(beginUs), durationMs: ms(endUs - beginUs), open: isOpen, owners: owners.map(ownerJson) };
}

/** Null if the agent reported none. */
function framesJson(totals: FrameTotals | undefined) {
  if (totals === undefined) return null;
  return { ...countedJson(totals), screens: totals.screens.map(({ screen, ...counted }) => ({ screen, ...countedJson(counted) })) };
}

function countedJson({ frames, late, dropped, fps, jankShare, levels, slices }: CountedFrames) {
  return {
    total: frames,
    late,
    dropped,
    fps: fps === undefined ? null : rate(fps),
    jankShare: Number(jankShare.toFixed(5)),
    levels,
    slices: slices.map((slice) => ({ startMs: ms(slice.beginUs), frames: slice.frames, dropped: slice.dropped, fps: rate(slice.fps) })),
  };
}

function handlerJson({ name, what, count, totalUs, longest, longestUs, cpuUs, measured, queuedUs }: HandlerCost) {
  return {
    handler: name,
    what: what ?? null,
    count,
    totalMs: ms(totalUs),
    longestMs: ms(longestUs),
    longestStartMs: ms(longest.beginUs),
    cpuMs: ms(cpuUs),
    measured,
    queuedMs: queuedUs === undefined ? null : ms(queuedUs),
  };
}

function stutterJson({ stutter: { run, beginUs, endUs, late, dropped, latestUs, level }, culprit }: ReportStutter) {
  const times = { startMs: ms(beginUs), durationMs: ms(endUs - beginUs) };
  return { run, ...times, lateFrames: late, dropped, latestFrameMs: ms(latestUs), level, culprit: frameJson(culprit) };
}

function rate(fps: number): number {
  return Number(fps.toFixed(2));
}

function phoneJson({ dump, mode, isKilled, ...facts }: IosFacts) {
  return { matrix: dump ?? null, mode: mode === '' ? null : mode, killed: isKilled, ...processJson(facts) };
}

function processJson({ isBackground, cpuCores, droppedFrames, latestUs, ...counted }: ProcessFacts) {
  return {
    background: isBackground,
    cpuCores: cpuCores === undefined ? null : Number(cpuCores.toFixed(3)),
    footprintBytes: counted.footprintBytes ?? null,
    threadCount: counted.threads ?? null,
    thermal: counted.thermal ?? null,
    heap: heapJson(counted.heap),
    droppedFrames,
    latestFrameMs: ms(latestUs),
  };
}

function heapJson(heap: HeapFacts | undefined) {
  if (heap === undefined) return null;
  const { blocks, bytes, growth } = heap;
  return {
    blocks: blocks ?? null,
    bytes,
    blocksPerSecond: growth?.blocksPerSecond === undefined ? null : Math.round(growth.blocksPerSecond),
    bytesPerSecond: growth === undefined ? null : Math.round(growth.bytesPerSecond),
  };
}

function frameJson(frame: ReportFrame | undefined) {
  if (frame === undefined) return null;
  return { class: frame.class, method: frame.method, label: frame.label, file: frame.file, line: frame.line };
}

function treeJson({ depth, label, file, line, totalUs, selfUs, busyUs, times }: TreeRow) {
  return { depth, label, file, line, totalMs: ms(totalUs), selfMs: ms(selfUs), busyMs: ms(busyUs), times };
}

/** Milliseconds with three decimals. */
function ms(us: number): number {
  return Math.round(us) / 1_000;
}
