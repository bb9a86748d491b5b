import assert from 'node:assert/strict';
import { alteredJson } from '../../../../tests/fuzz/damage-json.ts';
import type { Door } from '../../../../tests/fuzz/door.ts';
import { hardwareTables } from '../../core/hardware/hardware-page.ts';
import { judgeAgain, reportOfToday } from '../../core/replay/judge-again.ts';
import { replayText } from '../../core/replay/replay-text.ts';
import { reportJson } from '../../core/report/field-report.ts';
import { reportMarkdown } from '../../core/words/report-markdown.ts';
import { parseReport } from '../../protocol/parse-report.ts';
import { exampleReport } from '../example-report.ts';

/** A stranger's report of `laglens verify`: read, judged again, written as text, Markdown, JSON and tables of the docs. */
export const verifyReplay: Door = {
  name: 'verify-replay',
  seeds: async () => [new TextEncoder().encode(reportJson(exampleReport))],
  altered: alteredJson,
  run: (bytes, work) => {
    const parsed = parseReport(new TextDecoder().decode(bytes));
    if ('mistake' in parsed) {
      // No letter of a stranger is in it.
      assert.match(parsed.mistake, /^[A-Za-z][-\w., ]{5,160}$/);
      return undefined;
    }
    const judged = judgeAgain(parsed.report);
    const today = reportOfToday(parsed.report, judged);
    const [text, markdown] = [replayText(parsed.report, judged), reportMarkdown(today)];
    assert.doesNotMatch(text, /[^\n\x20-\x7e“”’…µ]/);
    // Judged twice, nothing changes; written and read, it is the same.
    assert.deepEqual(
      judgeAgain(today).map(({ result }) => result),
      today.facts,
    );
    assert.deepEqual(parseReport(reportJson(today)), { report: JSON.parse(JSON.stringify(today)) });
    work.made([text, markdown, hardwareTables([{ name: 'fuzz', isSimulated: false, report: today }])]);
    return judged.length;
  },
  refuses: () => false,
};
