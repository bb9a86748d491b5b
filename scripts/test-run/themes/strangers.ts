/** Files, reports and attacks that came from outside, one test for each kind of fault at least. */
export const strangers: readonly string[] = [
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
];
