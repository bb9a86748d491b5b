import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nanoscopeTrace } from '../../../../tests/fixtures/field-reports/nanoscope-trace.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import { methodOfText } from './method-text.ts';

test('calls are exact, and each message of the handler is one', async () => {
  const imported = await ImportedReport.of(nanoscopeTrace);
  assert.equal(imported.format, 'nanoscope');
  assert.deepEqual(imported.lagLines, ['30 170 com.example.Cart.total:0']);
  const loop = 'android.os.Looper.loop';
  const message = `${loop} > android.os.Handler.dispatchMessage`;
  assert.deepEqual(imported.stacks('main'), [
    `0-10 ${loop}`,
    `10-20 ${message}`,
    `20-30 ${loop}`,
    `30-40 ${message}`,
    `40-190 ${message} > com.example.Cart.total`,
    `190-200 ${message}`,
    `200-210 ${loop}`,
  ]);
  assert.match(imported.report.text, /Read: 4 calls/);
});

test('a plus before names is accepted; ends without a begin and lines of other kinds are counted', async () => {
  const imported = await ImportedReport.of(`${nanoscopeTrace.replaceAll(/:(\w+ )/g, ':+$1')}210000000:POP\nno trace\n5:POP\n`);
  assert.deepEqual(imported.lagLines, ['30 170 com.example.Cart.total:0']);
  assert.match(imported.report.text, /1 end of calls without a begin, 1 line without time and method, 1 event before their predecessor/);
});

test('a cut trace ends its open calls', async () => {
  const cut = await ImportedReport.of(nanoscopeTrace.slice(0, nanoscopeTrace.indexOf('190000000')));
  assert.deepEqual(cut.lagLines, []);
  assert.match(cut.report.text, /3 ends of calls that are missing/);
});

test('methods as ART writes them become classes and methods', () => {
  assert.deepEqual(methodOfText('void com.example.Cart$1.<init>(java.lang.String, int[])'), {
    class: 'com.example.Cart$1',
    function: '<init>',
  });
  assert.deepEqual(methodOfText('com.example.Cart.total#12:a'), { class: 'com.example.Cart', function: 'total' });
  assert.deepEqual(methodOfText('art::Thread::Park()'), { class: '', function: 'art::Thread::Park()' });
});

test('a trace without calls is refused in one line', async () => {
  await assert.rejects(ImportedReport.of('12:POP\n13:POP\n'), /looks like a Nanoscope trace, but has no calls\./);
});
