import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FloodOutcome } from './flood-case.ts';
import type { FloodKind } from './flood-kinds.ts';
import type { FloodManner } from './flood-manners.ts';
import { peakOf } from './peak.ts';
import type { ReportOutcome } from './report-case.ts';

/** Of an extension host with a capture, as beside an opened session. */
export const MOST_FLOOD_MB = 768;

const program = fileURLToPath(new URL('flood-agent.ts', import.meta.url));

export interface FloodRound {
  readonly outcome: FloodOutcome;
  /** Of the capture, in MB. */
  readonly peakMb: number;
  readonly report: ReportOutcome;
  readonly reportPeakMb: number;
  readonly fileBytes: number;
}

/** Captures a flooding agent for so long, or until the capture ends by itself, and reports the recording. */
export async function floodRound(kind: FloodKind | FloodManner, seconds: number): Promise<FloodRound> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-flooded-'));
  const agent = spawn(process.execPath, [program, kind], { stdio: ['ignore', 'pipe', 'inherit'] });
  let agentFolder = '';
  try {
    const [line] = await once(createInterface(agent.stdout), 'line');
    agentFolder = String(line);
    const captured = await peakOf(import.meta.resolve('./flood-case.ts'), { args: [agentFolder, folder, `${seconds}`] });
    const outcome = captured.result as FloodOutcome | undefined;
    if (outcome?.path === undefined || captured.peakMb === undefined) throw new Error(`The capture failed: ${captured.errors}`);
    const reported = await peakOf(import.meta.resolve('./report-case.ts'), { args: [outcome.path, 'none'] });
    const report = reported.result as ReportOutcome | undefined;
    if (report === undefined || reported.peakMb === undefined) throw new Error(`The report failed: ${reported.errors}`);
    const { size } = await stat(outcome.path);
    return { outcome, peakMb: captured.peakMb, report, reportPeakMb: reported.peakMb, fileBytes: size };
  } finally {
    agent.kill('SIGKILL');
    if (agentFolder !== '') await rm(agentFolder, { recursive: true });
    await rm(folder, { recursive: true });
  }
}
