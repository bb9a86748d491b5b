import { namesItsWait } from '../../core/analysis/causes/rules.ts';
import { framesSentence } from '../../core/analysis/display-frames/frame-texts.ts';
import { anrTraceLine, anrTraceLines } from '../../core/analysis/exit-traces/anr-trace-text.ts';
import type { AnrTrace } from '../../core/analysis/exit-traces/anr-traces.ts';
import { busyDeviceSentence } from '../../core/analysis/lags/busy-device.ts';
import type { LagBand } from '../../core/analysis/lags/lag.ts';
import { kindTexts, lagTexts, stateTexts } from '../../core/analysis/lags/lag-texts.ts';
import { screenKey, screenName } from '../../core/analysis/lags/screens.ts';
import { handlerName } from '../../core/analysis/messages/message-costs.ts';
import { causeText } from '../../core/analysis/report/cause-text.ts';
import { formatDuration } from '../../core/analysis/report/format-duration.ts';
import { messageWords } from '../../core/analysis/report/message-words.ts';
import { limitSentence } from '../../core/analysis/report/session-limits.ts';
import { barrierSentence } from '../../core/analysis/report/sync-barriers.ts';
import { fillIn } from '../../core/fill-in.ts';
import { countedNoun } from '../../core/text/counted-noun.ts';
import { terminalLine } from '../../core/text/terminal-text.ts';
import { buildLogLine } from '../../core/text/workflow-command.ts';
import { aligned } from './aligned.ts';
import { comparisonRows } from './comparison.ts';
import { deadlockLines } from './deadlock-lines.ts';
import { frameLines } from './frame-lines.ts';
import { frameText, placeText } from './frame-text.ts';
import { messageLines } from './message-lines.ts';
import { phoneKinds, phoneLines } from './phone-lines.ts';
import { screenText } from './report-screen.ts';
import type { RunAbout } from './run-about.ts';
import type { ReportLag, SessionReport } from './session-report.ts';
import type { TreeRow } from './tree-rows.ts';

/** Singular and plural. */
const bandNames: Readonly<Record<LagBand, readonly [string, string]>> = {
  hitch: ['hitch', 'hitches'],
  hang: ['hang', 'hangs'],
  longHang: ['long hang', 'long hangs'],
  anr: ['ANR', 'ANRs'],
  load: ['load', 'loads'],
};
/** Deeper calls keep this indent. */
const MOST_INDENT = 30;

export function reportText(report: SessionReport): string {
  const lines = [
    ...headLines(report),
    '',
    countLine(report),
    ...lagTable(report),
    ...deadlockLines(report),
    ...frameLines(report),
    ...messageLines(report),
    ...comparisonLines(report),
    ...report.lags.flatMap((lag) =>
      lag.tree === undefined ? [] : ['', `${at(lag)}  ${duration(lag.lag)}  ${blame(lag)}`, ...treeLines(lag.tree)],
    ),
    ...report.trees.flatMap(({ thread, run, rows }) => {
      const suffix = report.runs.length > 1 ? `, run ${run + 1}` : '';
      return ['', `All that ${thread}${suffix} did besides waiting for messages`, ...treeLines(rows)];
    }),
  ];
  return lines.map((line) => buildLogLine(terminalLine(line))).join('\n');
}

function headLines({
  name,
  durationUs,
  samples,
  runs,
  file,
  marks,
  limits,
  lags,
  syncBarriers,
  busyScripts,
  anrTraces,
  screen,
}: SessionReport): readonly string[] {
  const several = runs.length > 1;
  const damage = [
    ...(file?.truncated === true
      ? ['The file has no end: its recording or copy was interrupted. All up to its last whole piece is here.']
      : []),
    ...(file !== undefined && file.badChunks > 0 ? [`Damaged pieces of the file were left out: ${file.badChunks}.`] : []),
  ];
  return [
    `Session   ${name}, ${seconds(durationUs)} s, ${countedNoun(samples, 'rows of samples')}`,
    ...[
      ...damage,
      ...limits.map(limitSentence),
      ...syncBarriers.map((each) => barrierSentence(each, (atUs) => `${seconds(atUs)} s`, formatDuration)),
      ...busyDeviceSentence(lags.map(({ lag }) => lag)),
    ].map((text) => `Warning   ${text}`),
    ...(screen === undefined ? [] : [`Screen    ${screenText(screen)}`]),
    ...runs.flatMap((run) => runLines(run, several)),
    ...busyScripts.map(({ text }) => `Note      ${text}`),
    ...anrTraces.flatMap(anrLines),
    ...marks.map((mark) => `Mark      ${seconds(mark.atUs)} s  ${mark.name}`),
  ];
}

