import { readFile } from 'node:fs/promises';
import { appClassPredicate } from '../../../../core/analysis/frames/app-classes.ts';
import { LagDetector } from '../../../../core/analysis/lags/detect/lag-detector.ts';
import { LaglensError } from '../../../../core/errors.ts';
import { Turns } from '../../../../core/session/file/turns.ts';
import { SessionModel } from '../../../../core/session/model/model.ts';
import * as androidDumps from '../../../../tests/fixtures/field-reports/android-dumps.ts';
import { anrTrace } from '../../../../tests/fixtures/field-reports/anr-trace.ts';
import { canaryLag, evilMethod, frameRateIssue, issueText, startUpIssue } from '../../../../tests/fixtures/field-reports/canary-issue.ts';
import { ettraceOutput } from '../../../../tests/fixtures/field-reports/ettrace-output.ts';
import { deepCopyText, hangsXml } from '../../../../tests/fixtures/field-reports/instruments-export.ts';
import { ipsCrash, ipsStackshot } from '../../../../tests/fixtures/field-reports/ips-report.ts';
import { crashText, ipsHangText, ipsResourceText } from '../../../../tests/fixtures/field-reports/ips-text.ts';
import { crashlyticsCrash, logcatCrash } from '../../../../tests/fixtures/field-reports/java-crash.ts';
import { ksHang, matrixReport, matrixTree } from '../../../../tests/fixtures/field-reports/matrix-report.ts';
import { hangDiagnostic, metricKitPayload } from '../../../../tests/fixtures/field-reports/metrickit-payload.ts';
import { nanoscopeTrace } from '../../../../tests/fixtures/field-reports/nanoscope-trace.ts';
import { sampleText } from '../../../../tests/fixtures/field-reports/sample-output.ts';
import { sentryChunk, sentryMethods, sentryOldProfile, sentryProfile } from '../../../../tests/fixtures/field-reports/sentry-profile.ts';
import { damaged } from '../../../../tests/fuzz/damage.ts';
import { alteredJson } from '../../../../tests/fuzz/damage-json.ts';
import type { Door } from '../../../../tests/fuzz/door.ts';
import type { Work } from '../../../../tests/fuzz/work.ts';
import { ImportReport } from '../../core/import/import-report.ts';
import { SessionBuilder } from '../../core/import/session-builder.ts';
import { fillModel } from '../../core/import/write-session.ts';
import { recognise } from '../../core/recognise.ts';
import { tombstoneProto, tombstoneText } from '../fixtures/tombstone.ts';
import { event, regularTrace } from '../formats/made-art-trace.ts';

const jsonSeeds: readonly unknown[] = [
  matrixReport(),
  matrixTree(),
  [ksHang(), matrixReport(2003)],
  [evilMethod(), canaryLag(), frameRateIssue(), startUpIssue],
  metricKitPayload(),
  hangDiagnostic(),
  hangDiagnostic('1.234,5 мс'),
  ettraceOutput(),
  sentryProfile(),
  sentryChunk(),
  sentryOldProfile(),
  sentryMethods(),
  {
    platform: 'android',
    sampled_profile: Buffer.from(regularTrace({ version: 3, clock: 'dual', events: [event(700, 'enter', 16, 1, 5)] })).toString('base64'),
  },
];
const textSeeds: readonly string[] = [
  issueText(evilMethod()),
  ipsCrash(),
  ipsStackshot(),
  ipsHangText,
  ipsResourceText,
  crashText,
  sampleText,
  hangsXml,
  deepCopyText,
  anrTrace,
  androidDumps.nativeOnly,
  androidDumps.crashlyticsAnr,
  androidDumps.playAnr,
  androidDumps.bugReport(androidDumps.unwoundThroughJava),
  nanoscopeTrace,
  tombstoneText,
  logcatCrash,
  crashlyticsCrash,
];

const jvmDumps = ['coroutines.txt', 'print.txt', 'dump.json', 'dump.txt'] as const;

/** A field of a number, of protocol buffers; no text begins so. */
const PROTO_BEGIN = 8;

/** A report of an app on a user's device, as it is imported: recognised, read, laid out, judged. */
export const fieldReport: Door = {
  name: 'field-report',
  seeds: async () => [
    ...[...jsonSeeds.map((seed) => JSON.stringify(seed)), ...textSeeds].map((text) => new TextEncoder().encode(text)),
    tombstoneProto(),
    ...(await Promise.all(jvmDumps.map((name) => readFile(new URL(`../../../../tests/fixtures/jvm-dumps/${name}`, import.meta.url))))),
  ],
  altered: (seed, random) =>
    isJson(seed) ? alteredJson(seed, random) : seed[0] === PROTO_BEGIN ? damaged(seed, random) : alteredText(seed, random),
  run: imported,
  refuses: (error) => error instanceof LaglensError && error.code.startsWith('format-'),
  // Ten thousand fields of any text, and a session's fixed tables.
  most: (bytes) => 2_000_000 + 2_000 * bytes,
  count: 300,
};

async function imported(bytes: Uint8Array, work: Work): Promise<unknown> {
  const source = {
    name: 'fuzz',
    size: bytes.length,
    async *chunks(): AsyncGenerator<Uint8Array> {
      yield bytes;
    },
  };
  const report = new ImportReport('fuzz');
  const builder = new SessionBuilder(report);
  const turns = new Turns({ nowMs: () => 0, turn: async () => undefined });
  const { read } = await recognise(bytes.subarray(0, 64 << 10), 'fuzz');
  await read({ source, builder, report, turns });
  const model = new SessionModel();
  await fillModel(builder, model, turns);
  const isAppClass = appClassPredicate({ packages: [], prefixes: ['com.example'] });
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  work.made(report.lines);
  return judge.lags.length;
}

function isJson(bytes: Uint8Array): boolean {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) !== undefined;
  } catch {
    return false;
  }
}

/** Lines removed, repeated, joined, or with another number or word in them. */
function alteredText(bytes: Uint8Array, random: () => number): Uint8Array {
  const lines = new TextDecoder().decode(bytes).split('\n');
  for (let i = 0; i < 1 + random() * 4; i++) {
    const at = Math.floor(random() * lines.length);
    const line = lines[at] ?? '';
    const way = Math.floor(random() * 5);
    if (way === 0) lines.splice(at, 1);
    else if (way === 1) lines.splice(at, 0, ...Array.from({ length: Math.min(random() * 500, 100_000 / (line.length + 1)) }, () => line));
    else if (way === 2) lines.splice(at, 2, line + (lines[at + 1] ?? ''));
    else if (way === 3)
      lines[at] = line.replace(/\d+/g, (digits) => (random() < 0.3 ? `${Math.floor(random() * 2 ** (20 + 40 * random()))}` : digits));
    else
      lines[at] = line.replace(/\w+/g, (word) => (random() < 0.1 && line.length < 5_000 ? '__proto__ '.repeat(1 + random() * 300) : word));
  }
  return new TextEncoder().encode(lines.join('\n'));
}
