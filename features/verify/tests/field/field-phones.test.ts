import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { changedAnswers, judgeAgain } from '../../core/replay/judge-again.ts';
import { type FieldReport, reportJson } from '../../core/report/field-report.ts';
import { parseReport } from '../../protocol/parse-report.ts';
import { REPORTS } from '../../scripts/kept-reports.ts';
import { fieldPhones, ofPersonality, ofStandIn, unsteady } from './field-phones.ts';
import { differences, personalityOf } from './personality-of.ts';
import { answersOf, idsOf } from './verified.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

async function kept(name: string): Promise<FieldReport> {
  const parsed = parseReport(await readFile(join(root, REPORTS, 'simulated', `${name}.json`), 'utf8'));
  if ('mistake' in parsed) throw new Error(`${name}: ${parsed.mistake}`);
  return parsed.report;
}

/** Answers with reasons, without those of a moment. @param only of these facts */
function steady({ facts }: FieldReport, only?: (id: string) => boolean): Readonly<Record<string, string>> {
  return answersOf(facts.filter(({ id }) => !unsteady.includes(id) && only?.(id) !== false));
}

/** What the phone itself decides, not the app's runtime on it. */
const isOfPhone = (id: string): boolean => Object.hasOwn(differences, id) && id !== 'android.agent.not-denied';

describe('laglens verify on a simulated phone', () => {
  for (const { name, planted, refusal, report: made } of fieldPhones) {
    test(`${name}: what is planted is found, nothing is invented, and its report makes such a phone`, async (t) => {
      const why = await refusal?.();
      if (why !== undefined) return t.skip(why);
      const report = await made();
      const wrong = idsOf(report.facts, 'false').filter((id) => !ofStandIn.includes(id) && !unsteady.includes(id));
      assert.deepEqual([...wrong].sort(), [...planted].sort(), JSON.stringify(report.facts.filter(({ id }) => wrong.includes(id))));
      // Written, read and judged again, each answer is as it was.
      const parsed = parseReport(reportJson(report));
      assert.ok('report' in parsed, JSON.stringify(parsed));
      assert.deepEqual(changedAnswers(judgeAgain(parsed.report)), []);
      // As kept; after a change on purpose, renew-reports.ts writes it again.
      assert.deepEqual(steady(report), steady(await kept(name)));
      if (planted.length > 0) {
        const again = await ofPersonality(personalityOf(parsed.report));
        assert.deepEqual(steady(again, isOfPhone), steady(report, isOfPhone));
      }
    });
  }
});
