import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ipsCrash } from '../../../../tests/fixtures/field-reports/ips-report.ts';
import { crashText, ipsHangText } from '../../../../tests/fixtures/field-reports/ips-text.ts';
import { ksHang } from '../../../../tests/fixtures/field-reports/matrix-report.ts';
import { hangDiagnostic } from '../../../../tests/fixtures/field-reports/metrickit-payload.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

const lasted = ({ lags }: ImportedReport): readonly number[] => lags.map(({ beginUs, endUs }) => (endUs - beginUs) / 1_000);

/** A KSCrash report with another error. */
function ksError(error: object): object {
  const { crash, ...rest } = ksHang();
  return { ...rest, crash: { ...crash, error } };
}

test('a deadlock or a hang without a length is one lag of an assumed length, which the import report names', async () => {
  const unknown = [
    ksError({ type: 'deadlock', address: 0 }),
    ksError({ type: 'hang', hang: { hang_start_nanos: 5_000_000_000 } }),
    ksError({ type: 'user', reason: 'ANR', user_reported: { name: 'AppHang' } }),
  ];
  for (const report of unknown) {
    const imported = await ImportedReport.of(report);
    assert.deepEqual(lasted(imported), [2_000]);
    assert.match(imported.report.text, /A hang without a length lasts 2 s, .* it may have lasted longer\./);
  }
});

test('a monitor’s words give the length: Sentry’s “at least”, Bugsnag’s “within”', async () => {
  const sentry = await ImportedReport.of(ksError({ type: 'user', reason: 'App hanging for at least 3,500 ms.' }));
  assert.deepEqual(lasted(sentry), [3_500]);
  const bugsnag = await ImportedReport.of(
    ksError({ type: 'user', reason: 'The app’s main thread failed to respond to an event within 5000 milliseconds' }),
  );
  assert.deepEqual(lasted(bugsnag), [5_000]);
  assert.doesNotMatch(bugsnag.report.text, /without a length/);
});

test('MetricKit’s hang with a length of unknown words stays a lag', async () => {
  for (const written of ['5 apples', '']) {
    const imported = await ImportedReport.of(hangDiagnostic(written));
    assert.deepEqual(lasted(imported), [250]);
    assert.match(imported.report.text, /A hang without a readable length lasts 250 ms/);
  }
  const german = await ImportedReport.of(hangDiagnostic('1.234 ms'));
  assert.deepEqual(lasted(german), [1_234]);
});

test('an end by the watchdog is a lag without its allowance, too', async () => {
  const json = await ImportedReport.of(ipsCrash().replaceAll('time allowance of 19.97 seconds', 'patience'));
  const text = await ImportedReport.of(crashText.replace('time allowance of 19.97 seconds', 'patience'));
  for (const imported of [json, text]) {
    assert.deepEqual(lasted(imported), [10_000]);
    assert.match(imported.report.text, /The watchdog waited 10 s, its usual allowance/);
  }
  const late = await ImportedReport.of(
    crashText.replace('exhausted real (wall clock) time allowance of 19.97 seconds', 'Failed to terminate gracefully after 5.0s'),
  );
  assert.deepEqual(lasted(late), [5_000]);
});

test('a spindump of a hang without a duration is a lag', async () => {
  const imported = await ImportedReport.of(ipsHangText.replace(/^(?:Duration|Duration Sampled|Steps):.*\n/gm, ''));
  assert.deepEqual(lasted(imported), [250]);
});
