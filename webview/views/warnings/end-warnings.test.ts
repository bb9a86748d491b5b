import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barrierTexts } from '../../../core/analysis/report/sync-barriers.ts';
import { translationKey } from '../../../protocol/translation-key.ts';
import { AnalyzedApp, idle, ms } from '../../../tests/core/analyzed-app.ts';
import { exitTrace, TRACE_SENTENCE } from '../../../tests/core/exit-traces.ts';
import { helloMessage } from '../../../tests/core/sample-stream.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { endRecord } from '../../../tests/core/system-records.ts';
import { anrTrace } from '../../../tests/fixtures/field-reports/anr-trace.ts';
import { useTranslations } from '../../ui/translated.ts';
import { anrTraceWarnings } from './anr-trace-warnings.ts';
import { barrierWarnings } from './barrier-warnings.ts';
import { endWarnings } from './warnings.ts';

useTranslations({ [translationKey('The app crashed by an exception.')]: 'Abgestürzt.' });

test('the header says who ended the process, in the user’s language and Android’s words', () => {
  const { model } = new AnalyzedApp().replay(scriptedApp([idle(300 * ms)]));
  const [run] = model.runs;
  assert.deepEqual([endWarnings(run), endWarnings(undefined)], [[], []]);
  model.apply(endRecord(0, SCRIPT_START_US + 300 * ms, { reason: 4, text: 'crash {0}' }));
  assert.deepEqual(endWarnings(run), [{ code: 'processEnd', text: 'Abgestürzt (crash {0})', serious: false }]);
});

test('a barrier in main’s queue is a warning with its likely reason', () => {
  const { model } = new AnalyzedApp().replay(scriptedApp([idle(300 * ms)]));
  assert.deepEqual(barrierWarnings(model), []);
  model.apply({ type: 'syncBarrier', beginUs: SCRIPT_START_US + 200 * ms, atUs: SCRIPT_START_US + 10_300 * ms, over: 0 });
  const text = 'Since 0:00.2 main handles only asynchronous messages: a sync barrier stays in its queue.';
  assert.deepEqual(barrierWarnings(model), [{ code: 'syncBarrier', text, serious: true, details: barrierTexts.barrierHint }]);
});

test('Android’s trace of an earlier ANR is a warning, whose details have main’s stack', () => {
  const { model } = new AnalyzedApp().replay(scriptedApp([idle(300 * ms)]));
  assert.deepEqual(anrTraceWarnings(model), []);
  const hello = { ...helloMessage(SCRIPT_START_US), ...model.runs[0]?.hello };
  model.apply({ ...exitTrace(hello, 311, 0, anrTrace), wallUs: hello.wallUs - 60_000_000 });
  const [warning] = anrTraceWarnings(model);
  assert.deepEqual([warning?.code, warning?.text], ['anrTrace', `ANR 1 min 00 s before the session (pid 311): ${TRACE_SENTENCE}`]);
  assert.match(warning?.details ?? '', /^"main" Blocked\n {2}at com\.example\.Cart\.total\(Cart\.java:88\)\n/);
});
