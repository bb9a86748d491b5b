import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import { takeForVsCode } from '../extension/vscode-values.ts';
import { FakeDevice } from '../host/fake-agent.ts';
import { fakeCapture } from '../host/fake-capture.ts';

/** Of a status bar item. */
const REFRESH_MS = 1_000;

export interface FloodOutcome {
  readonly path: string | undefined;
  /** Code of the sentence that ended it, if it ended by itself. */
  readonly problem: string | undefined;
  readonly ranMs: number;
  readonly cpuMs: number;
  readonly bytes: number;
  readonly pieces: number;
  readonly logLines: number;
  readonly gaps: number;
  readonly lags: number;
  /** Reached limits of the model. */
  readonly limits: readonly string[];
}

/** A capture with its session as in an extension host, of the agent of another process; `laglens record` does the first half. */
export default async function flood(agentFolder: string, folder: string, seconds: string): Promise<FloodOutcome> {
  takeForVsCode(import.meta.resolve('../extension/vscode-values.ts'));
  const { LiveSession } = await import('../../extension/capture/live/live-session.ts');
  const capture = fakeCapture(FakeDevice.at(agentFolder), folder);
  const session = new LiveSession({
    path: join(folder, 'one.laglens'),
    title: 'flood',
    thresholdUs: 100_000,
    limits: DEFAULT_LIMITS,
    mark: unused,
    stop: unused,
    save: unused,
    keptSessions: () => 20,
    naming: { start: unused, keeps: unused, failed: unused },
  });
  session.follow(capture);
  let bytes = 0;
  let pieces = 0;
  let logLines = 0;
  capture.on('piece', (piece) => {
    bytes += piece.bytes.length;
    pieces++;
  });
  capture.on('log', () => logLines++);
  const over = new AbortController();
  capture.on('state', ({ kind }) => kind === 'ended' && over.abort());
  const beganMs = performance.now();
  const refresh = setInterval(() => session.lagCount, REFRESH_MS);
  await capture.start(new AbortController().signal);
  await pause(Number(seconds) * 1_000, undefined, { signal: over.signal }).catch(() => undefined);
  const ranMs = performance.now() - beganMs;
  const path = await capture.stop();
  clearInterval(refresh);
  const { model, lagCount } = session;
  session.close();
  const { user, system } = process.cpuUsage();
  return {
    path,
    problem: capture.state.problem?.code,
    ranMs,
    cpuMs: (user + system) / 1_000,
    bytes,
    pieces,
    logLines,
    gaps: model.runs.reduce((sum, run) => sum + run.gaps.length, 0),
    lags: lagCount,
    limits: model.budgetEnds.map(({ name }) => name),
  };
}

function unused(): never {
  throw new Error('Nobody asked for that.');
}
