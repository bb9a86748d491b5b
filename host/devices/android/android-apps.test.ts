import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type AppSources, appRows, parseAppId } from './android-apps.ts';
import { parseProcesses } from './android-processes.ts';
import { builtApps, parseMetadata } from './gradle-apps.ts';
import { parsePackages } from './installed-packages.ts';
import { ownerOf } from './process-owners.ts';

// Cut from `dumpsys package` of Android 8 (userId, flags) and of Android 14 (appId, pkgFlags).
const dump = `  Package [com.example.shop] (1a2b3c4):
    userId=10123
    primaryCpuAbi=null
    versionCode=4 minSdk=26 targetSdk=34
    versionName=1.4 beta
    flags=[ DEBUGGABLE HAS_CODE ALLOW_CLEAR_USER_DATA ]
    lastUpdateTime=2026-11-21 12:00:00
    User 0: ceDataInode=1 installed=true hidden=false
    User 10: ceDataInode=2 installed=false hidden=false
  Package [com.example.bank] (5d6e7f8):
    appId=10124
    primaryCpuAbi=arm64-v8a
    versionCode=70201 minSdk=26 targetSdk=34
    pkgFlags=[ HAS_CODE ]
    lastUpdateTime=2026-11-20 12:00:00
    User 0: ceDataInode=1 installed=true hidden=false
  Package [com.android.settings] (9a8b7c6):
    userId=1000
    versionCode=34 minSdk=34 targetSdk=34
    pkgFlags=[ SYSTEM HAS_CODE ]
    User 0: ceDataInode=1 installed=true hidden=false
`;
const metadata = {
  version: 3,
  artifactType: { type: 'APK', kind: 'Directory' },
  applicationId: 'com.example.shop',
  variantName: 'freeDebug',
  elements: [{ type: 'SINGLE', filters: [], attributes: [], versionCode: 4, versionName: '1.4', outputFile: 'app-free-debug.apk' }],
  elementType: 'File',
};

function sources(changes: Partial<AppSources> = {}): AppSources {
  return {
    packages: parsePackages(dump),
    processes: parseProcesses(
      '  PID   UID NAME\n 4242 10123 com.example.shop\n 4243 10123 com.example.shop:sync\n 900 1000 com.android.settings\n',
    ),
    built: [],
    currentUser: 0,
    users: new Map([[0, 'Owner']]),
    zoneMinutes: 0,
    debugged: new Set(),
    ...changes,
  };
}

