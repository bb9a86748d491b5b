import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { callTree } from '../../core/analysis/calls/call-tree.ts';
import { type Frame, frameOf } from '../../core/analysis/frames/frame.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { float64At, uint32At } from '../../core/columns/at.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { resultOf } from '../../scripts/demo/demo-result.ts';
import { detectorOf } from '../../scripts/demo/lag-watch.ts';
import { recordWithoutEditor } from '../../scripts/demo/record-without-editor.ts';
import { type DemoTarget, startTarget } from '../../scripts/demo/target.ts';
import { isKeptWaiting } from '../cpu-time.ts';
import { artLagKinds, lagKinds } from './demo-app-culprits.ts';

/** A storm's and a collection's time is spread over much; the others name one method each. */
const kinds = [
  'busy',
  'lock',
  'file',
  'network',
  'sleep',
  'frame',
  'recursion',
  'idle',
  'input',
  'launch',
  'inline',
  'lambda',
  'coroutine',
  'outline',
  'notify',
  'latch',
  'readwrite',
  'cores',
  'library',
  'binder',
  'preferences',
  'classes',
];

for (const { device, android, runtime, of } of [
  { device: 'jvm', android: '14', runtime: 'a desktop JVM, whose class files R8 wrote', of: lagKinds },
  { device: 'phone', android: '11', runtime: 'the real Android Runtime, whose lines are dex pcs in part', of: artLagKinds },
] as const) {
  test(`a release build on ${runtime}: lags, culprits and inlined frames have the source’s names and lines`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-release-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const options = { device, android, seconds: undefined, allLags: false, obfuscated: true, editor: false, json: false };
    const target = await startTarget(options, () => undefined);
    t.after(() => target.stop());
    let isInlinedSeen = false;
    let wanted: readonly string[] = kinds.filter((kind) => of.includes(kind));
    for (let round = 1; wanted.length > 0; round++) {
      const path = join(folder, `shop-${round}.laglens`);
      const kept = await record(target, wanted, path);
      const { truth } = await resultOf(path, await target.app.truth());
      const right = new Set(truth.filter(({ found, culpritRight }) => found && culpritRight === true).map(({ kind }) => kind));
      wanted = wanted.filter((kind) => !right.has(kind));
      const { model, lags } = await open(path);
      const culprits = lags.flatMap(({ culprit }) => culprit ?? []);
      t.diagnostic(culprits.map(({ class: name, method, line }) => `${name}.${method}:${line}`).join(' '));
      // A runtime without processors gives no stack: the kernel decides what is asked for again, until the test's time limit.
      assert.deepEqual(
        wanted.filter((kind) => !kept.has(kind)),
        [],
      );
      // R8's renamed classes lie in no package.
      assert.deepEqual(
        culprits.filter((culprit) => !culprit.class.startsWith('com.example.shop.')),
        [],
      );
      for (const lag of lags.filter(({ culprit }) => culprit?.method === 'readAnswer')) {
        isInlinedSeen = true;
        await checkInlined(model, lag);
      }
    }
    assert.ok(isInlinedSeen);
  });
}

/** R8 put readAnswer, which has no other caller, into authorize, and that into the class of the lambda that calls it. */
async function checkInlined(model: SessionModel, lag: Lag): Promise<void> {
  const line = await linesOf('cart/PaymentClient.java');
  assert.deepEqual(framesOf(model, lag, 'PaymentClient'), [
    { method: 'authorize', place: `PaymentClient.java:${line('readAnswer(connection')}`, isInlined: false },
    { method: 'readAnswer', place: `PaymentClient.java:${line('return in.read()')}`, isInlined: true },
  ]);
}

/** Leaves the session file at `path`. @returns the kinds during which the app was kept from processors */
async function record(target: DemoTarget, kinds: readonly string[], path: string): Promise<ReadonlySet<string>> {
  const terminal = { environment: {}, folder: tmpdir(), signal: new AbortController().signal, out: () => undefined, say: () => undefined };
  const { pid } = target;
  assert.ok(pid !== undefined);
  const recorder = await recordWithoutEditor(target, path, terminal);
  const kept = new Set<string>();
  try {
    for (const kind of kinds) if (await isKeptWaiting(pid, () => lagOnce(target, kind))) kept.add(kind);
    await recorder.stop();
  } finally {
    await recorder.close();
  }
  return kept;
}

async function lagOnce(target: DemoTarget, kind: string): Promise<void> {
  const before = await countOf(target, kind);
  await target.app.lag(kind);
  // The app has written it down; the test's own time limit ends the waiting.
  while ((await countOf(target, kind)) === before) await pause(50);
}

async function countOf({ app }: DemoTarget, kind: string): Promise<number> {
  return (await app.truth()).filter((lag) => lag.kind === kind).length;
}

/** Any recipient's view: there is no build beside the file. */
async function open(path: string): Promise<{ readonly model: SessionModel; readonly lags: readonly Lag[] }> {
  const file = await SessionFile.open(path);
  try {
    const { model } = await replaySession(file, inflateDriver);
    const judge = detectorOf(model);
    judge.update();
    return { model, lags: judge.lags };
  } finally {
    await file.close();
  }
}

/** The frames of a class in the longest stack of a lag that holds any, callers first. */
function framesOf(model: SessionModel, lag: Lag, className: string) {
  const thread = model.threads[lag.thread];
  assert.ok(thread !== undefined);
  const tree = callTree(model, thread, lag.beginUs, lag.endUs);
  const rows = Array.from({ length: tree.length - 1 }, (_, at) => at + 1).sort(
    (a, b) => float64At(tree.selfUs, b) - float64At(tree.selfUs, a),
  );
  for (const row of rows) {
    const frames: Frame[] = [];
    for (let node = uint32At(tree.node, row); node !== 0; node = uint32At(model.nodes.parent, node)) frames.unshift(frameOf(model, node));
    const wanted = frames.filter((frame) => frame.class.endsWith(`.${className}`));
    if (wanted.length > 0)
      return wanted.map(({ method, sourceFile, line, isInlined }) => ({ method, place: `${sourceFile}:${line}`, isInlined }));
  }
  return [];
}

/** Numbers of lines of a source of the shop, by what stands in them. */
async function linesOf(path: string): Promise<(text: string) => number> {
  const source = await readFile(new URL(`shop/app/src/main/java/com/example/shop/${path}`, import.meta.url), 'utf8');
  return (text) => source.split('\n').findIndex((line) => line.includes(text)) + 1;
}
