import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ettraceOutput } from '../../../../tests/fixtures/field-reports/ettrace-output.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

test('calls keep their times; one child or several, separators and gaps are understood', async () => {
  const imported = await ImportedReport.of(ettraceOutput());
  assert.equal(imported.format, 'ettrace');
  assert.deepEqual(imported.stacks('main'), [
    '0-50 UIApplicationMain',
    '50-170 UIApplicationMain > Cart.total()',
    // 10 ms without samples are not work.
    '170-180 ',
    '180-200 UIApplicationMain > Shop + 0x4010',
  ]);
  assert.match(imported.report.text, /Read: 4 calls/);
});

test('busy main is a lag with the app’s function as culprit', async () => {
  assert.deepEqual((await ImportedReport.of(ettraceOutput())).lagLines, ['0 170 Cart.total():0']);
});

test('events become marks', async () => {
  assert.deepEqual((await ImportedReport.of(ettraceOutput())).marks, ['checkout', 'end of checkout']);
});

test('a thread that does not run the app’s main function has no lags', async () => {
  const text = JSON.stringify(ettraceOutput()).replace('UIApplicationMain', 'start_wqthread');
  const imported = await ImportedReport.of(text);
  assert.deepEqual([imported.lags.length, imported.stacks('thread').length], [0, 4]);
});

test('a file without stacks is refused in one line; a cut one gives its whole nodes', async () => {
  await assert.rejects(
    ImportedReport.of({ osBuild: '1', libraries: {}, nodes: { name: '<root>' } }),
    /looks like an ETTrace file, but has no stacks\./,
  );
  const text = JSON.stringify(ettraceOutput());
  const cut = await ImportedReport.of(text.slice(0, text.lastIndexOf('"name":"0x')));
  assert.equal(cut.report.isTruncated, true);
});

test('calls without a time are counted, as is what they call; numbers may be texts', async () => {
  const output = ettraceOutput();
  const lost = { name: 'lost()', library: '', children: { name: 'below()', library: '', start: 10, duration: 1, children: [] } };
  const text = JSON.stringify({ ...output, nodes: { name: '<root>', children: [output.nodes, lost] } }).replaceAll(
    /"start":([\d.]+)/g,
    '"start":"$1"',
  );
  const imported = await ImportedReport.of(text);
  assert.equal(imported.stacks('main').length, 4);
  assert.match(imported.report.text, /Skipped: 1 call without a name or time\./);
});