function anrLines(anr: AnrTrace): readonly string[] {
  const line = anrTraceLine(anr, (atUs) => `${seconds(atUs)} s`, formatDuration);
  return [`ANR       ${line}`, ...anrTraceLines(anr).map((text) => (text === '' ? '' : `          ${text}`))];
}

function runLines(run: RunAbout, several: boolean): readonly string[] {
  // Of Apple's devices the runtime is the system, in reports also by an older name: “iPhone OS 17.4”, “Mac OS X 10.14”.
  const isNamed = run.runtime.startsWith(run.system) || (/^\p{L}+OS$/u.test(run.system) && /OS\b/.test(run.runtime));
  const system = isNamed ? '' : run.system;
  const where = [run.device, system, run.runtime, run.abi].filter((text) => text !== '').join(', ');
  const cost = run.overheadShare === undefined ? '' : `; own cost ${(run.overheadShare * 100).toFixed(1)} % of a core`;
  const when = several ? `, ${seconds(run.beginUs)} s to ${run.endUs < 0 ? 'the end' : `${seconds(run.endUs)} s`}` : '';
  const title = (several ? `Run ${run.index + 1}` : 'App').padEnd(10);
  return [
    `${title}${[run.app, run.appVersion].filter(Boolean).join(' ')}${run.pid === 0 ? '' : ` (pid ${run.pid})`}${when}${run.endedWhy === '' ? '' : ` — ${run.endedWhy}`}`,
    ...(where === '' ? [] : [`Device    ${where}`]),
    ...(run.intervalUs === 0 ? [] : [`Sampling  every ${run.intervalUs / 1_000} ms${cost}`]),
    ...run.warnings.map((text) => `Warning   ${text}`),
  ];
}

function countLine({ lags, thresholdUs, runs, hasMain, frames, screen, limits }: SessionReport): string {
  const limit = `${thresholdUs / 1_000} ms`;
  if (lags.length === 0 && runs.length === 0) return 'There is nothing in this session.';
  if (lags.length === 0 && screen !== undefined && screen.others > 0) return nowhere(limit, screen);
  if (lags.length === 0 && !hasMain && screen === undefined && frames === undefined) return 'No lags are listed.';
  const where = screen === undefined ? '' : ` on ${screen.name}`;
  // Lags that began among dropped rows are not listed.
  const dropped = limits.find(({ text }) => text === 'limitRows')?.atUs;
  const since = dropped === undefined ? '' : ` began after ${seconds(dropped)} s`;
  if (lags.length === 0) return `No lag over ${limit}${since}${where}${frames === undefined ? '' : ` in ${framesSentence(frames)}`}.`;
  const counts = Object.entries(bandNames)
    .map(([band, names]) => ({ count: lags.filter(({ lag }) => lag.band === band).length, names }))
    .filter(({ count }) => count > 0)
    .map(({ count, names: [one, several] }) => `${count} ${count === 1 ? one : several}`);
  const others = screen === undefined ? '' : `, on ${screen.name}; ${screen.others} on other screens`;
  return `${lags.length} lag${lags.length === 1 ? '' : 's'} over ${limit}: ${counts.join(', ')}${others}`;
}

/** Screens that an answer names. */
const NAMED_SCREENS = 20;

function nowhere(limit: string, { name, others, known }: NonNullable<SessionReport['screen']>): string {
  const names = known.slice(0, NAMED_SCREENS).map(screenName);
  const more = known.length > names.length ? `, and ${known.length - names.length} more` : '';
  const screens = names.length === 0 ? 'Their screens are unknown.' : `Screens with lags: ${names.join(', ')}${more}.`;
  return `No lag over ${limit} was on ${name}; elsewhere: ${others}. ${screens}`;
}

