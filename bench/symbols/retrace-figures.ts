import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { atMost, type Figure } from '../support/figure.ts';
import { largeMap } from './kotlin-map.ts';
import { writeTrace } from './retrace-traces.ts';

const execute = promisify(execFile);
const FRAMES = 100_000;
const ROUNDS = 3;
const peer = 'crate proguard 5.10.5';
/** An app's profile repeats its frames; the other trace hardly does, and uses the whole map. */
const traces = { 'of 4,000 places': 4_000, 'all different': FRAMES } as const;

interface Times {
  readonly indexMs: number;
  readonly framesMs: number;
}

/** A map of 59 MB: opening it, and names and lines of 100,000 frames, beside a Rust program. */
export async function* retraceFigures(say: (line: string) => void): AsyncIterable<Figure> {
  const map = await largeMap(say);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-bench-retrace-'));
  try {
    const program = await buildPeer(say);
    let first = true;
    for (const [what, different] of Object.entries(traces)) {
      const trace = join(folder, 'trace.txt');
      await writeTrace(map, FRAMES, different, trace);
      const args = [map, trace, join(folder, 'ours.txt')];
      const script = fileURLToPath(new URL('measure-retrace.ts', import.meta.url));
      const [ours, theirs] = await inTurns([process.execPath, script, ...args], [program, map, trace, join(folder, 'theirs.txt')], say);
      const same = await sameLines(join(folder, 'ours.txt'), join(folder, 'theirs.txt'));
      const common = { bench: 'symbols', peer };
      const figure = `retrace ${FRAMES.toLocaleString('en')} frames ${what}`;
      if (first)
        yield atMost(150, {
          ...common,
          figure: 'retrace: index a map of 59 MB',
          unit: 'ms',
          value: ours.indexMs,
          peerValue: theirs.indexMs,
        });
      yield atMost(1, { ...common, figure, unit: 's', value: ours.framesMs / 1e3, peerValue: theirs.framesMs / 1e3, note: same });
      const ratio = (ours.indexMs + ours.framesMs) / (theirs.indexMs + theirs.framesMs);
      yield atMost(1, { bench: 'symbols', figure: `${figure}, with the index: time ratio to ${peer}`, unit: 'x', value: ratio });
      first = false;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In turns, so that a busy moment affects both; the median round of each. */
async function inTurns(ours: readonly string[], theirs: readonly string[], say: (line: string) => void): Promise<readonly [Times, Times]> {
  const rounds: [Times, Times][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push([await timesOf(ours), await timesOf(theirs)]);
  const middle = (side: 0 | 1): Times => {
    const sorted = rounds.map((round) => round[side]).sort((a, b) => a.indexMs + a.framesMs - (b.indexMs + b.framesMs));
    const found = sorted[ROUNDS >> 1];
    if (found === undefined) throw new Error('Nothing was measured.');
    say(
      `retrace, ${side === 0 ? 'ours' : peer}: ${sorted.map((one) => `${one.indexMs.toFixed(0)} + ${one.framesMs.toFixed(0)} ms`).join(', ')}`,
    );
    return found;
  };
  return [middle(0), middle(1)];
}

async function timesOf([command = '', ...args]: readonly string[]): Promise<Times> {
  const { stdout } = await execute(command, args);
  const times: unknown = JSON.parse(stdout);
  if (!isTimes(times)) throw new Error(`${command} said: ${stdout}`);
  return times;
}

function isTimes(value: unknown): value is Times {
  if (typeof value !== 'object' || value === null) return false;
  return 'indexMs' in value && typeof value.indexMs === 'number' && 'framesMs' in value && typeof value.framesMs === 'number';
}

/** The peer knows no alternatives and keeps compilers' frames, so it checks most lines, not all. */
async function sameLines(ours: string, theirs: string): Promise<string> {
  const [a, b] = await Promise.all(
    [ours, theirs].map(async (path) => new Set((await readFile(path, 'utf8')).split('\n').map((line) => line.trim()))),
  );
  const shared = [...(a ?? [])].filter((line) => b?.has(line)).length;
  return `${((100 * shared) / Math.max(1, a?.size ?? 0)).toFixed(1)} % of our different lines are the peer's too`;
}

/** In the cache, where cargo may leave its files. */
async function buildPeer(say: (line: string) => void): Promise<string> {
  const home = cacheDir('retrace', 'peer');
  await cp(new URL('retrace-peer', import.meta.url), home, { recursive: true });
  say('Building the peer with cargo (half a minute the first time) ...');
  try {
    await execute('cargo', ['build', '--release', '--quiet'], { cwd: home, maxBuffer: 1 << 24 });
  } catch (error) {
    throw new Error('cargo could not build bench/symbols/retrace-peer. It needs Rust 1.85 or newer, with cargo on the PATH.', {
      cause: error,
    });
  }
  return join(home, 'target', 'release', 'retrace-peer');
}
