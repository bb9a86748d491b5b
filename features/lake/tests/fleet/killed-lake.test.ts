import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { shop, writeSession } from '../../../../tests/core/written-session.ts';
import { filesBelow, wholeRows } from '../lake/whole-rows.ts';

const main = join(import.meta.dirname, '..', '..', '..', '..', 'cli', 'main.ts');
const killer = join(import.meta.dirname, '..', 'lake', 'kill-at.ts');

let folder = '';
const sessions = ['s0.laglens', 's1.laglens', 's2.laglens'];
let expected: ReadonlyMap<string, string>;

interface Ended {
  readonly code: number | string | null;
  readonly signal: string | null;
  readonly out: string;
  readonly said: string;
}

function run(file: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(file, args, { cwd: folder, env: { ...process.env, ...environment } }, (_, out, said) =>
      resolve({ code: child.exitCode, signal: child.signalCode, out, said }),
    );
  });
}

function laglens(args: readonly string[], killAt?: number): Promise<Ended> {
  const killed = killAt === undefined ? [] : ['--import', killer];
  return run(process.execPath, [...killed, main, 'lake', ...args], { KILL_AT: String(killAt) });
}

const add = (lake: string) => ['add', lake, ...sessions, '--app-version', '1'];

/** Every step of a command, but no more than some, spread evenly. */
async function killedSteps(args: readonly string[], some: number): Promise<readonly number[]> {
  const { said } = await laglens(args, 0);
  const steps = Number(/STEPS (\d+)/.exec(said)?.[1]);
  assert.ok(steps > 10, said);
  return Array.from({ length: Math.min(some, steps) }, (_, at) => 1 + Math.floor((at * (steps - 1)) / (Math.min(some, steps) - 1)));
}

function assertWhole(found: ReadonlyMap<string, string>): void {
  for (const [session, rows] of found) assert.equal(rows, expected.get(session));
}

async function files(lake: string): Promise<readonly (readonly [string, string])[]> {
  const names = await filesBelow(join(folder, lake));
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, lake, name), 'base64')] as const));
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens killed '));
  for (const [at, name] of sessions.entries()) {
    const lags = [{ lengthMs: 200 + at, frame: `${shop}.Cart.total:12` }];
    await writeSession(folder, { name: name.replace('.laglens', ''), version: '1', device: 'Pixel 9', day: (at >> 1) + at / 24, lags });
  }
  await laglens(add('whole'));
  for (const name of sessions) assert.equal((await laglens(['add', 'small', name, '--app-version', '1'])).code, 0);
  expected = await wholeRows(folder, 'whole');
  assert.equal(expected.size, 3);
});
after(() => rm(folder, { recursive: true, force: true }));

describe('a lake whose writer is killed between its steps', () => {
  test('has whole sessions only, and the next add completes it', async () => {
    for (const step of await killedSteps(add('steps'), 4)) {
      const lake = `killed-${step}`;
      assert.equal((await laglens(add(lake), step)).signal, 'SIGKILL');
      assertWhole(await wholeRows(folder, lake));
      assert.equal((await laglens(add(lake))).code, 0);
      assert.deepEqual(await wholeRows(folder, lake), expected);
    }
  });

  test('keeps every session while it is tidied, and the next call completes that without leftovers', async () => {
    await cp(join(folder, 'small'), join(folder, 'tidied'), { recursive: true });
    const steps = await killedSteps(['tidy', 'tidied', '--now'], 5);
    const whole = await filesBelow(join(folder, 'tidied'));
    for (const step of steps) {
      const lake = `tidied-${step}`;
      await cp(join(folder, 'small'), join(folder, lake), { recursive: true });
      assert.equal((await laglens(['tidy', lake, '--now'], step)).signal, 'SIGKILL');
      assert.deepEqual(await wholeRows(folder, lake), expected);
      const { code, said } = await laglens(['tidy', lake, '--now']);
      assert.equal(code, 0, `${step}: ${said}`);
      assert.deepEqual(await wholeRows(folder, lake), expected);
      assert.equal((await filesBelow(join(folder, lake))).length, whole.length, String(step));
    }
  });
});

describe('a lake of several processes', () => {
  test('has each session once, after two writers with the same sessions, a tidying and a reader at once', async () => {
    const race = Promise.all([laglens(add('raced')), laglens(add('raced')), laglens(['tidy', 'small']), laglens(['tidy', 'small'])]);
    let isOver = false;
    const ends = race.finally(() => {
      isOver = true;
    });
    while (!isOver) assert.deepEqual(await wholeRows(folder, 'small'), expected);
    for (const { code, said } of await ends) assert.equal(code, 0, said);
    assert.deepEqual(await wholeRows(folder, 'raced'), expected);
    assert.equal((await laglens(['tidy', 'raced', '--now'])).code, 0);
    assert.deepEqual(await wholeRows(folder, 'raced'), expected);
  });
});

describe('a lake without room for more', () => {
  test('stays as it was when files may not grow', async () => {
    const before = await files('whole');
    const path = await writeSession(folder, {
      name: 'more',
      version: '1',
      device: 'x',
      day: 9,
      lags: [{ lengthMs: 300, frame: 'a.B.c:1' }],
    });
    // In blocks of 512 or 1,024 bytes.
    const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, main, 'lake'];
    const added = await run('sh', [...limited, 'add', 'whole', path]);
    assert.equal(added.code, 1, added.said);
    assert.match(added.said, /so it stayed as it was/);
    assert.deepEqual(await files('whole'), before);
  });

  for (const [lake, command] of [
    ['whole', 'add "$1/lake" more.laglens'],
    ['small', 'tidy "$1/lake" --now'],
  ] as const) {
    test(`stays as it was on a full disk: ${command.slice(0, command.indexOf(' '))}`, async (t) => {
      const script =
        `mount -t tmpfs -o size=200k none "$1" || exit 77; cp -r ${lake} "$1/lake"; dd if=/dev/zero of="$1/fill" bs=1k 2>/dev/null; ` +
        `"$2" "$3" lake ${command}; echo "code $?"; cd "$1/lake" && find . -type f | sort | xargs cksum`;
      const place = await mkdtemp(join(folder, 'disk '));
      const { code, out, said } = await run('unshare', ['-rm', 'sh', '-c', script, 'sh', place, process.execPath, main]);
      if (code === 77 || code === 1 || typeof code === 'string' || code === null)
        return t.diagnostic(`No file system may be mounted here, so this was not tried: ${said}`);
      assert.match(said, /The disk is full, so nothing was stored\./);
      const sums = await run('sh', ['-c', `cd ${lake} && find . -type f | sort | xargs cksum`]);
      assert.ok(out.endsWith(`code 1\n${sums.out}`), out);
    });
  }
});
