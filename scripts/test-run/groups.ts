/** A name of `npm test -- NAME`, with files and folders from the checkout's root, with slashes. */
export type TestGroups = Readonly<Record<string, readonly string[]>>;

/** Every test file is in exactly one. `npm test` prints their times. */
export const tiles: TestGroups = {
  /** Needs Node alone. */
  unit: [
    'core/analysis',
    'core/columns',
    'core/document',
    'core/errors.test.ts',
    'core/memo.test.ts',
    'core/session',
    'core/text',
    'core/trees',
    'core/wire',
    'extension',
    'features/budgets/core', // features/budgets
    'features/budgets/protocol', // features/budgets
    'features/compare/core', // features/compare
    'features/compare/extension', // features/compare
    'features/compare/protocol', // features/compare
    'features/compare/tests/extension', // features/compare
    'features/compare/webview', // features/compare
    'features/formats/core', // features/formats
    'features/formats/extension', // features/formats
    'features/formats/host', // features/formats
    'features/formats/tests/core', // features/formats
    'features/formats/webview', // features/formats
    'features/lake/core', // features/lake
    'features/lake/extension', // features/lake
    'features/lake/host', // features/lake
    'features/lake/protocol', // features/lake
    'features/lake/tests/extension', // features/lake
    'host/asked-thread.test.ts',
    'host/diagnose',
    'host/foreign-file.test.ts',
    'host/own-file.test.ts',
    'host/share',
    'host/turn-driver.test.ts',
    'host/unlinked-file.test.ts',
    'protocol',
    'scripts/build/l10n.test.ts',
    'scripts/build/limits',
    'scripts/build/manifest.test.ts',
    'scripts/build/page-texts.test.ts',
    'scripts/build/shipped-texts.test.ts',
    'scripts/build/translations.test.ts',
    'scripts/build/wire',
    'scripts/check',
    'scripts/outputs',
    'webview',
    'tests/core',
    'tests/extension',
  ],
  'command-line': [
    'cli',
    'tests/command-line',
    'scripts/build/shared-modules.test.ts',
    'scripts/demo',
    'scripts/mutants',
    'scripts/run.test.ts',
    'scripts/setup',
    'scripts/test-run',
    'scripts/watch',
    'features/budgets/cli', // features/budgets
    'features/compare/cli', // features/compare
    'features/formats/cli', // features/formats
  ],
  formats: ['features/formats/tests/formats'], // features/formats
  limits: [
    'tests/fuzz',
    'tests/hostile',
    'features/formats/tests/hostile', // features/formats
  ],
  symbols: ['core/symbols', 'host/builds', 'host/sources', 'tests/symbols', 'tests/names'],
  lake: ['features/lake/tests/lake'], // features/lake
  fleet: ['features/lake/tests/fleet'], // features/lake
  agents: ['tests/agent'],
  devices: [
    'tests/simulated',
    'tests/runtimes',
    'features/formats/tests/runtimes', // features/formats
  ],
  captures: ['host/capture', 'host/devices', 'tests/host'],
  apps: [
    'tests/demo-app',
    'features/formats/tests/demo-app', // features/formats
  ],
  e2e: [
    'tests/e2e',
    'tests/pictures',
    'scripts/pictures',
    'features/compare/tests/e2e', // features/compare
    'features/formats/tests/e2e', // features/formats
    'features/lake/tests/e2e', // features/lake
  ],
  figures: [
    'bench',
    'features/formats/bench', // features/formats
    'features/lake/bench', // features/lake
  ],
  house: ['tests/house', 'tests/features', 'tests/workflows'],
  windows: ['tests/windows'],
};

/** Groups that only run when they are asked for. */
export const apart: readonly string[] = [
  'fleet', // features/lake
  'windows',
];

