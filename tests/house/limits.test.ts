import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type SourceFile, sourceFiles } from './project-sources.ts';

// Nothing waits for ever: who starts a program or opens a connection stands here, with the limit that it has there.

const programs: Readonly<Record<string, RegExp>> = {
  // The user's own command, for as long as `--seconds` says.
  'cli/scenario.ts': /endGroup\(child, 'SIGKILL'\)[^;]*KILL_AFTER_MS/,
  'host/builds/finders/xcode.ts': /timeout: TIMEOUT_MS, killSignal: 'SIGKILL'/,
  'host/devices/android/adb/server.ts': /starter\.kill\('SIGKILL'\), START_TIMEOUT_MS/,
  'host/devices/ios/xcode/xcrun/xcrun.ts': /timeoutMs = TIMEOUT_MS[\s\S]*child\.kill\('SIGKILL'\), KILL_AFTER_MS/,
  // Without an answer in time `AskedThread` ends it.
  'host/start-child.ts': /child\.kill\('SIGKILL'\)/,
  'host/devices/jvm/jcmd-attach.ts': /timeout: TIMEOUT_MS, killSignal: 'SIGKILL'/,
};

const connections: Readonly<Record<string, RegExp>> = {
  'host/devices/android/adb/server.ts': /socket\.setTimeout\(CONNECT_TIMEOUT_MS/,
  'host/devices/ios/protocol/usbmux/usbmux.ts':
    /keepAlive: true[\s\S]*'connect', \{ signal: AbortSignal\.any\(\[signal, timeoutSignal\(this\.#limits\.answerMs\)/,
  // The system answers at once for a path socket: it is taken, refused, or its queue is full.
  'host/devices/jvm/owned-socket.ts': /path: `\/proc\/self\/fd\//,
  'host/devices/simulator/ports.ts': /keepAlive: true[\s\S]*timeoutSignal\(CONNECT_MS\)/,
};

let files: readonly SourceFile[];

before(async () => {
  files = await sourceFiles(
    (path) => /^(?:features\/[\w-]+\/)?(?:core|protocol|host|extension|cli)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
  );
});

function check(what: RegExp, known: Readonly<Record<string, RegExp>>): void {
  const found = files.filter(({ lines }) => lines.some((line) => what.test(line)));
  assert.deepEqual(found.map(({ path }) => path).sort(), Object.keys(known).sort());
  for (const { path, lines } of found) assert.match(lines.join('\n'), known[path] ?? /^$/, path);
}

test('programs are started where they are ended after a while, by a signal that none can ignore', () => {
  check(/\b(?:execFile|exec|spawn|fork|execSync|spawnSync|execFileSync)\b.*from 'node:child_process'/, programs);
});

test('connections are opened where the wait for them has a limit', () => {
  check(/\b(?:connect|createConnection)\b.*from 'node:net'/, connections);
});

test('a limit of time is made where it is kept from being collected', () => {
  const makers = files.filter(({ lines }) => lines.some((line) => line.includes('AbortSignal.timeout(')));
  assert.deepEqual(
    makers.map(({ path }) => path),
    ['host/time-limits.ts'],
  );
});

test('adb is asked through the limits of its server only', () => {
  const asked = files.flatMap(({ path, lines }) =>
    lines.filter((line) => /#kit\.\w+\(/.test(line)).map((line) => `${path}: ${line.trim()}`),
  );
  assert.ok(asked.length >= 4);
  assert.deepEqual(
    asked.filter((line) => !line.includes('within')),
    [],
  );
});
