import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { streamBytes } from '../../tests/core/memory-session.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import type { CostFacts, CostSource, Judging } from '../heat/costs/cost-questions.ts';
import { RecordedSymbolication } from '../sources/symbols/recorded-symbolication.ts';
import { OpenedFile } from './opened-file.ts';
import type { SessionPart } from './page-source.ts';

const LAGS = 5;
const judging: Judging = { thresholdUs: 100 * ms, limits: DEFAULT_LIMITS };
const deeds = Array.from({ length: LAGS }, () => [message(200 * ms, 'com.example.Feed.show:7'), idle(100 * ms)]).flat();
const session = scriptedApp([...deeds, idle(3_000 * ms)]);

class Opened {
  /** How often the file was read. */
  reads = 0;
  /** Events of the search for names. */
  readonly names: string[] = [];
  readonly file: OpenedFile;
  #found: (piece: Uint8Array) => void = () => undefined;

  constructor(read?: () => AsyncIterable<SessionPart>) {
    this.file = new OpenedFile({
      read: () => {
        this.reads++;
        return read?.() ?? chunks();
      },
      startNaming: () =>
        new RecordedSymbolication((found) => {
          this.#found = found;
          const done = async (): Promise<void> => undefined;
          return {
            take: done,
            begin: () => this.names.push('begin'),
            settled: done,
            failed: () => this.names.push('failed'),
            close: () => undefined,
          };
        }),
      whole: (names) => names.begin(),
      appClasses: async () => ({ packages: [], prefixes: [] }),
      report: () => ({ version: 1, chunks: 2, badChunks: 0, truncated: false }),
      modifiedMs: async () => 1,
    });
    opened.push(this);
  }

  find(piece: Uint8Array): void {
    this.#found(piece);
  }
}

const opened: Opened[] = [];
afterEach(() => {
  for (const { file } of opened.splice(0)) file.close();
});

async function* chunks(): AsyncGenerator<SessionPart> {
  yield { data: new Uint8Array(streamBytes(session)), catchingUp: true, chunk: true };
  yield { data: new Uint8Array(streamBytes([{ type: 'tick', atUs: 1_010_000_000, rounds: 0 }])), catchingUp: false, chunk: true };
}

/** Resolves with all parts in the thread. */
function read(costs: CostSource, signal = new AbortController().signal): Promise<void> {
  return new Promise((resolve, reject) => {
    costs.read(resolve, signal).then(resolve, reject);
  });
}

const update = (costs: CostSource): Promise<CostFacts> => costs.update({ ...judging, selection: { number: 0, ranges: undefined } });
const lagsOf = async (costs: CostSource): Promise<number> => (await update(costs)).lags;
const samplesOf = async (costs: CostSource): Promise<number> => (await update(costs)).samples;

test('a file is read once for names and for costs that are wanted first', async () => {
  const one = new Opened();
  const costs = one.file.openCosts();
  await read(costs);
  one.file.follow();
  assert.equal(await lagsOf(costs), LAGS);
  assert.deepEqual([one.reads, one.names], [1, ['begin']]);
});

test('costs that are wanted later, and again, read it no second time', async () => {
  const one = new Opened();
  one.file.follow();
  for (let time = 1; time <= 2; time++) {
    const costs = one.file.openCosts();
    await read(costs);
    assert.equal(await lagsOf(costs), LAGS);
    costs.close();
  }
  assert.deepEqual([one.reads, one.names], [1, ['begin']]);
});

test('costs that are closed early leave the names whole', async () => {
  const closing = new AbortController();
  const one = new Opened(async function* () {
    for await (const part of chunks()) {
      yield part;
      closing.abort();
    }
  });
  const costs = one.file.openCosts();
  await costs.read(assert.fail, closing.signal);
  costs.close();
  await read(one.file.openCosts());
  assert.deepEqual([one.reads, one.names], [1, ['begin']]);
});

test('what is found later is news for the costs', async () => {
  const one = new Opened();
  const costs = one.file.openCosts();
  const going = new AbortController();
  const news: (() => void)[] = [];
  const next = (): Promise<void> => new Promise((resolve) => news.push(resolve));
  const [first, second] = [next(), next()];
  const reading = costs.read(() => news.shift()?.(), going.signal);
  await first;
  assert.ok((await samplesOf(costs)) > 0);
  assert.equal(costs.hasChanges, false);
  one.find(new Uint8Array(1));
  await second;
  assert.equal(costs.hasChanges, true);
  going.abort();
  await reading;
});

test('a file that cannot be read is reported to names and costs, and tried no second time', async () => {
  const one = new Opened(() => {
    throw new Error('It is gone.');
  });
  await assert.rejects(read(one.file.openCosts()), /It is gone\./);
  one.file.follow();
  assert.deepEqual([one.reads, one.names, one.file.hasFailed], [1, ['failed'], true]);
});