describe('the apps of a phone', () => {
  it('are read from both forms of the dump', () => {
    const [shop, bank, settings] = parsePackages(dump);
    assert.deepEqual(shop, {
      name: 'com.example.shop',
      appId: 10_123,
      isDebuggable: true,
      isSystem: false,
      versionCode: 4,
      versionName: '1.4 beta',
      abi: undefined,
      users: [0],
      lastUpdate: '2026-11-21 12:00:00',
    });
    assert.deepEqual([bank?.appId, bank?.abi, bank?.isDebuggable], [10_124, 'arm64-v8a', false]);
    assert.deepEqual([settings?.isSystem, settings?.versionName], [true, '']);
  });

  it('have the processes of their user id, however they are called, the main one first', () => {
    const processes = parseProcesses(`
 4241 10123 com.example.shop:sync
 4242 10123 org.sample.decoder
 4243 10123 com.example.shop
 4244 99012 com.example.shop:sandboxed_process0:com.example.shop.Parser
 4245 1010123 com.example.shop
 4246 10124 com.example.shop:other
`);
    const row = appRows(sources({ processes }))[0];
    assert.deepEqual(
      row?.processes.map(({ pid }) => pid),
      [4243, 4242, 4241],
    );
    assert.deepEqual(row?.notes, ['One isolated process is not listed: Android lets no agent into them.']);
  });

  it('whose main process is not named after them are running all the same', () => {
    const rows = appRows(sources({ processes: parseProcesses('4243 10123 org.sample.station\n4242 10123 com.example.shop:sync\n') }));
    assert.deepEqual(rows[0]?.processes[0], { pid: 4243, name: 'org.sample.station' });
  });

  it('that share a user id keep their processes apart', () => {
    const packages = parsePackages(dump.replace('appId=10124', 'appId=10123'));
    const processes = parseProcesses('1 10123 com.example.bank\n2 10123 com.example.shop:sync\n');
    assert.deepEqual(
      appRows(sources({ packages, processes })).map((row) => `${row.id} ${row.processes.map(({ pid }) => pid)}`),
      ['com.example.shop 2', 'com.example.bank 1'],
    );
    // Source of the form: AOSP PackageManagerShellCommand.runListPackages.
    const listed = 'package:com.example.bank uid:10123\npackage:com.example.shop uid:10123\npackage:com.example.shopping uid:10200\n';
    assert.deepEqual(ownerOf('com.example.shop', listed), { name: 'com.example.shop', uid: 10_123, siblings: ['com.example.bank'] });
    const refused = 'java.lang.SecurityException: Shell does not have permission to access user 150';
    assert.equal(ownerOf('com.example.shop', refused), undefined);
  });

  it('stand in groups; the system’s are left out, others say why not', () => {
    const rows = appRows(sources());
    assert.deepEqual(
      rows.map((row) => `${row.group} ${row.id} ${row.problem?.code ?? ''}`.trim()),
      ['running com.example.shop', 'other com.example.bank app-not-debuggable'],
    );
    assert.deepEqual(
      rows[0]?.processes.map((each) => each.name),
      ['com.example.shop', 'com.example.shop:sync'],
    );
  });

  it('of the workspace stand first, with the variant, also when they are not installed', () => {
    const built = [
      { applicationId: 'com.example.shop', variant: 'freeDebug', versionCode: 4, builtMs: Date.parse('2026-11-21T11:59:00Z') },
      { applicationId: 'com.example.wear', variant: 'debug', versionCode: 1, builtMs: 0 },
    ];
    const rows = appRows(sources({ built }));
    assert.deepEqual(
      rows.slice(0, 2).map((row) => `${row.group} ${row.id}: ${row.detail}`),
      ['workspace com.example.shop: variant freeDebug, running, debuggable', 'workspace com.example.wear: variant debug, not installed'],
    );
    assert.deepEqual(rows[0]?.notes, []);
    assert.equal(rows[1]?.problem?.code, 'app-not-found');
  });

  it('say that the installed build is older than the last one, by version or by time in the phone’s zone', () => {
    const built = (builtMs: number, versionCode = 4) => [{ applicationId: 'com.example.shop', variant: 'debug', versionCode, builtMs }];
    const isOld = (changes: Partial<AppSources>): boolean => appRows(sources(changes))[0]?.notes.join().includes('older') === true;
    assert.equal(isOld({ built: built(0, 5) }), true);
    assert.equal(isOld({ built: built(Date.parse('2026-11-21T12:05:00Z')) }), true);
    // 12:00 in a zone two hours ahead was 10:00 UTC.
    assert.equal(isOld({ built: built(Date.parse('2026-11-21T11:00:00Z')), zoneMinutes: 120 }), true);
    assert.equal(isOld({ built: built(Date.parse('2026-11-21T09:59:00Z')), zoneMinutes: 120 }), false);
  });

  it('of another user carry the user in their id', () => {
    assert.deepEqual(parseAppId('com.example.notes@10'), { name: 'com.example.notes', user: 10 });
    assert.deepEqual(parseAppId('com.example.notes'), { name: 'com.example.notes', user: undefined });
    const packages = parsePackages(dump.replace('User 10: ceDataInode=2 installed=false', 'User 10: ceDataInode=2 installed=true'));
    const rows = appRows(sources({ packages, users: new Map([[10, 'Work']]) }));
    assert.match(rows.find((row) => row.id === 'com.example.shop@10')?.detail ?? '', /of Work/);
  });
});

describe('Gradle’s output metadata', () => {
  it('is read for APKs only, and never trusted to be well-formed', () => {
    const { outputs, ...rest } = parseMetadata(JSON.stringify(metadata)) ?? { outputs: [] };
    assert.deepEqual(rest, { applicationId: 'com.example.shop', variant: 'freeDebug', versionCode: 4 });
    assert.deepEqual(outputs, ['app-free-debug.apk']);
    const others: readonly unknown[] = [
      null,
      7,
      'x',
      [],
      {},
      { ...metadata, elements: {} },
      { ...metadata, artifactType: { type: 'AAR' } },
    ];
    for (const each of others) assert.equal(parseMetadata(JSON.stringify(each)), undefined);
    assert.equal(parseMetadata(JSON.stringify({ ...metadata, variantName: 'debugAndroidTest' })), undefined);
    assert.equal(parseMetadata('{'), undefined);
    assert.deepEqual(parseMetadata(JSON.stringify({ ...metadata, elements: [{ outputFile: '../../etc/passwd' }] }))?.outputs, []);
  });

  it('is found below any module, newest build first', async () => {
    const root = await mkdtemp(join(tmpdir(), 'laglens gradle '));
    try {
      for (const [index, variant] of ['debug', 'release'].entries()) {
        const folder = join(root, 'app', 'build', 'outputs', 'apk', variant);
        await mkdir(folder, { recursive: true });
        const file = join(folder, 'output-metadata.json');
        await writeFile(file, JSON.stringify({ ...metadata, variantName: variant }));
        await utimes(file, 1_000 + index, 1_000 + index);
      }
      await mkdir(join(root, 'node_modules', 'x'), { recursive: true });
      await writeFile(join(root, 'node_modules', 'x', 'output-metadata.json'), JSON.stringify({ ...metadata, variantName: 'no' }));
      const found = await builtApps([root, join(root, 'none')], new AbortController().signal);
      assert.deepEqual(
        found.map((each) => `${each.variant} ${each.builtMs}`),
        ['release 1001000', 'debug 1000000'],
      );
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
