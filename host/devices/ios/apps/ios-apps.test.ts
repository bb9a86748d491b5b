import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstalledApp } from '../protocol/services/installation-proxy.ts';
import { type BuiltApp, buildText } from '../xcode/xcrun/built-apps.ts';
import { type AppSources, appRows } from './ios-apps.ts';

const installed = (bundleId: string, more: Partial<InstalledApp> = {}): InstalledApp => {
  const name = bundleId.replace(/^.*\./, '');
  const path = `/private/var/containers/Bundle/Application/0F0F/${name}.app`;
  return {
    ...{ bundleId, name, version: '1.2', build: '34', path, executable: name, isDebuggable: true },
    ...{ signer: 'Apple Development: Ada Byron (A1B2C3D4E5)', isTestFlight: false, ...more },
  };
};

const built = (bundleId: string, more: Partial<BuiltApp> = {}): BuiltApp => {
  const name = bundleId.replace(/^.*\./, '');
  return {
    ...{ path: `/src/Debug-iphoneos/${name}.app`, bundleId, name, executable: name, version: '1.3', build: '35' },
    ...{ configuration: 'Debug', builtMs: new Date(2025, 10, 21, 18, 5).getTime(), isOwn: true, ...more },
  };
};

const store = { isDebuggable: false, signer: 'Apple iPhone OS Application Signing' };

function rows(sources: Partial<AppSources>): readonly string[] {
  const all = appRows({ installed: [], running: [], built: [], canInstall: true, ...sources });
  return all.map(({ id, group, detail, processes, notes, problem }) =>
    [id, group, detail, processes.map(({ pid }) => pid).join('+'), notes.join(' '), problem?.why ?? ''].join(' | '),
  );
}

test('builds of the workspace come first, then what runs, then what is installed, and at last what may not be debugged', () => {
  const running = [
    // Devices tell either of the two names of the same folder; an extension's process is not the app's.
    { pid: 7, executable: '/var/containers/Bundle/Application/0F0F/feed.app/feed' },
    { pid: 8, executable: '/private/var/containers/Bundle/Application/0F0F/cart.app/PlugIns/widget.appex/widget' },
    { pid: 9, executable: '' },
  ];
  const apps = ['com.example.cart', 'com.example.feed', 'com.example.shop'].map((id) => installed(id));
  const foreign = [
    installed('com.example.game', store),
    installed('com.example.beta', { ...store, isTestFlight: true }),
    installed('com.example.adhoc', { isDebuggable: false, signer: 'Apple Distribution: Example Ltd' }),
  ];
  assert.deepEqual(rows({ installed: [...foreign, ...apps], running, built: [built('com.example.shop')] }), [
    'com.example.shop | workspace | not running, Debug build of 2025-11-21 18:05, 1.2 (34) |  |  | ',
    'com.example.feed | running | running, 1.2 (34) | 7 |  | ',
    'com.example.cart | installed | not running, 1.2 (34) |  |  | ',
    'com.example.adhoc | other | not running, 1.2 (34) |  |  | not debuggable (signed for distribution)',
    'com.example.beta | other | not running, 1.2 (34) |  |  | not debuggable (TestFlight, encrypted)',
    'com.example.game | other | not running, 1.2 (34) |  |  | not debuggable (App Store, encrypted)',
  ]);
});

test('a build that is not installed can be chosen where Xcode can install it, and takes the place of what may not be debugged', () => {
  const sources = { installed: [installed('com.example.game', store)], built: [built('com.example.game'), built('com.example.shop')] };
  const notes = 'What is installed may not be debugged (App Store): your build takes its place.';
  assert.deepEqual(rows({ ...sources, running: undefined }), [
    `com.example.game | workspace | Debug build of 2025-11-21 18:05, 1.2 (34) |  | ${notes} | `,
    'com.example.shop | workspace | not installed, Debug build of 2025-11-21 18:05 |  |  | ',
  ]);
  assert.deepEqual(rows({ ...sources, running: undefined, canInstall: false }), [
    'com.example.game | workspace | Debug build of 2025-11-21 18:05, 1.2 (34) |  |  | not debuggable (App Store, encrypted)',
    'com.example.shop | workspace | not installed, Debug build of 2025-11-21 18:05 |  |  | not installed on this device',
  ]);
});

test('of several builds of an app the newest counts, and one of another project is no app of the workspace', () => {
  const [newest, older] = [built('com.example.shop', { configuration: 'Release' }), built('com.example.shop', { builtMs: 0 })];
  const elsewhere = built('com.example.other', { isOwn: false });
  assert.deepEqual(rows({ installed: [installed('com.example.other')], built: [newest, older, elsewhere] }), [
    'com.example.shop | workspace | not installed, Release build of 2025-11-21 18:05 |  |  | ',
    'com.example.other | installed | not running, Debug build of 2025-11-21 18:05, 1.2 (34) |  |  | ',
  ]);
});

test('a build is identified by its time, and by its day when that is another', () => {
  const build = { configuration: 'Debug', builtMs: new Date(2025, 10, 21, 18, 5).getTime() };
  assert.equal(buildText(build, new Date(2025, 10, 21, 23, 59)), 'Debug build of 18:05');
  assert.equal(buildText(build, new Date(2025, 10, 22, 0, 1)), 'Debug build of 2025-11-21 18:05');
  assert.equal(buildText({ ...build, configuration: '' }, new Date(2025, 10, 21, 23, 59)), 'build of 18:05');
});
