import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Lag, LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { untilOnTime } from '../../agent/on-time.ts';
import type { Span } from '../../agent/program.ts';
import { processorWaitUs } from '../../cpu-time.ts';
import { said } from '../../symbols/oracles.ts';
import type { Place, TruthLag } from '../truth-lags.ts';
import { AgentOnShop } from './agent-on-shop.ts';
import { shopLagKinds } from './iphone-shop-culprits.ts';
import type { Shop } from './start-iphone-shop.ts';

/** Between the app's reading of the clock and the agent's, beside main's wait for a processor. */
const READING_MS = 15;

/**
 * A wait is most of its lag unless the computer is busy: then main waits for a processor, or for the thread that is to take the lock.
 * So much of a lag may be something else; three quarters leave no doubt about the culprit.
 */
const OTHER_SHARE = 0.25;

type MadeLag = TruthLag & Span & { readonly waitedUs: number };

/** Functions in which a wait of each kind is made, as the rebound names have it, and how long it is by the shop's sources. */
const waits: Readonly<Record<string, { readonly function: string; readonly ms: number }>> = {
  lock: { function: 'pthread_mutex_lock', ms: 650 },
  unfair: { function: 'os_unfair_lock_lock', ms: 650 },
  sync: { function: 'dispatch_sync', ms: 400 },
  semaphore: { function: 'dispatch_semaphore_wait', ms: 500 },
  group: { function: 'dispatch_group_wait', ms: 350 },
  sleep: { function: 'usleep', ms: 400 },
  readwrite: { function: 'pthread_rwlock_rdlock', ms: 450 },
  condition: { function: 'pthread_cond_timedwait_relative_np', ms: 400 },
  chain: { function: 'pthread_mutex_lock', ms: 650 },
  deadlock: { function: 'pthread_rwlock_wrlock', ms: 900 },
};

test('what the shipped agent reports of the shop is judged as the app’s own clock has it', { timeout: 600_000 }, async () => {
  await using agent = await AgentOnShop.start('simulator-x86_64');
  const { host, shop } = agent;
  const truth: MadeLag[] = [];
  for (const kind of shopLagKinds) {
    let lag = await untilOnTime(host, () => makeLag(shop, kind));
    // The app's clock and the kernel decide what is asked for again, never the agent.
    while (!isMostlyItsWait(lag)) lag = await untilOnTime(host, () => makeLag(shop, kind));
    truth.push(lag);
  }
  const model = new SessionModel();
  for (const message of host.messages) model.apply(message);
  for (const name of names(model, host.messages, shop.build.dsym)) model.apply(name);
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass: () => false });
  judge.update();
  const { lags } = judge;
  for (const real of truth) checkLag(real, lags, model.runs[0]?.originUs ?? 0);
  const [launch] = lags.filter(({ kind }) => kind === 'launch');
  // On a fast computer the launch is too short to be a lag.
  if (launch !== undefined) assert.ok(launch.beginUs < 0 && launch.endUs > 0, `${launch.beginUs} to ${launch.endUs}`);
});

async function makeLag(shop: Shop, kind: string): Promise<MadeLag> {
  const before = await processorWaitUs(shop.pid, shop.pid);
  const askedUs = Number(process.hrtime.bigint() / 1000n);
  await shop.lag(kind);
  const lag = await shop.truthOf(kind, askedUs);
  const waitedUs = (await processorWaitUs(shop.pid, shop.pid)) - before;
  return { ...lag, beginUs: lag.startUs, endUs: lag.startUs + lag.durationMs * 1000, waitedUs };
}

/** True of what computes, too: wherever it waits for a processor, its stack is the computation's. */
function isMostlyItsWait({ kind, durationMs, waitedUs }: MadeLag): boolean {
  const wait = waits[kind];
  return wait === undefined || durationMs - wait.ms + waitedUs / 1000 < OTHER_SHARE * wait.ms;
}

/** A lag is judged to be as the app has it. */
function checkLag(real: MadeLag, lags: readonly Lag[], originUs: number): void {
  const found = lags.filter((lag) => Math.min(lag.endUs, real.endUs - originUs) > Math.max(lag.beginUs, real.beginUs - originUs));
  const [lag] = found;
  assert.ok(lag !== undefined && found.length === 1, `${real.kind}: ${found.length} lags, not one`);
  const lengthUs = lag.endUs - lag.beginUs;
  const { culprit } = lag;
  const isRight = (place: Place): boolean =>
    culprit?.sourceFile === place.file && culprit.line >= place.firstLine && culprit.line <= place.lastLine;
  const wait = waits[real.kind];
  const toleranceMs = READING_MS + real.waitedUs / 1000;
  assert.ok(Math.abs(lengthUs / 1000 - real.durationMs) <= toleranceMs, `${real.kind}: ${lengthUs} µs of ${real.durationMs} ms`);
  assert.ok(placesOf(real).some(isRight), `${real.kind}: in ${culprit?.method} ${culprit?.sourceFile}:${culprit?.line}`);
  if (wait === undefined) return;
  assert.equal(lag.waitsOn?.function, wait.function, real.kind);
  assert.ok(lag.blockedUs > 0.9 * lengthUs - real.waitedUs, `${real.kind}: blocked for ${lag.blockedUs} of ${lengthUs} µs`);
}

function placesOf({ culprit }: TruthLag): readonly Place[] {
  if (culprit === undefined) return [];
  return 'anyOf' in culprit ? culprit.anyOf : [culprit];
}

/** llvm-symbolizer's names of the shop's addresses, from the dSYM. */
function names(model: SessionModel, messages: readonly Message[], dsym: string): readonly Message<'addressNames'>[] {
  const image = messages.find((message) => message.type === 'image' && message.path.endsWith('/Shop.app/Shop'));
  assert.ok(image?.type === 'image');
  const row = model.runs[0]?.imageById.get(image.id)?.row;
  const offsets = model.methods.flatMap((method) => (method.image === row && method.offset >= 0 ? [method.offset] : []));
  const file = `--obj=${dsym}/Contents/Resources/DWARF/Shop`;
  const input = `${offsets.map((offset) => `0x${offset.toString(16)}`).join('\n')}\n`;
  const lines = said('llvm-symbolizer-19', [file, '--default-arch=x86_64', '--output-style=JSON', '--inlines'], input).trim().split('\n');
  return lines.map((line, index) => {
    const answer: { readonly Symbol: readonly { readonly FunctionName: string; readonly FileName: string; readonly Line: number }[] } =
      JSON.parse(line);
    const frames = answer.Symbol.map(({ FunctionName: name, FileName: path, Line: at }) => ({
      class: '',
      name,
      short: name,
      signature: '',
      file: path,
      line: at,
      column: 0,
    }));
    return { type: 'addressNames', run: 0, image: image.id, offset: offsets[index] ?? 0, confidence: 2, others: 0, frames };
  });
}
