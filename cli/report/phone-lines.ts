import { TRACKING_MODE } from '../../core/analysis/lags/detect/late-frames.ts';
import type { IosFacts, Lag, LagKind, ProcessFacts } from '../../core/analysis/lags/lag.ts';
import { kindTexts, lagTexts } from '../../core/analysis/lags/lag-texts.ts';
import { matrixDumpType } from '../../core/analysis/lags/matrix-dump-type.ts';
import { fillIn } from '../../core/fill-in.ts';
import { thermalState } from '../../core/session/columns/run-columns.ts';

/** Kinds that have a sentence below the table. */
export const phoneKinds: Partial<Readonly<Record<LagKind, string>>> = {
  launch: 'launch',
  cpu: 'CPU',
  power: 'battery',
  memory: 'memory',
  growth: 'memory',
  frames: 'late frames',
};

const thermalNames = new Map<number, string>([
  [thermalState.fair, 'device warm'],
  [thermalState.serious, 'device hot'],
  [thermalState.critical, 'device too hot'],
]);

/** The phone's report on a lag in one line. */
export function phoneLines({ kind, beginUs, endUs, phone, process }: Lag): readonly string[] {
  if (phone === undefined) return process === undefined ? [] : oneLine(counted(kind, process));
  const seconds = `${((endUs - beginUs) / 1e6).toFixed(1)} s`;
  return oneLine([
    kind === 'launch' || kind === 'cpu' || kind === 'power' ? fillIn(lagTexts[kindTexts[kind]], [seconds]) : undefined,
    phone.mode === TRACKING_MODE && kind !== 'frames' ? 'while scrolling' : undefined,
    phone.isKilled ? endedWords(phone) : undefined,
    ...counted(kind, phone),
    phone.dump === undefined ? undefined : `Matrix ${phone.dump}`,
  ]);
}

function oneLine(words: readonly (string | undefined)[]): readonly string[] {
  const said = words.filter((word) => word !== undefined);
  return said.length === 0 ? [] : [said.join(', ')];
}

function counted(kind: Lag['kind'], facts: ProcessFacts): readonly (string | undefined)[] {
  const { droppedFrames, latestUs, cpuCores, footprintBytes, threads, thermal } = facts;
  return [
    facts.isBackground ? 'in the background' : undefined,
    droppedFrames === 0
      ? undefined
      : `${droppedFrames === 1 ? 'one frame' : `${droppedFrames} frames`} dropped${kind === 'frames' ? ' while scrolling' : ''}, up to ${Math.round(latestUs / 1_000)} ms late`,
    cpuCores === undefined ? undefined : `CPU ${Math.round(cpuCores * 100)} %`,
    footprintBytes === undefined ? undefined : `memory ${(footprintBytes / 2 ** 20).toFixed(0)} MB`,
    threads === undefined ? undefined : `${threads} threads`,
    thermalNames.get(thermal ?? 0),
  ];
}

function endedWords({ dump }: IosFacts): string {
  return dump === matrixDumpType.blockedAndKilled ? 'blocked, then killed' : 'app ended during the lag';
}
