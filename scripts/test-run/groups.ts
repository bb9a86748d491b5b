/** A name of `npm test -- NAME`, and the files and folders that it stands for, from the checkout's root with slashes. */
export type TestGroups = Readonly<Record<string, readonly string[]>>;

/** These tile the suite: every test file lies in exactly one. `npm test` prints the time of each. */
export const tiles: TestGroups = {
  unit: ['core', 'extension', 'host', 'scripts', 'webview', 'tests/core', 'tests/extension', 'tests/fuzz', 'tests/hostile'],
  'command-line': ['cli'],
  symbols: ['tests/symbols', 'tests/names'],
  agents: ['tests/agent'],
  devices: ['tests/devices'],
  captures: ['tests/host'],
  apps: ['tests/demo-app'],
  e2e: ['tests/e2e', 'tests/pictures'],
  figures: ['bench'],
  house: ['tests/house'],
};

/** These cut across the tiles. A name stays once it is here: people and machines run groups by name. */
export const themes: TestGroups = {
  /** Files, streams and moments that somebody or bad luck made to harm. */
  hostile: [
    'cli/terminal.test.ts',
    'core/session/redaction.test.ts',
    'core/session/short-paths.test.ts',
    'core/text',
    'extension/live/byte-log.test.ts',
    'extension/share/view-link.test.ts',
    'extension/share/what-leaves.test.ts',
    'extension/sources/native-sources.test.ts',
    'host/capture/capture-end.test.ts',
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
    'host/devices/android/no-program.test.ts',
    'host/devices/android/silent-server.test.ts',
    'host/devices/jvm/other-users.test.ts',
    'host/devices/own-folder.test.ts',
    'host/foreign-file.test.ts',
    'core/symbols/remote-path.test.ts',
    'tests/agent/connection.test.ts',
    'tests/agent/in-flight.test.ts',
    'tests/agent/ios/connection.test.ts',
    'tests/agent/portable.test.ts',
    'tests/agent/thrashed.test.ts',
    'tests/core/hostile-streams.test.ts',
    'tests/core/session-file.test.ts',
    'tests/core/session-markdown.test.ts',
    'tests/e2e/hostile-names.test.ts',
    'tests/e2e/killed-editor.test.ts',
    'tests/extension/surface.test.ts',
    'tests/fuzz',
    'tests/host/adb-faults.test.ts',
    'tests/host/adb-restart.test.ts',
    'tests/host/killed-recorder.test.ts',
    'tests/host/phone-faults.test.ts',
    'tests/host/silent-adb.test.ts',
    'tests/host/two-windows.test.ts',
    'tests/hostile',
    'tests/house/doors.test.ts',
    'tests/house/foreign-files.test.ts',
    'tests/house/recordings.test.ts',
    'tests/symbols/damaged-archives.test.ts',
    'tests/symbols/damaged.test.ts',
  ],
};

export const groups: TestGroups = { ...tiles, ...themes };
