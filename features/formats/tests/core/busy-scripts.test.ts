import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppMethods } from '../../../../core/analysis/frames/app-methods.ts';
import { type BusyScript, busyScriptSentence, busyScripts } from '../../../../core/analysis/lags/busy-scripts.ts';
import { ImportReport } from '../../core/import/import-report.ts';
import { type SampleState, SessionBuilder } from '../../core/import/session-builder.ts';
import { modelOf } from '../formats/import-profile.ts';

const ms = 1_000;

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly state?: SampleState;
  /** In milliseconds. */
  readonly cpu?: number;
}

/** Main is idle; the other thread does the pieces, whose times are milliseconds. */
async function sentencesOf(name: string, pieces: readonly Piece[]): Promise<readonly string[]> {
  const builder = new SessionBuilder(new ImportReport('test'));
  const main = builder.thread({ name: 'main', isMain: true });
  builder.sample(main, 0, 2_000 * ms, builder.stack(0, builder.frame({ function: 'nativePollOnce', class: 'android.os.MessageQueue' })));
  const thread = builder.thread({ name });
  const root = builder.stack(0, builder.frame({ function: 'flush', file: 'require.js', line: 1 }));
  for (const { from, to, name: called, state, cpu } of pieces) {
    const stack = builder.stack(root, builder.frame({ function: called, file: 'cart.tsx', line: 12 }));
    builder.sample(thread, from * ms, to * ms, called === '' ? 0 : stack, state, cpu === undefined ? undefined : cpu * ms);
  }
  const model = await modelOf(builder);
  const app = new AppMethods(model, () => true);
  const words = {
    moment: (us: number) => `${us / 1e6} s`,
    length: (us: number) => `${us / ms} ms`,
    place: ({ method, sourceFile, line }: NonNullable<BusyScript['frame']>) => `${method} (${sourceFile}:${line})`,
  };
  return busyScripts(model, 100 * ms, app).map((each) => busyScriptSentence(model, each, words));
}

const END = 'Touches that JavaScript handles wait meanwhile; lags are main’s only.';

test('the longest time without a pause on React Native’s thread for JavaScript is said with its function', async () => {
  const pieces = [
    { from: 0, to: 150, name: 'sort', state: 'running', cpu: 150 },
    { from: 400, to: 900, name: 'render', state: 'running', cpu: 500 },
    { from: 900, to: 1_040, name: 'sort', state: 'running', cpu: 140 },
  ] as const;
  const said = `JavaScript thread mqt_v_js was busy for 640 ms without a pause from 0.4 s on, longest in render (cart.tsx:12). ${END}`;
  assert.deepEqual(await sentencesOf('mqt_v_js', pieces), [said]);
  for (const name of ['mqt_js', 'JavaScript', 'com.facebook.react.JavaScript', 'com.facebook.react.runtime.JavaScript'])
    assert.deepEqual(await sentencesOf(name, pieces), [said.replace('mqt_v_js', name)]);
  assert.deepEqual(await sentencesOf('mqt_native_modules', pieces), []);
});

test('samples that do not separate work from waiting say so', async () => {
  assert.deepEqual(await sentencesOf('mqt_js', [{ from: 100, to: 300, name: 'render' }]), [
    `JavaScript thread mqt_js was busy, or waited in native code, for 200 ms without a pause from 0.1 s on, longest in render (cart.tsx:12). ${END}`,
  ]);
});

test('a rest, a wait, a time off CPU and a time without a sample end it; shorter times are not said', async () => {
  const work = (from: number, to: number, cpu = to - from): Piece => ({ from, to, name: 'render', state: 'running', cpu });
  const between: readonly Piece[] = [
    { from: 90, to: 110, name: 'nativePollOnce' },
    { from: 90, to: 110, name: 'wait', state: 'monitor', cpu: 0 },
    { from: 90, to: 110, name: '', state: 'sleeping', cpu: 0 },
    { from: 90, to: 110, name: 'readyWithoutCore', state: 'running', cpu: 0 },
  ];
  for (const pause of between) assert.deepEqual(await sentencesOf('mqt_js', [work(0, 90), pause, work(110, 200)]), [], pause.name);
  assert.deepEqual(await sentencesOf('mqt_js', [work(0, 90), work(110, 200)]), []);
  assert.equal((await sentencesOf('mqt_js', [work(0, 90), work(90, 200)])).length, 1);
});