function lagTable({ lags, runs }: SessionReport): readonly string[] {
  if (lags.length === 0) return [];
  const threads = new Set(lags.map(({ thread }) => thread));
  // A tenth of a lag deserves a column.
  const hasGarbage = lags.some(({ lag }) => lag.gcUs * 10 >= lag.endUs - lag.beginUs);
  const hasReady = lags.some(({ lag }) => lag.readyUs * 10 >= lag.endUs - lag.beginUs);
  const hasUnknown = lags.some(({ lag }) => lag.unknownUs * 10 >= lag.endUs - lag.beginUs);
  const rows = lags.map((each) => [
    at(each),
    duration(each.lag),
    ...(threads.size > 1 || runs.length > 1 ? [runs.length > 1 ? `${each.thread} (run ${each.lag.run + 1})` : each.thread] : []),
    phoneKinds[each.lag.kind] ?? lagTexts[kindTexts[each.lag.kind]],
    percent(each.lag.busyUs, each),
    percent(each.lag.blockedUs, each),
    ...(hasGarbage ? [percent(each.lag.gcUs, each)] : []),
    ...(hasReady ? [percent(each.lag.readyUs, each)] : []),
    ...(hasUnknown ? [percent(each.lag.unknownUs, each)] : []),
    blame(each),
  ]);
  const ofThread = threads.size > 1 || runs.length > 1 ? ['thread'] : [];
  const head = [
    'at',
    'lasted',
    ...ofThread,
    'kind',
    stateTexts.busy,
    stateTexts.blocked,
    ...(hasGarbage ? [stateTexts.garbage] : []),
    ...(hasReady ? [stateTexts.ready] : []),
    ...(hasUnknown ? [stateTexts.unknown] : []),
    'to blame',
  ];
  const table = aligned([head, ...rows], new Set<string>(['at', 'lasted', ...Object.values(stateTexts)]));
  return ['', table[0] ?? '', ...lags.flatMap((each, index) => [table[index + 1] ?? '', ...detailLines(each)])];
}

function comparisonLines({ comparison }: SessionReport): readonly string[] {
  if (comparison === undefined) return [];
  const { sentence, rows } = comparisonRows(comparison);
  if (rows.length === 0) return ['', sentence];
  const head = ['change', 'count', 'per minute', 'worst', 'to blame'];
  return ['', sentence, '', ...aligned([head, ...rows], new Set(['count', 'per minute', 'worst']))];
}

function detailLines({ lag, cause, waitsOn, threads = [] }: ReportLag): readonly string[] {
  const called = lag.callback === undefined ? `what=${lag.what ?? 0}` : handlerName(lag.callback);
  const message = lag.target === undefined ? [] : [`${lag.target} ${called}`];
  const shown = screenKey(lag);
  const screen = shown === undefined ? [] : [fillIn(lagTexts.inFront, [shown])];
  const pauses = lag.gcUs * 100 >= lag.endUs - lag.beginUs ? [`${stateTexts.garbage} ${Math.round(lag.gcUs / 1_000)} ms`] : [];
  const owner = waitsOn === undefined || waitsOn.owner === '' ? '' : ` held by ${waitsOn.owner}`;
  const ownerFrame = waitsOn?.ownerFrame === undefined ? '' : `: ${frameText(waitsOn.ownerFrame)}`;
  const place = waitsOn?.function === undefined ? '' : ` in ${waitsOn.function}`;
  const object = waitsOn?.object || (place !== '' ? '' : waitsOn?.isLock === true ? 'a lock' : 'something');
  const waits =
    waitsOn === undefined || namesItsWait(cause) ? [] : [`waits${place}${object === '' ? '' : ` for ${object}`}${owner}${ownerFrame}`];
  const busy = threads.flatMap(({ name, share, tree }) => [`${name} ${Math.round(share * 100)} % of a core`, ...treeLines(tree ?? [], '')]);
  return [causeText(cause), ...message, ...screen, ...messageWords(lag), ...pauses, ...waits, ...phoneLines(lag), ...busy].map(
    (text) => `      ${text}`,
  );
}

function treeLines(rows: readonly TreeRow[], empty = '  (nothing that took 1 % of the time)'): readonly string[] {
  if (rows.length === 0) return empty === '' ? [] : [empty];
  return rows.map((row) => {
    const times = row.times > 1 ? ` (${row.times} times deep)` : '';
    const place = row.file === '' ? '' : ` (${placeText(row.file, row.line)})`;
    const share = `${(row.share * 100).toFixed(1)} %`.padStart(9);
    return `${share}${`${Math.round(row.totalUs / 1_000)} ms`.padStart(10)}  ${'  '.repeat(Math.min(row.depth, MOST_INDENT))}${row.label}${times}${place}`;
  });
}

function blame({ lag, culprit }: ReportLag): string {
  if (culprit !== undefined) return frameText(culprit);
  return `(${lag.kind === 'nativeWork' ? lagTexts.nativeCulprit : lagTexts.noCulprit})`;
}

function at({ lag }: ReportLag): string {
  return `${(lag.beginUs / 1e6).toFixed(3)} s`;
}

function duration(lag: ReportLag['lag']): string {
  const sign = lag.open || lag.cut === true ? '> ' : '';
  return `${sign}${Math.round((lag.endUs - lag.beginUs) / 1_000)} ms`;
}

function percent(us: number, { lag }: ReportLag): string {
  return `${Math.round((100 * us) / Math.max(1, lag.endUs - lag.beginUs))} %`;
}

function seconds(us: number): string {
  return (us / 1e6).toFixed(1);
}
