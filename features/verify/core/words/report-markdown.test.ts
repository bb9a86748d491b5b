import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleReport } from '../../tests/example-report.ts';
import { reportMarkdown } from './report-markdown.ts';

test('Markdown has the device, each answer with its claim, the sample’s lags and the agent’s cost', () => {
  const text = reportMarkdown(exampleReport);
  for (const part of [
    '1 facts are true\\, 1 false\\, 1 untried\\. Laglens 0\\.1\\.0\\, linux\\, 2026\\-03\\-01\\.',
    '| system | 14 \\(API 34\\) |',
    '## False',
    // A backtick and a bar of an observation neither end the code nor the cell.
    '| `android.date.zone` | date says the zone as sign\\, hours and minutes | other than expected | ``lines “Name\\|`11`”`` |',
    '## Untried',
    '| `android.exit-info.unknown` | Before Android 11 dumpsys activity exit\\-info is unknown | not part of this version of the system | ` ` |',
    '| `sleep` | 300 ms | 304 ms | sleep |',
    '| `lock` | 250 ms | not found |  |',
    '| agent’s CPU | 1\\.25 \\% of a core |',
  ])
    assert.ok(text.includes(part), `${part}\n${text}`);
  assert.ok(text.indexOf('## False') < text.indexOf('## Untried') && text.indexOf('## Untried') < text.indexOf('## True'));
});

test('a fact of a newer version is there by its id', () => {
  const facts = [{ id: 'android.future.fact', answer: 'false', reason: 'differs', ms: 1, seen: {} }] as const;
  assert.match(reportMarkdown({ ...exampleReport, facts }), /`android\.future\.fact` \| a fact of another version of Laglens/);
});
