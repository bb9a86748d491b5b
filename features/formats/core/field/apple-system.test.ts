import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashText } from '../../../../tests/fixtures/field-reports/ips-text.ts';
import { ksHang } from '../../../../tests/fixtures/field-reports/matrix-report.ts';
import { hangDiagnostic } from '../../../../tests/fixtures/field-reports/metrickit-payload.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import { appleSystemOf } from './apple-system.ts';

test('versions and models of Apple name their systems', () => {
  // Words that Apple's reports have had: man pages, and crash reports of each system.
  const words: readonly (readonly [string, string, string])[] = [
    ['Mac OS X 10.14.0 (18A391)', '', 'macos'],
    ['macOS 14.1 (23B74)', '', 'macos'],
    ['OS X 10.9', '', 'macos'],
    ['iPhone OS 17.4 (21E213)', 'iPhone14,2', 'ios'],
    ['iPadOS 17.4', '', 'ios'],
    ['Apple TVOS 9.2.1 (13Y825)', '', 'tvos'],
    ['Watch OS 10.1 (21S71)', 'Watch6,1', 'watchos'],
    ['xrOS 1.0', '', 'visionos'],
    ['', 'MacBookPro14,3', 'macos'],
    ['', 'Mac14,2', 'macos'],
    ['', 'AppleTV11,1', 'tvos'],
    ['', 'RealityDevice14,1', 'visionos'],
    ['', '', 'ios'],
  ];
  for (const [version, model, system] of words) assert.equal(appleSystemOf(version, model), system, `${version} ${model}`);
});

test('reports of Macs, watches and televisions say so in every reader', async () => {
  const mac = await ImportedReport.of(crashText.replace('iPhone OS 13.3 (17C54)', 'Mac OS X 10.14.0 (18A391)'));
  assert.equal(mac.model.runs[0]?.hello?.os, 'macos');
  assert.equal(mac.model.runs[0]?.isApple, true);
  const tv = await ImportedReport.of(JSON.stringify(ksHang()).replace('"system_name":"iOS"', '"system_name":"tvOS"'));
  assert.equal(tv.model.runs[0]?.hello?.os, 'tvos');
  const { diagnosticMetaData, ...rest } = hangDiagnostic();
  const vision = await ImportedReport.of({ ...rest, diagnosticMetaData: { ...diagnosticMetaData, osVersion: 'xrOS 1.0 (21N301)' } });
  assert.equal(vision.model.runs[0]?.hello?.os, 'visionos');
});
