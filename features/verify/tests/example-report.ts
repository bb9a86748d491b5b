import type { FieldReport } from '../core/report/field-report.ts';

/** A report by its description, without a device. */
export const exampleReport: FieldReport = {
  laglensFieldReport: 1,
  laglens: '0.1.0',
  kind: 'android',
  day: '2026-03-01',
  host: { system: 'linux', node: '24.1.0' },
  device: {
    vendor: 'Example',
    model: 'Example One',
    system: '14',
    api: 34,
    kernel: '5.15.110-android14',
    abis: ['arm64-v8a', 'armeabi-v7a'],
    pageSize: 4096,
    patch: '2026-02-05',
    runtime: '351010000',
    adbServer: 41,
    adbFeatures: ['shell_v2', 'cmd'],
    traced: 'running',
    debuggableApps: 2,
    profileableApps: 11,
  },
  facts: [
    { id: 'android.shell.exit-code', answer: 'true', reason: 'held', ms: 41, seen: { exit: 7 } },
    { id: 'android.date.zone', answer: 'false', reason: 'differs', ms: 12, seen: { lines: ['Name|`11`'] } },
    { id: 'android.exit-info.unknown', answer: 'untried', reason: 'version', ms: 0, seen: {} },
  ],
  capture: {
    app: 'sample',
    launched: true,
    seconds: 20,
    attachMs: 412,
    firstSampleMs: 431.5,
    agentVersion: '0.1.0',
    lags: [
      { name: 'sleep', truthMs: 300, foundMs: 304, cause: 'sleep' },
      { name: 'lock', truthMs: 250 },
    ],
    otherLags: 1,
    cost: { cpuPercent: 1.25, sampleUs: 91, dropped: 0, bytesPerSecond: 5210 },
  },
};
