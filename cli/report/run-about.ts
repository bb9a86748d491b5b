import { endOf, processEndSentence } from '../../core/analysis/processes/process-end.ts';
import { systemWords } from '../../core/analysis/processes/system-words.ts';
import { dataQualityIssues, dataQualitySentence } from '../../core/analysis/report/data-quality.ts';
import { appleSystems, isAppleSystem } from '../../core/session/model/apple-systems.ts';
import type { Run, SystemRecord } from '../../core/session/model/run.ts';
import { systemRecordKind } from '../../core/session/model/system-records.ts';

export interface RunAbout {
  readonly index: number;
  readonly app: string;
  /** Of the app, for its users; empty when unknown. */
  readonly appVersion: string;
  readonly pid: number;
  readonly device: string;
  readonly deviceKind: string;
  /** `Android API 34`, or the virtual machine of a computer. */
  readonly system: string;
  readonly runtime: string;
  readonly abi: string;
  readonly beginUs: number;
  /** -1 if it outlived the session. */
  readonly endUs: number;
  readonly endedWhy: string;
  /** Android's own account; undefined if unknown. */
  readonly end: RunEnd | undefined;
  readonly intervalUs: number;
  /** The agent's share of one core; undefined when it reported none. */
  readonly overheadShare: number | undefined;
  /** Limits of the data's quality, as sentences. */
  readonly warnings: readonly string[];
}

interface RunEnd {
  /** `ApplicationExitInfo.REASON_…`, and the hidden `SUBREASON_…`. */
  readonly reason: number;
  readonly subreason: number;
  readonly status: number;
  readonly importance: number;
  readonly pssBytes: number;
  readonly rssBytes: number;
  readonly hasTrace: boolean;
  readonly text: string;
}

/** @param saidAnrs of its lags */
export function aboutRun(run: Run, saidAnrs: ReadonlySet<SystemRecord>): RunAbout {
  const { hello, process } = run;
  const end = endOf(run);
  return {
    index: run.index,
    app: process?.app || (hello?.process ?? ''),
    appVersion: process?.version ?? '',
    pid: process?.pid || (hello?.pid ?? 0),
    device: process?.device ?? '',
    deviceKind: process?.deviceKind ?? hello?.os ?? '',
    system: hello === undefined ? '' : systemOf(hello.os, hello.apiLevel),
    runtime: hello?.runtime ?? '',
    abi: hello?.abi ?? '',
    beginUs: run.beginUs,
    endUs: run.endUs,
    endedWhy: end === undefined ? run.endedWhy : processEndSentence(end),
    end: end && runEnd(end),
    intervalUs: run.settings?.intervalUs ?? hello?.intervalUs ?? 0,
    overheadShare: overheadShare(run),
    warnings: [...dataQualityIssues(run).map(dataQualitySentence), ...lagWarnings(run), ...gapWarnings(run), ...anrWarnings(run, saidAnrs)],
  };
}

function runEnd({ reason, subreason, status, importance, pssBytes, rssBytes, trace, text }: SystemRecord): RunEnd {
  return { reason, subreason, status, importance, pssBytes, rssBytes, hasTrace: trace === 1, text };
}

function systemOf(os: string, apiLevel: number): string {
  if (isAppleSystem(os)) return appleSystems[os];
  if (os === 'other') return '';
  if (apiLevel > 0) return `Android API ${apiLevel}`;
  return os === 'android' ? 'Android' : 'desktop Java';
}

function overheadShare(run: Run): number | undefined {
  const watchedUs = run.overhead.lastUs - run.beginUs;
  return run.overhead.reports > 0 && watchedUs > 0 ? run.overheadUs / watchedUs : undefined;
}

function* lagWarnings(run: Run): Generator<string> {
  const main = run.threads.find((thread) => thread.isMain);
  if (main === undefined)
    yield run.isImported
      ? 'No thread is known to be the main thread, so no lags are listed.'
      : 'The main thread was never seen, so there are no lags.';
  else if (main.messages.length === 0 && run.isApple)
    yield 'The run loop reported no turns, so only the launch, CPU and frames are judged.';
  // An import's own report says what its file has.
  else if (main.messages.length === 0 && !run.isImported) yield* noMessages(run);
}

/** Android agents report it when they cannot observe messages. */
function* noMessages(run: Run): Generator<string> {
  const isAndroid = (run.hello?.apiLevel ?? 0) > 0;
  if (!isAndroid) yield 'No messages of an Android looper: lags are found by samples of a looper alone; a program without one has none.';
  else if (run.capabilities.every(({ name, enabled }) => name !== 'messages' || enabled === 1))
    yield 'The looper reported no messages: lags were found from samples alone, as exact as the interval.';
}

function* gapWarnings(run: Run): Generator<string> {
  for (const gap of run.gaps) {
    const seconds = gap.endUs < 0 ? 'until the end' : `for ${((gap.endUs - gap.beginUs) / 1e6).toFixed(1)} s`;
    yield `No data from ${(gap.beginUs / 1e6).toFixed(1)} s on, ${seconds}${gap.why === '' ? '' : ` (${gap.why})`}.`;
  }
}

/** An ANR without a lag: a broadcast, or before the capture. */
function* anrWarnings({ systemRecords }: Run, saidAnrs: ReadonlySet<SystemRecord>): Generator<string> {
  for (const record of systemRecords) {
    if (record.kind !== systemRecordKind.anr || saidAnrs.has(record)) continue;
    const words = systemWords(record);
    yield `Android recorded an ANR at ${(record.atUs / 1e6).toFixed(1)} s${words === '' ? '' : `: ${words}`}.`;
  }
}
