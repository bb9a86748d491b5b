import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { lifePhase } from '../columns/run-columns.ts';
import { SessionModel } from '../model/model.ts';

/** An app starts: its process, its agent, its main thread in one stack. */
function startApp(model: SessionModel, run: number, atUs: number): void {
  model.apply(processMessage(run));
  model.apply(helloMessage(atUs));
  model.apply({ type: 'thread', thread: 1, tid: 1, name: 'main', group: 'system', flags: 1, atUs });
  model.sample(1, atUs + 1_000, 0, 0, undefined, 0);
}

test('where texts are too many, the next process of the app is another run all the same', () => {
  const model = new SessionModel({ letters: 2_000 });
  startApp(model, 0, 0);
  model.apply({ type: 'string', id: 1, text: 'n'.repeat(2_000 - 150) });
  model.apply({ type: 'note', key: 'k', value: 'n'.repeat(1_000) });
  const long = 'because of '.repeat(100);
  model.apply({ type: 'processEnd', atUs: 5_000_000, why: long });
  model.apply(processMessage(1, { device: long }));
  startApp(model, 1, 9_000_000);
  const [first, second] = model.runs;
  assert.equal(model.runs.length, 2);
  assert.deepEqual([first?.endUs, first?.endedWhy.length], [5_000_000, 64]);
  assert.deepEqual([second?.process?.device.length, second?.process?.app, second?.hello?.os], [64, 'com.example.shop', 'jvm']);
  assert.deepEqual(
    model.threads.map(({ run, name, isMain, samples }) => [run, name, isMain, samples.length]),
    [
      [0, 'main', true, 1],
      [1, 'main', true, 1],
    ],
  );
  assert.deepEqual(
    model.budgetEnds.map(({ name }) => name),
    ['letters'],
  );
});

test('what is reported again at each chunk of a file, and after each broken link, costs no letters', () => {
  const model = new SessionModel({ letters: 1_000 });
  for (let index = 0; index < 100; index++) {
    model.apply(processMessage(0));
    if (index === 0) model.apply(helloMessage(0));
    model.apply({ type: 'thread', thread: 1, tid: 1, name: 'main', group: 'system', flags: 1, atUs: index });
  }
  assert.deepEqual([model.budgetEnds, model.ignored], [[], 0]);
});

test('an agent that comes back and reports once more what the app went through is not ignored', () => {
  const model = new SessionModel();
  for (let link = 0; link < 2; link++) {
    model.apply(helloMessage(link * 1_000_000, { os: 'ios' }));
    for (const phase of [lifePhase.started, lifePhase.loaded, lifePhase.launched]) {
      model.apply({ type: 'lifecycle', atUs: phase * 1_000, phase });
    }
  }
  assert.deepEqual([model.runs[0]?.phases.length, model.ignored], [3, 0]);
});
