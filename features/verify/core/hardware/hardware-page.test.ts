import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldReport } from '../report/field-report.ts';
import { hardwareTables } from './hardware-page.ts';

const report: FieldReport = {
  laglensFieldReport: 1,
  laglens: '0.1.0',
  kind: 'android',
  day: '2026-03-01',
  host: { system: 'linux', node: '24' },
  device: { vendor: 'Google', model: 'Pixel 8', system: '15', api: 35, pageSize: 16_384, abis: ['arm64-v8a'], adbFeatures: [] },
  facts: [
    { id: 'android.shell.exit-code', answer: 'true', reason: 'held', ms: 1, seen: { exit: 7 } },
    { id: 'android.date.zone', answer: 'false', reason: 'differs', ms: 1, seen: { lines: ['a|b`'] } },
  ],
};

test('without a report of a physical device the page says so', () => {
  assert.match(hardwareTables([]), /\*\*No report of a physical device is here yet\.\*\*/);
  const simulated = hardwareTables([{ name: 'sim', isSimulated: true, report }]);
  assert.match(simulated, /\*\*No report of a physical device is here yet\.\*\*/);
  assert.match(
    simulated,
    /\| \[sim\]\(\.\.\/tests\/field-reports\/simulated\/sim\.json\) \| \*\*simulated\*\* \| Google Pixel 8\\, 15 \\\(API 35\\\) \|/,
  );
  // Simulated phones do not count.
  assert.match(
    simulated,
    /\| `android\.shell\.exit-code` \| [^|]+ \| \[shell\.ts\]\(\.\.\/host\/devices\/android\/adb\/shell\.ts\) \| 0 \| 0 \|/,
  );
});

test('a device counts, comes first, and its false facts are listed with what was seen', () => {
  const text = hardwareTables([
    { name: 'a-sim', isSimulated: true, report },
    { name: 'b-real', isSimulated: false, report },
  ]);
  assert.ok(text.indexOf('b\\-real') < text.indexOf('a\\-sim'));
  assert.match(text, /1 report is of a physical device/);
  assert.match(text, /\| `android\.shell\.exit-code` \| [^|]+ \| [^|]+ \| 1 \| 0 \|/);
  assert.match(text, /\| `android\.date\.zone` \| [^|]+ \| [^|]+ \| 0 \| 1 \|/);
  // A bar and a backtick end neither cell nor code.
  assert.ok(text.includes('| `android.date.zone` | [b\\-real](../tests/field-reports/b-real.json) | ``lines “a\\|b`”`` |'), text);
});

test('each table has as many cells in a row as in its head', () => {
  for (const table of hardwareTables([{ name: 'x', isSimulated: true, report }])
    .split('\n\n')
    .filter((part) => part.startsWith('|'))) {
    const cells = table.split('\n').map((row) => row.replaceAll('\\|', '').split('|').length);
    assert.deepEqual(new Set(cells).size, 1, table.slice(0, 300));
  }
});
