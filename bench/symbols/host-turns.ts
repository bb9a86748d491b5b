import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sessionBytes } from '../../tests/core/memory-session.ts';
import { shrunkSession } from '../../tests/symbols/builds/shrunk-session.ts';
import { atMost, type Figure } from '../support/figure.ts';
import type { TurnFigures } from '../support/turn-figures.ts';
import { largeMap } from './kotlin-map.ts';
import { writeTrace } from './retrace-traces.ts';

const FRAMES = 20_000;
const ROUNDS = 5;

interface Measured {
  readonly frames: number;
  readonly opening: TurnFigures;
  readonly naming: TurnFigures;
}

/** Turns of the extension host's event loop while a session of 20,000 different frames gets names from a map of 59 MB. */
export async function* hostTurns(say: (line: string) => void): AsyncGenerator<Figure> {
  const map = await largeMap(say);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-bench-host-'));
  try {
    const trace = join(folder, 'trace.txt');
    await writeTrace(map, FRAMES, FRAMES, trace);
    const session = join(folder, 'app.laglens');
    await writeSession(map, trace, session);
    const script = fileURLToPath(new URL('measure-host-turns.ts', import.meta.url));
    const rounds: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script, map, session]);
      rounds.push(JSON.parse(stdout));
    }
    for (const what of ['opening', 'naming'] as const) {
      const [...sorted] = rounds.map((round) => round[what]).sort((a, b) => a.worstCpuMs - b.worstCpuMs);
      const turns = sorted[ROUNDS >> 1];
      if (turns === undefined) throw new Error('Nothing was measured.');
      const all = sorted.map(({ worstCpuMs, tooLong }) => `${worstCpuMs.toFixed(1)} ms (${tooLong} above 10)`).join(', ');
      const note = `${rounds[0]?.frames} frames named; longest turn of each round: ${all}; in the middle one ${turns.worstMs.toFixed(0)} ms by the clock`;
      const figure = `extension host, ${what} a session of ${FRAMES.toLocaleString('en')} frames, map of 59 MB: CPU time of the longest turn`;
      yield atMost(10, { bench: 'symbols', figure, unit: 'ms', value: turns.worstCpuMs, note });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a stack trace's lines as frames of the shrunk app's session. */
async function writeSession(map: string, trace: string, path: string): Promise<void> {
  const lines = (await readFile(trace, 'utf8')).trimEnd().split('\n');
  const stacks = lines.map((line) => [line.replace(/^\tat (.*)\(SourceFile:(\d+)\)$/, '$1:$2')]);
  await writeFile(path, await sessionBytes(shrunkSession(stacks, { sourceFile: await sourceFileOf(map) })));
}

/** R8's source file in each class of an app with this map, by the map's id. */
async function sourceFileOf(path: string): Promise<string> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4096), position: 0 });
  await file.close();
  return `r8-map-id-${/^# pg_map_id: (\w+)/m.exec(buffer.toString('utf8', 0, bytesRead))?.[1] ?? ''}`;
}
