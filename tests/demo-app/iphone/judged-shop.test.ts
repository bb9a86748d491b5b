import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Lag, LagJudge } from '../../../core/analysis/judge.ts';
import { SessionModel } from '../../../core/session/model.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { said } from '../../symbols/oracles.ts';
import type { Place, TruthLag } from '../truth.ts';
import { AgentOnShop } from './agent-on-shop.ts';
import { shopLagKinds } from './culprits.ts';

/** Functions in which a wait of each kind is made, as the rebound names have it. */
const waitsIn: Readonly<Record<string, string>> = {
  lock: 'pthread_mutex_lock',
  unfair: 'os_unfair_lock_lock',
  sync: 'dispatch_sync',
  semaphore: 'dispatch_semaphore_wait',
  group: 'dispatch_group_wait',
  sleep: 'usleep',
};

test('what the shipped agent tells of the shop is judged as the app’s own clock has it', { timeout: 600_000 }, async () => {
  await using agent = await AgentOnShop.start('simulator-x86_64');
  const { host, shop } = agent;
  const truth: TruthLag[] = [];
  for (const kind of shopLagKinds) {
    await shop.lag(kind);
    const lag = await shop.truthOf(kind);
    truth.push(lag);
    await host.reached(lag.startUs + lag.durationMs * 1000 + 100_000);
  }
  const model = new SessionModel();
  for (const message of host.messages) model.apply(message);
  for (const name of names(model, host.messages, shop.build.dsym)) model.apply(name);
  const judge = new LagJudge(model, { thresholdUs: 100_000, isAppClass: () => false });
  judge.update();
  const originUs = model.runs[0]?.originUs ?? 0;
  const overlapUs = (lag: Lag, { startUs, durationMs }: TruthLag): number =>
    Math.min(lag.endUs, startUs - originUs + durationMs * 1000) - Math.max(lag.beginUs, startUs - originUs);

  for (const real of truth) {
    const found = judge.lags.filter((lag) => overlapUs(lag, real) > 0);
    assert.equal(found.length, 1, `${real.kind} is one lag, not ${found.length}`);
    const [lag] = found;
    assert.ok(lag);
    assert.ok(Math.abs((lag.endUs - lag.beginUs) / 1000 - real.durationMs) <= 15, `${real.kind}: ${lag.endUs - lag.beginUs} µs`);
    const { culprit } = lag;
    const isRight = (place: Place): boolean =>
      culprit?.sourceFile === place.file && culprit.line >= place.firstLine && culprit.line <= place.lastLine;
    assert.ok(placesOf(real).some(isRight), `${real.kind}: ${culprit?.method} ${culprit?.sourceFile}:${culprit?.line}`);
    const waits = waitsIn[real.kind];
    if (waits === undefined) continue;
    assert.equal(lag.waitsOn?.function, waits, real.kind);
    assert.ok(lag.blockedUs > 0.9 * (lag.endUs - lag.beginUs), `${real.kind}: blocked ${lag.blockedUs} µs`);
  }
  const [launch] = judge.lags.filter(({ kind }) => kind === 'launch');
  // How long it takes depends on the computer; on a fast one it is too short to be one.
  if (launch !== undefined) assert.ok(launch.beginUs < 0 && launch.endUs > 0, `${launch.beginUs} to ${launch.endUs}`);
});

function placesOf({ culprit }: TruthLag): readonly Place[] {
  if (culprit === undefined) return [];
  return 'anyOf' in culprit ? culprit.anyOf : [culprit];
}

/** What llvm-symbolizer says of the shop's addresses, from the dSYM. */
function names(model: SessionModel, messages: readonly Message[], dsym: string): readonly Message<'addressNames'>[] {
  const image = messages.find((message) => message.type === 'image' && message.path.endsWith('/Shop.app/Shop'));
  assert.ok(image?.type === 'image');
  const row = model.runs[0]?.imageRows.get(image.id);
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
