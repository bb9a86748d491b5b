/** Five jobs on a simulated iPhone, by our code and by npm's appium-ios-device: the reason for our own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Figure } from '../support/figure.ts';
import { median } from '../support/quantile.ts';
import { jobNames, jobs } from './jobs.ts';
import { timesOf } from './run-client.ts';

const bench = 'ios-link';
const ROUNDS = 5;

export { run as bench };

const run: Bench = async function* (say) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-ios-link-'));
  try {
    say(`${ROUNDS} rounds through our own code, then as many through appium-ios-device ...`);
    const ours = await timesOf('ours.ts', folder, ROUNDS);
    const theirs = await timesOf('appium.cjs', folder, ROUNDS);
    const peer = `appium-ios-device ${await peerVersion()}`;
    for (const job of jobNames) {
      const [value, peerValue] = [ours, theirs].map(({ rounds }) => median(rounds.map((round) => round[job])));
      yield figure({ figure: jobs[job], value: value ?? Number.NaN, peerValue: peerValue ?? Number.NaN, peer });
    }
    yield figure({ figure: 'load the modules', value: ours.loadMs, peerValue: theirs.loadMs, peer, note: 'once, from the disk’s cache' });
  } finally {
    await rm(folder, { recursive: true });
  }
};

function figure(measured: Pick<Figure, 'figure' | 'value' | 'peer' | 'peerValue' | 'note'>): Figure {
  return { bench, unit: 'ms', note: `median of ${ROUNDS}`, ...measured };
}

async function peerVersion(): Promise<string> {
  const about: unknown = JSON.parse(await readFile(new URL('../../node_modules/appium-ios-device/package.json', import.meta.url), 'utf8'));
  return String(Object(about).version);
}
