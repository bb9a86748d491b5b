import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import { readBaseline } from '../../extension/sessions/facts/read-baseline.ts';
import { comparedSets } from '../../features/compare/tests/compared-sets.ts'; // features/compare
import { runCommand } from '../host/run-command.ts';

const hook = new URL('../../device-agents/android/hook/laglens/', import.meta.url);
const classes = (await readdir(hook)).filter((name) => name.endsWith('.java')).map((name) => name.slice(0, -'.java'.length));

/** The agent's classes, its library, its threads, and its messages. */
const OWN = [
  new RegExp(`\\blaglens[./](?:${classes.join('|')})\\b`),
  new RegExp(`\\b(?:${classes.join('|')})\\.\\w`),
  /liblaglens/,
  /laglens-frames|"name": ?"laglens"/,
  /[[,] ?"Laglens"/,
];

/** Ends of names of profiles. Those with times are read back as sessions. */
const profiles = {
  speedscope: { ending: 'speedscope.json', hasTimes: true },
  folded: { ending: 'folded', hasTimes: false },
  pprof: { ending: 'pb.gz', hasTimes: false },
  perfetto: { ending: 'pftrace', hasTimes: true },
  cpuprofile: { ending: 'cpuprofile', hasTimes: true },
  firefox: { ending: 'firefox.json', hasTimes: true },
  'chrome-trace': { ending: 'trace.json', hasTimes: true },
} as const;

const tables = ['groups', 'lags', 'samples', 'sessions', 'stacks'] as const;

/** An output of a session, as text. */
export interface Output {
  readonly name: string;
  readonly text: string;
  /** Path of a profile that a report reads. */
  readonly profile?: string;
}

/** All that a session gives, and its comparison with another. */
export async function* outputsOf(session: string, other: string, folder: string): AsyncGenerator<Output> {
  const out = async (...args: readonly string[]): Promise<string> => {
    const { code, out: text, said } = await runCommand(args, { folder });
    assert.equal(code, 0, `${args.join(' ')}: ${said}`);
    return text;
  };
  const command = async (...args: readonly string[]): Promise<Output> => ({ name: args.join(' '), text: await out(...args) });
  yield command('report', session, '--tree', '--messages');
  yield command('report', session, '--json');
  yield command('report', session, '--json', '--baseline', other);
  yield command('report', session, '--threads-at', '0.3');
  for (const [name, { ending, hasTimes }] of Object.entries(profiles)) {
    const profile = join(folder, `profile.${ending}`);
    await out('convert', session, profile);
    const bytes = await readFile(profile);
    const text = (ending === 'pb.gz' ? gunzipSync(bytes) : bytes).toString('latin1');
    yield { name, text, ...(hasTimes ? { profile } : {}) };
  }
  yield command('diff', other, session, '--markdown');
  const page = join(folder, 'diff.html');
  yield command('diff', other, session, '--json', '--html', page);
  yield { name: 'the page of the difference', text: await readFile(page, 'utf8') };
  yield { name: 'the baseline in VS Code', text: await baselineOf(session) };
  yield { name: 'the comparison in VS Code', text: await comparedSets(session, other, settings) }; // features/compare
  const lake = join(folder, 'lake');
  await out('lake', 'add', lake, session);
  for (const table of tables) yield command('lake', 'query', lake, `SELECT * FROM ${table}`, '--json');
  const lakePage = join(folder, 'lake.html');
  await out('lake', 'query', lake, '--html', lakePage);
  yield { name: 'the page of the lake', text: await readFile(lakePage, 'utf8') };
}

const settings = { thresholdUs: 100_000, appClasses: { packages: [], prefixes: ['com.example.shop'] } };

/** What VS Code's thread answers to the page of a session with a baseline. */
async function baselineOf(path: string): Promise<string> {
  return JSON.stringify(await readBaseline({ path, title: '', session: '', limits: DEFAULT_LIMITS, run: 'all', ...settings }));
}

export function assertNothingOwn({ name, text }: Output): void {
  assert.ok(text.length > 100, `${name} has too little to prove anything`);
  const found = OWN.map((own) => own.exec(text)).find((match) => match !== null);
  assert.equal(found && text.slice(Math.max(0, found.index - 80), found.index + 80), undefined, name);
}

/** Asserts that no output of a session names the agent's own code. */
export async function assertNoFootprint(session: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-footprint-'));
  try {
    for await (const output of outputsOf(session, session, folder)) assertNothingOwn(output);
  } finally {
    await rm(folder, { recursive: true });
  }
}
