import assert from 'node:assert/strict';
import { reportText } from '../../../cli/report/report-text.ts';
import { sessionReport } from '../../../cli/report/session-report.ts';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { type Baseline, baselineOf } from '../../../core/analysis/lags/groups/baseline.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { parseBaseline } from '../../../protocol/parse-baseline.ts';
import { shopMessages } from '../../fixtures/shop-session/shop-stream.ts';
import { alteredJson } from '../damage-json.ts';
import type { Door } from '../door.ts';

const options = { name: 'fuzz', thresholdUs: 100_000, isAppClass: (name: string) => name.startsWith('com.example'), tree: false };
const model = new SessionModel();
for (const message of shopMessages()) model.apply(message);
const judge = new LagDetector(model, options);
judge.update();

/** The demo session's own baseline. */
export const baselineSeed: Baseline = baselineOf(model, judge.lags, { title: 'Shop', session: 'shop.laglens', thresholdUs: 100_000 });

/** A stored baseline of any version, compared with another session. */
export const baseline: Door = {
  name: 'baseline',
  seeds: async () => [new TextEncoder().encode(JSON.stringify(baselineSeed))],
  altered: alteredJson,
  run: (bytes) => {
    const parsed = parseBaseline(JSON.parse(new TextDecoder().decode(bytes)));
    if (parsed === undefined) return undefined;
    assert.deepEqual(parseBaseline(parsed), parsed);
    return reportText(sessionReport(model, { ...options, baseline: parsed }));
  },
  refuses: (error) => error instanceof SyntaxError && /JSON/.test(error.message),
};
