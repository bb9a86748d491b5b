import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ipsHangText } from '../../../../../tests/fixtures/field-reports/ips-text.ts';
import { ImportedReport } from '../../../tests/fixtures/imported.ts';

test('threads of a crash report without its head are read, and are no samples of perf', async () => {
  const text = `Thread 0 name:  Dispatch queue: com.apple.main-thread
Thread 0 Crashed:
0   Shop                          \t0x00000001046a7da4 Cart.total() + 12
1   UIKitCore                     \t0x00000001ae3bbbb4 UIApplicationMain + 4

Thread 1:
0   libsystem_kernel.dylib        \t0x00000001ae3b0000 __workq_kernreturn + 8
`;
  const imported = await ImportedReport.of(text);
  assert.equal(imported.format, 'ips');
  assert.equal(imported.model.threads.length, 2);
  assert.match(imported.stacks('main').join(), /Cart\.total\(\)$/);
});

test('a panic of the kernel is of no app, whose stacks it may hold', async () => {
  const body = { string: 'panic(cpu 1 caller 0xfff): reset', processByPid: { 7: { procname: 'shop', threadById: {} } } };
  await assert.rejects(ImportedReport.of(`{"bug_type":"210"}\n${JSON.stringify(body)}`), /is of a panic of the kernel, not of an app/);
});

test('the part of a hang that was not sampled is no stop of the process', async () => {
  const text = ipsHangText
    .replace(/^Duration: .*$/m, 'Duration:         22.00s')
    .replace(/^Duration Sampled: .*$/m, 'Duration Sampled: 4.00s');
  const { lags, model } = await ImportedReport.of(text);
  assert.deepEqual([lags.length, lags[0]?.beginUs, lags[0]?.endUs], [1, 0, 22_000_000]);
  assert.equal(model.runs[0]?.stops.length, 0);
});
