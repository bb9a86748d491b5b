import type { FrameTotals } from '../../core/analysis/display-frames/frame-counter.ts';
import type { CountedFrames } from '../../core/analysis/display-frames/frame-ledger.ts';
import { frameLevels, levelBorders } from '../../core/analysis/display-frames/frame-levels.ts';
import { framesSentence } from '../../core/analysis/display-frames/frame-texts.ts';
import { lagTexts } from '../../core/analysis/lags/lag-texts.ts';
import { aligned } from './aligned.ts';
import { frameText } from './frame-text.ts';
import type { ReportStutter, SessionReport } from './session-report.ts';

const head = ['at', 'lasted', 'late frames', 'dropped', 'latest', 'level', 'to blame'] as const;

const badLevels = frameLevels.filter((level) => level !== 'best');

/** Lines about displayed frames, empty without any. Without any lag the line about lags has the totals. */
export function frameLines({ frames, lags, stutters, screen }: SessionReport): readonly string[] {
  if (frames === undefined) return [];
  const isSaid = lags.length === 0 && (screen?.others ?? 0) === 0;
  const totals = isSaid ? [] : ['', `Frames${screen === undefined ? '' : ` on ${screen.name}`}: ${framesSentence(frames)}.`];
  return [...totals, ...slowestSlice(frames), ...screenLines(frames), ...stutterLines(stutters)];
}

/** Says little more than the totals when nothing was dropped. */
function slowestSlice({ slices, dropped }: FrameTotals): readonly string[] {
  const [slowest] = slices.toSorted((a, b) => a.fps - b.fps);
  if (slowest === undefined || dropped === 0) return [];
  return [`Slowest ten seconds: ${slowest.fps.toFixed(1)} FPS from ${(slowest.beginUs / 1e6).toFixed(0)} s on.`];
}

const screenHead = ['screen', 'frames', 'late', 'dropped', 'FPS', 'slowest 10 s', ...badLevels];

/** Sums by screen, and how often a late frame dropped how many at once. */
function screenLines(totals: FrameTotals): readonly string[] {
  if (totals.screens.length === 0 && totals.dropped === 0) return [];
  const rows = [...totals.screens.map((each) => [each.screen, ...countCells(each)]), ['all', ...countCells(totals)]];
  const borders = badLevels.map((level) => `${level} ${levelBorders[level]}`).join(', ');
  const about = `Frames by screen, and late ones by how many they dropped at once (from ${borders}):`;
  return ['', about, '', ...aligned([screenHead, ...rows], new Set(screenHead.slice(1)))];
}

function countCells({ frames, late, dropped, fps, slices, levels }: CountedFrames): readonly string[] {
  const slowest = slices.length === 0 ? undefined : Math.min(...slices.map((slice) => slice.fps));
  const rate = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(1));
  return [
    String(frames),
    String(late),
    String(dropped),
    rate(fps),
    rate(slowest),
    ...badLevels.map((level) => String(levels[level].frames)),
  ];
}

function stutterLines(stutters: readonly ReportStutter[]): readonly string[] {
  if (stutters.length === 0) return [];
  const count = stutters.length === 1 ? '1 stutter' : `${stutters.length} stutters`;
  const rows = stutters.map(({ stutter: { beginUs, endUs, late, dropped, latestUs, level }, culprit }) => [
    `${(beginUs / 1e6).toFixed(3)} s`,
    `${Math.round((endUs - beginUs) / 1_000)} ms`,
    String(late),
    String(dropped),
    `${Math.round(latestUs / 1_000)} ms`,
    level,
    culprit === undefined ? `(${lagTexts.noLongFunction})` : frameText(culprit),
  ]);
  const right = new Set<string>(head.slice(0, 5));
  return ['', `${count} (many dropped frames in a second, without a lag):`, '', ...aligned([[...head], ...rows], right)];
}
