import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { compileJavaProgram, type JavaProgram, startJavaProgram } from '../tests/host/java-program.ts';
import { runCommand } from '../tests/host/run-command.ts';
import { runScenario } from './scenario.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens scenario '));
});
after(() => rm(folder, { recursive: true, force: true }));

test('a scenario without a command is an error before anything is recorded', async () => {
  const { code, said } = await runCommand(['record', '--device', 'x', '--app', 'y', '--scenario', ' '], { folder });
  assert.equal(code, 2);
  assert.match(said, /^--scenario names no command\.\nGive it one that a shell runs, .*\[usage\]$/m);
});

const never = new AbortController().signal;

function scenario(command: string, over: AbortSignal = never) {
  return runScenario(command, { folder, environment: process.env, signal: never, out: () => undefined, say: () => undefined }, over);
}

async function contentOf(name: string): Promise<string> {
  for (;;) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    if (text !== '') return text;
    await pause(20);
  }
}

describe('a scenario', () => {
  test('runs in the folder’s shell, and gives its exit code as a shell does', async () => {
    assert.deepEqual(await scenario('echo "$PWD" > place && exit 7'), { code: 7, isCutShort: false });
    assert.equal(await contentOf('place'), `${folder}\n`);
    assert.deepEqual(await scenario('kill -9 $$'), { code: 137, isCutShort: false });
    assert.deepEqual(await scenario('no-such-program-of-laglens 2> said'), { code: 127, isCutShort: false });
  });

  test('ends with its children when its time is over', async () => {
    const over = new AbortController();
    const child = `trap "echo ended > child; exit" TERM; sleep 600 & echo begun > ready; wait`;
    const ended = scenario(`sh -c '${child}' & wait`, over.signal);
    await contentOf('ready');
    over.abort();
    assert.deepEqual(await ended, { code: 143, isCutShort: true });
    assert.equal(await contentOf('child'), 'ended\n');
  });
});

describe('a recording with a scenario', () => {
  let classes: Awaited<ReturnType<typeof compileJavaProgram>>;
  let program: JavaProgram;
  before(async () => {
    classes = await compileJavaProgram();
    program = await startJavaProgram(classes);
  });
  after(async () => {
    await program.stop();
    await classes.remove();
  });

  const record = (name: string, command: string, ...args: readonly string[]) =>
    runCommand(['record', '--device', 'jvm', '--app', classes.main, '--quiet', '-o', name, '--scenario', command, ...args], {
      folder,
      environment: process.env,
    });

  test('ends with it, keeps its exit code and its marks', async () => {
    const { code, out, said } = await record('failed.laglens', 'exit 3');
    assert.deepEqual([code, out], [3, `${join(folder, 'failed.laglens')}\n`], said);
    const { marks } = JSON.parse((await runCommand(['report', 'failed.laglens', '--json'], { folder })).out);
    assert.deepEqual(
      marks.map(({ name }: { readonly name: string }) => name),
      ['Scenario begins', 'Scenario ended with exit code 3'],
    );
    assert.equal((await record('passed.laglens', 'true')).code, 0);
  });

  test('cuts it short after --seconds', async () => {
    const { code, said } = await record('long.laglens', 'exec sleep 600', '--seconds', '0.5');
    assert.equal(code, 143);
    assert.match(said, /The scenario was ended after 0\.5 s\./);
    const { out } = await runCommand(['report', 'long.laglens'], { folder });
    assert.match(out, /^Mark {6}\d\.\d s {2}Scenario was cut short$/m);
  });
});