/** These cut across the tiles. People and machines run groups by name, so names stay. */
export const themes: TestGroups = {
  /** Malicious or unlucky files, streams and moments. */
  hostile: [
    'features/budgets/cli/formats.test.ts', // features/budgets
    'features/compare/cli/diff-command.test.ts', // features/compare
    'cli/terminal.test.ts',
    'core/analysis/report/session-limits.test.ts',
    'core/session/limits/budget.test.ts',
    'core/session/columns/oldest-rows.test.ts',
    'core/session/copy/redaction.test.ts',
    'core/session/names/text-key.test.ts',
    'core/session/columns/tick-times.test.ts',
    'core/session/file/turns.test.ts',
    'core/session/copy/short-paths.test.ts',
    'core/text',
    'extension/capture/live/byte-log.test.ts',
    'host/share/view-link.test.ts',
    'extension/share/what-leaves.test.ts',
    'extension/sessions/stored-sessions.test.ts',
    'extension/sources/native-sources.test.ts',
    'host/capture/capture-end.test.ts',
    'host/capture/flow.test.ts',
    'host/capture/handshake.test.ts',
    'host/capture/journal.test.ts',
    'host/capture/library.test.ts',
    'host/capture/log-budget.test.ts',
    'host/capture/place-file.test.ts',
    'host/capture/recover.test.ts',
    'host/capture/silent-link.test.ts',
    'host/capture/sweep.test.ts',
    'host/capture/thrown.test.ts',
    'host/capture/writer-id.test.ts',
    'host/devices/android/adb/adbkit.test.ts',
    'host/devices/android/adb/silent-server.test.ts',
    'host/devices/ios/protocol/usbmux/silent-usbmuxd.test.ts',
    'host/devices/jvm/other-users.test.ts',
    'host/devices/private-temp-folder.test.ts',
    'host/foreign-file.test.ts',
    'core/symbols/bytes/remote-path.test.ts',
    'tests/agent/link/connection.test.ts',
    'tests/agent/link/other-users.test.ts',
    'tests/agent/link/in-flight.test.ts',
    'tests/agent/ios/connection.test.ts',
    'tests/agent/limits/attach-rounds.test.ts',
    'tests/agent/limits/portable.test.ts',
    'tests/agent/limits/races.test.ts',
    'tests/agent/limits/thrashed.test.ts',
    'tests/core/extreme-messages.test.ts',
    'tests/core/hostile-streams.test.ts',
    'tests/core/session-file.test.ts',
    'tests/core/session-markdown.test.ts',
    'tests/e2e/page/diff-page.test.ts',
    'tests/e2e/page/hostile-names.test.ts',
    'tests/e2e/sessions/killed-editor.test.ts',
    'tests/extension/surface.test.ts',
    'tests/extension/timeout-signal.test.ts',
    'tests/fuzz',
    'tests/host/adb-faults.test.ts',
    'tests/host/adb-restart.test.ts',
    'tests/host/killed-recorder.test.ts',
    'tests/host/phone-faults.test.ts',
    'tests/host/silent-adb.test.ts',
    'tests/host/two-windows.test.ts',
    'tests/hostile',
    'tests/house/doors.test.ts',
    'tests/house/guarded.test.ts',
    'tests/house/limits.test.ts',
    'tests/house/foreign-files.test.ts',
    'tests/house/recordings.test.ts',
    'tests/symbols/damaged-archives.test.ts',
    'tests/symbols/damaged.test.ts',
  ],
  'first-ten-minutes': ['tests/e2e/first-ten-minutes'],
  /** Files, reports and attacks that came from outside, one test for each kind of fault at least. */
  strangers: [
    'features/formats/cli/report-imports.test.ts', // features/formats
    'cli/report-messages.test.ts',
    'cli/symbolicate-command.test.ts',
    'cli/usual-device.test.ts',
    'core/analysis/causes/claims.test.ts',
    'core/analysis/causes/owner-chains.test.ts',
    'core/analysis/causes/rules.test.ts',
    'core/analysis/causes/waits.test.ts',
    'core/analysis/exit-traces/anr-traces.test.ts',
    'core/analysis/exit-traces/dump-threads.test.ts',
    'core/analysis/frames/no-name.test.ts',
    'core/analysis/frames/stable-name.test.ts',
    'features/formats/tests/core/busy-scripts.test.ts', // features/formats
    'core/analysis/lags/culprit.test.ts',
    'core/analysis/lags/detect/standing-time.test.ts',
    'core/analysis/messages/message-costs.test.ts',
    'core/analysis/report/cause-text.test.ts',
    'features/formats/core/anr/forms.test.ts', // features/formats
    'features/formats/core/anr/strangers.test.ts', // features/formats
    'features/formats/core/art-trace/read.test.ts', // features/formats
    'features/formats/core/art-trace/short-times.test.ts', // features/formats
    'features/formats/core/chrome/app-process.test.ts', // features/formats
    'features/formats/core/chrome/event-samples.test.ts', // features/formats
    'features/formats/core/chrome/ids.test.ts', // features/formats
    'features/formats/core/chrome/loop-tasks.test.ts', // features/formats
    'features/formats/core/chrome/read.test.ts', // features/formats
    'features/formats/core/chrome/slice-ends.test.ts', // features/formats
    'features/formats/core/ettrace/read.test.ts', // features/formats
    'features/formats/core/field/apple-system.test.ts', // features/formats
    'features/formats/core/field/assumed-lengths.test.ts', // features/formats
    'features/formats/core/field/frame-room.test.ts', // features/formats
    'features/formats/core/field/lay-out.test.ts', // features/formats
    'features/formats/core/field/measured.test.ts', // features/formats
    'features/formats/core/firefox/gecko.test.ts', // features/formats
    'features/formats/core/firefox/read.test.ts', // features/formats
    'features/formats/core/firefox/round-trip.test.ts', // features/formats
    'features/formats/core/flutter/read.test.ts', // features/formats
    'features/formats/core/folded/folded.test.ts', // features/formats
    'features/formats/core/import/call-events.test.ts', // features/formats
    'features/formats/core/import/each-line.test.ts', // features/formats
    'features/formats/core/import/frame-names.test.ts', // features/formats
    'features/formats/core/import/frame-table.test.ts', // features/formats
    'features/formats/core/import/sample-ends.test.ts', // features/formats
    'features/formats/core/import/stack-table.test.ts', // features/formats
    'features/formats/core/import/visible-languages.test.ts', // features/formats
    'features/formats/core/instruments/read.test.ts', // features/formats
    'features/formats/core/ips/read.test.ts', // features/formats
    'features/formats/core/ips/text/read-text.test.ts', // features/formats
    'features/formats/core/ips/text/sample-report.test.ts', // features/formats
    'features/formats/core/ips/text/thread-bounds.test.ts', // features/formats
    'features/formats/core/java-crash/read.test.ts', // features/formats
    'features/formats/core/java-crash/strangers.test.ts', // features/formats
    'features/formats/core/jvm-dump/read.test.ts', // features/formats
    'features/formats/core/jvm-dump/strangers.test.ts', // features/formats
    'features/formats/core/ips/text/excerpt.test.ts', // features/formats
    'features/formats/core/recognition/logs.test.ts', // features/formats
    'features/formats/core/tombstone/strangers.test.ts', // features/formats
    'features/formats/core/matrix/read.test.ts', // features/formats
    'features/formats/core/metrickit/read.test.ts', // features/formats
    'features/formats/core/nanoscope/read.test.ts', // features/formats
    'features/formats/core/perf/script-text.test.ts', // features/formats
    'features/formats/core/perf/simpleperf.test.ts', // features/formats
    'features/formats/core/perf/thread-times.test.ts', // features/formats
    'features/formats/core/perfetto/main-process.test.ts', // features/formats
    'features/formats/core/perfetto/packet-kinds.test.ts', // features/formats
    'features/formats/core/perfetto/read.test.ts', // features/formats
    'features/formats/core/pprof/read.test.ts', // features/formats
    'features/formats/core/recognition/far-keys.test.ts', // features/formats
    'features/formats/core/relatives/relatives.test.ts', // features/formats
    'features/formats/core/sentry/read.test.ts', // features/formats
    'features/formats/core/source-map/script-names.test.ts', // features/formats
    'features/formats/core/speedscope/speedscope.test.ts', // features/formats
    'features/formats/core/text/clean-text.test.ts', // features/formats
    'features/formats/core/text/json-outline.test.ts', // features/formats
    'features/formats/core/tombstone/read.test.ts', // features/formats
    'features/formats/core/trace-canary/read.test.ts', // features/formats
    'features/formats/core/v8/read.test.ts', // features/formats
    'core/text/cuts.test.ts',
    'extension/contributions/activation.test.ts',
    'features/formats/extension/imported-sessions.test.ts', // features/formats
    'extension/sources/symbols/remote-builds.test.ts',
    'host/asked-thread.test.ts',
    'host/builds/build-report-text.test.ts',
    'host/builds/elsewhere/copy-builds.test.ts',
    'host/builds/finders/finders.test.ts',
    'host/devices/android/adb/find-adb.test.ts',
    'host/devices/android/adb/sdk-of-project.test.ts',
    'host/devices/android/android-facts.test.ts',
    'host/devices/near-apps.test.ts',
    'features/formats/host/open-profile.test.ts', // features/formats
    'features/formats/host/packed-files.test.ts', // features/formats
    'features/lake/host/engine-install.test.ts', // features/lake
    'host/own-file.test.ts',
    'features/formats/tests/formats/covered-time.test.ts', // features/formats
    'features/formats/tests/formats/cpuprofile.test.ts', // features/formats
    'features/formats/tests/formats/firefox-crate.test.ts', // features/formats
    'features/formats/tests/formats/instruments.test.ts', // features/formats
    'features/formats/tests/formats/missing-switches.test.ts', // features/formats
    'features/formats/tests/formats/paused-samplers.test.ts', // features/formats
    'features/formats/tests/formats/perfetto-round-trip.test.ts', // features/formats
    'features/formats/tests/formats/perfetto-sched.test.ts', // features/formats
    'features/formats/tests/formats/perfetto.test.ts', // features/formats
    'features/formats/tests/formats/systrace.test.ts', // features/formats
    'tests/house/linear-expressions.test.ts',
    'features/lake/tests/lake/hostile-lakes.test.ts', // features/lake
    'features/lake/tests/lake/reports.test.ts', // features/lake
    'tests/symbols/debug-map.test.ts',
    'tests/symbols/dwarf/dwarf.test.ts',
    'tests/symbols/dwarf/wrapped-ranges.test.ts',
    'tests/symbols/linked-names.test.ts',
  ],
  reality: [
    'core/analysis/lags/lag-facts.test.ts',
    'core/analysis/lags/detect/standing-time.test.ts',
    'core/analysis/report/data-quality.test.ts',
    'core/session/model/full-tables.test.ts',
    'host/builds/finders/finders.test.ts',
    'host/devices/android/android-apps.test.ts',
    'host/devices/android/android-facts.test.ts',
    'host/devices/android/android-agent-failures.test.ts',
    'host/devices/android/adb/tracking.test.ts',
    'host/devices/ios/xcode/developer-image/mount-image.test.ts',
    'host/devices/ios/link/device-log.test.ts',
    'host/devices/ios/xcode/devicectl/reasons.test.ts',
    'host/devices/ios/ios-provider.test.ts',
    'host/devices/ios/xcode/resign/minimum-system.test.ts',
    'host/devices/ios/xcode/resign/resigned-copy.test.ts',
    'host/devices/ios/routes/wait-for-ios-agent.test.ts',
    'host/devices/simulator/failures.test.ts',
    'tests/agent/loopers/app-watch.test.ts',
    'tests/agent/runtime/art.test.ts',
    'tests/agent/runtime/hidden-fields.test.ts',
    'tests/agent/runtime/hook-thread.test.ts',
    'tests/agent/ios/binaries.test.ts',
    'tests/agent/ios/package.test.ts',
    'tests/agent/ios/quiet.test.ts',
    'tests/agent/ios/sanitizers.test.ts',
    'tests/agent/ios/thrift.test.ts',
    'tests/agent/ios/upper-bits.test.ts',
    'tests/agent/link/log.test.ts',
    'tests/agent/limits/full-tables.test.ts',
    'tests/agent/loopers/looper.test.ts',
    'tests/agent/loopers/newest-loopers.test.ts',
    'tests/agent/sampling/states.test.ts',
    'tests/agent/sampling/stops.test.ts',
    'tests/agent/limits/thread-slots.test.ts',
    'tests/agent/sampling/wait-events.test.ts',
    'tests/runtimes/arm',
    'tests/simulated/android',
    'tests/simulated/xcode',
    'tests/host/attach-reasons.test.ts',
    'tests/host/launchers.test.ts',
    'tests/host/phone-faults.test.ts',
    'tests/host/simulator-capture.test.ts',
    'tests/host/simulator-copy.test.ts',
    'tests/house/system-names.test.ts',
    'tests/symbols/macho.test.ts',
  ],
};

export const groups: TestGroups = { ...tiles, ...themes };
