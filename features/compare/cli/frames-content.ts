import type { FrameTotals } from '../../../core/analysis/display-frames/frame-counter.ts';
import type { CountedFrames } from '../../../core/analysis/display-frames/frame-ledger.ts';
import type { PageNode } from '../../../core/document/page-node.ts';
import { muted, table } from './html-parts.ts';

export interface NamedFrames {
  /** Name of the session. */
  readonly name: string;
  readonly side: 'before' | 'after';
  readonly frames: FrameTotals | undefined;
}

const MOST_SCREENS = 20;
const MOST_SESSIONS = 20;

const measures: readonly (readonly [string, (counted: CountedFrames) => string])[] = [
  ['frames', ({ frames }) => frames.toLocaleString('en')],
  ['late', ({ late, jankShare }) => `${late.toLocaleString('en')} (${(jankShare * 100).toFixed(1)} %)`],
  ['missed', ({ dropped }) => dropped.toLocaleString('en')],
  ['frames per second', ({ fps }) => fpsText(fps)],
  [
    'slowest 10 s, frames per second',
    ({ slices }) => fpsText(slices.length === 0 ? undefined : Math.min(...slices.map((slice) => slice.fps))),
  ],
];

/** Displayed frames of each session beside each other. */
export function framesContent(sessions: readonly NamedFrames[]): readonly PageNode[] {
  const shown = sessions.slice(0, MOST_SESSIONS);
  if (shown.every(({ frames }) => frames === undefined)) return [muted('No session has frames.')];
  const head = ['', ...shown.map(({ side, name }) => `${side}: ${name}`)];
  const rows = measures.map(([measure, textOf]) => [
    measure,
    ...shown.map(({ frames }) => (frames === undefined ? 'not reported' : textOf(frames))),
  ]);
  const left = sessions.length - shown.length;
  const more = left === 0 ? [] : [muted(`${left} more ${left === 1 ? 'session is' : 'sessions are'} not shown.`)];
  return [table(head, rows, 1), ...more, ...screensContent(shown)];
}

function screensContent(sessions: readonly NamedFrames[]): readonly PageNode[] {
  const [before, after] = sessions;
  if (before === undefined || after === undefined || sessions.length > 2) return [];
  const screensOf = ({ frames }: NamedFrames) => new Map((frames?.screens ?? []).map((each) => [each.screen, each]));
  const [then, now] = [screensOf(before), screensOf(after)];
  const names = [...new Set([...now.keys(), ...then.keys()])].slice(0, MOST_SCREENS);
  if (names.length === 0) return [];
  const cell = (counted: CountedFrames | undefined, textOf: (counted: CountedFrames) => string): string =>
    counted === undefined ? '–' : textOf(counted);
  const columns: readonly ((counted: CountedFrames) => string)[] = [
    ({ dropped }) => dropped.toLocaleString('en'),
    ({ fps }) => fpsText(fps),
  ];
  const rows = names.map((name) => [name, ...columns.flatMap((textOf) => [cell(then.get(name), textOf), cell(now.get(name), textOf)])]);
  const head = ['screen', 'missed before', 'missed after', 'frames per second before', 'after'];
  return [table(head, rows, 1)];
}

function fpsText(fps: number | undefined): string {
  return fps === undefined ? 'unknown' : fps.toFixed(1);
}
