import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { matches, type SourceFile, sourceFiles } from './project-sources.ts';

let shipped: readonly SourceFile[];

before(async () => {
  shipped = await sourceFiles((path) => /^(?:features\/[\w-]+\/)?(?:host|extension|cli)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'));
});

const except = (...paths: readonly string[]): readonly SourceFile[] => shipped.filter(({ path }) => !paths.includes(path));

test('a folder is removed with all that it holds in one place, which looks whose it is', () => {
  const own = 'host/devices/private-temp-folder.ts';
  const removers = except(own).filter(({ lines }) => /\b(?:rm|rmSync|rmdir|rmdirSync)\b/.test(lines.join('\n')));
  assert.deepEqual(matches(removers, /\b(?:rm|rmSync|rmdir|rmdirSync)\([^;]*recursive/), []);
  // Also where the options stand on a line of their own, or have a name.
  assert.deepEqual(matches(removers, /recursive: true.*force|force: true.*recursive/), []);
  assert.deepEqual(matches(except(own), /\bfs\.delete\([^;]*recursive/), []);
});

test('folders that every user may write to are known to few files, which hold handles of what they make there', () => {
  const known = [
    'host/devices/private-temp-folder.ts',
    'host/devices/jvm/held-folder.ts',
    // Lists the names in it.
    'host/devices/jvm/java-processes.ts',
    // Names paths as the other process sees them; nothing is opened by them.
    'host/devices/jvm/deployment.ts',
  ];
  assert.deepEqual(matches(except(...known), /^(?!\s*\*).*(?:\btmpdir\b|['"`]\/tmp\b)/), []);
});

test('files on or of devices are opened by the door that refuses queues and links, unless nobody else can write them', () => {
  const safe = [
    // `/proc`.
    'host/devices/jvm/proc.ts',
    'host/devices/jvm/java-processes.ts',
    // Handles of folders and sockets.
    'host/devices/jvm/held-folder.ts',
    'host/devices/jvm/owned-socket.ts',
    // The agents that we ship, and `/proc/PID/exe`.
    'host/devices/jvm/deployment.ts',
    // Xcode's developer image, and copies of the developer's own build.
    'host/devices/ios/xcode/developer-image/mount-image.ts',
    'host/devices/ios/xcode/resign/resigned-copy.ts',
    'host/devices/ios/protocol/bytes/file-pieces.ts',
  ];
  const devices = except(...safe).filter(({ path }) => path.startsWith('host/devices/'));
  const importsReader = /^import \{[^}]*\b(?:open|openSync|readFile|readFileSync|createReadStream)\b[^}]*\} from 'node:fs/;
  assert.deepEqual(matches(devices, importsReader), []);
});
