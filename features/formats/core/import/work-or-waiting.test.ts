import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causeOf } from '../../../../core/analysis/causes/rules.ts';
import { AppMethods } from '../../../../core/analysis/frames/app-methods.ts';
import { causeText } from '../../../../core/analysis/report/cause-text.ts';
import { dataQualityIssues } from '../../../../core/analysis/report/data-quality.ts';
import { lagsOf, modelOf } from '../../tests/formats/import-profile.ts';
import { ImportReport } from './import-report.ts';
import { SessionBuilder } from './session-builder.ts';

type Fill = (builder: SessionBuilder, main: number, stack: (...names: readonly string[]) => number) => void;

async function judged(fill: Fill) {
  const report = new ImportReport('test');
  const builder = new SessionBuilder(report);
  const stack = (...names: readonly string[]): number =>
    names.reduce((parent, name) => builder.stack(parent, builder.frame({ class: 'com.example.Shop', function: name })), 0);
  fill(builder, builder.thread({ name: 'main', isMain: true }), stack);
  const model = await modelOf(builder);
  const [lag] = lagsOf(model);
  assert.ok(lag);
  return { model, lag, report, cause: causeOf(model, lag, new AppMethods(model, (name) => name.startsWith('com.example.'))) };
}

test('a stack without a state is neither work nor a wait, and its lag says where main was', async () => {
  const { lag, cause, report } = await judged((builder, main, stack) => {
    builder.sample(main, 0, 300_000, stack('open', 'readAnswer'));
    builder.sample(main, 300_000, 400_000, stack('open', 'draw'));
  });
  assert.deepEqual([lag.busyUs, lag.blockedUs, lag.unknownUs], [0, 0, 400_000]);
  assert.deepEqual([cause.rule, cause.short], ['unknown', ['shortBusyOrWaits']]);
  assert.equal(causeText(cause), 'Main was in Shop.readAnswer for 300 ms of 400 ms. The profile does not tell work from waiting.');
  assert.match(report.text, /Work and waiting differ only where the file says so, or a function is known to wait\./);
});

test('a function that is known to wait waited', async () => {
  const { lag, cause } = await judged((builder, main, stack) => {
    const connect = builder.frame({ class: 'libcore.io.Linux', function: 'connect' });
    const socket = builder.stack(stack('readAnswer'), builder.frame({ class: 'java.net.Socket', function: 'connect' }));
    builder.sample(main, 0, 400_000, builder.stack(socket, connect));
  });
  assert.deepEqual([lag.busyUs, lag.blockedUs, cause.rule], [0, 400_000, 'network']);
});

test('CPU time, and a state of the file, show work', async () => {
  const clocked = await judged((builder, main, stack) => builder.sample(main, 0, 400_000, stack('sort'), 'native', 400_000));
  const stated = await judged((builder, main, stack) => builder.sample(main, 0, 400_000, stack('sort'), 'running'));
  for (const { lag, cause, report } of [clocked, stated]) {
    assert.deepEqual([lag.busyUs, cause.rule], [400_000, 'busy']);
    assert.doesNotMatch(report.text, /waiting differ/);
  }
});

test('many messages without a pause stay a burst', async () => {
  const { cause } = await judged((builder, main, stack) => {
    for (let at = 0; at < 400; at++) builder.message(main, at * 1_000, at * 1_000 + 990, { target: 'com.example.Handler' });
    builder.sample(main, 0, 400_000, stack('average'));
  });
  assert.equal(cause.rule, 'storm');
});

test('an import from an iPhone is no capture from iOS', async () => {
  const { model } = await judged((builder, main, stack) => {
    builder.process({ name: 'shop', system: 'ios' });
    builder.sample(main, 0, 400_000, stack('draw'));
  });
  const [run] = model.runs;
  assert.ok(run);
  assert.ok(dataQualityIssues(run).every(({ code }) => code !== 'unverified'));
});
