import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tests/host/free-port.ts';
import { compileJavaProgram, type JavaProgram, startJavaProgram } from '../tests/host/java-program.ts';
import { type CommandOutput, runCommand } from '../tests/host/run-command.ts';
import { OtherAdbServer } from '../tests/simulated/android/other-adb-server.ts';

const recorder = fileURLToPath(new URL('../tests/host/record-until-killed.ts', import.meta.url));

describe('the command line', () => {
  let folder: string;
  let classes: Awaited<ReturnType<typeof compileJavaProgram>>;
  let program: JavaProgram;
  let adb: OtherAdbServer;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens cli '));
    classes = await compileJavaProgram();
    program = await startJavaProgram(classes);
    adb = await OtherAdbServer.start(41);
  });
  after(async () => {
    await adb.stop();
    await program.stop();
    await classes.remove();
    await rm(folder, { recursive: true });
  });

  /** With an adb server that knows no device, so that the tests do not meet real phones. */
  async function run(args: readonly string[], signal?: AbortSignal, hear?: (line: string) => void): Promise<CommandOutput> {
    const environment = { ADB_SERVER_SOCKET: `tcp:${adb.port}` };
    return runCommand(args, { environment, folder, ...(signal && { signal }), ...(hear && { hear }) });
  }

  it('records a program and reports on the file', async () => {
    const args = ['record', '--device', 'jvm', '--app', classes.main, '--seconds', '3', '-o', 'a session.laglens', '--quiet'];
    const recorded = await run(args);
    assert.equal(recorded.code, 0, recorded.said);
    assert.equal(recorded.out, `${join(folder, 'a session.laglens')}\n`);
    assert.deepEqual(await readdir(folder), ['a session.laglens']);
    const report = await run(['report', 'a session.laglens', '--tree']);
    assert.equal(report.code, 0, report.said);
    assert.match(report.out, /Busy\.work/);
  });

  it('replaces no session unless it is asked to', async () => {
    const mine = join(folder, `${classes.main}.laglens`);
    await writeFile(mine, 'an earlier session');
    const record = ['record', '--device', 'jvm', '--app', classes.main, '--seconds', '0.5', '--quiet'];
    const unnamed = await run(record);
    assert.equal(unnamed.out, `${join(folder, `${classes.main}-2.laglens`)}\n`, unnamed.said);
    const refused = await run([...record, '-o', mine]);
    assert.equal(refused.code, 2);
    assert.match(refused.said, /is there already.*--force/);
    assert.equal(await readFile(mine, 'utf8'), 'an earlier session');
    const forced = await run([...record, '-o', mine, '--force']);
    assert.equal(forced.out, `${mine}\n`, forced.said);
    assert.notEqual(await readFile(mine, 'utf8'), 'an earlier session');
    await rm(mine);
    await rm(join(folder, `${classes.main}-2.laglens`));
  });

  it('records until Ctrl-C and keeps the file', async () => {
    const interrupt = new AbortController();
    const args = ['record', '--device', 'jvm', '--app', classes.main, '-o', 'until.laglens'];
    const { code, said } = await run(args, interrupt.signal, (line) => {
      if (line.startsWith('Recording')) setImmediate(() => interrupt.abort());
    });
    assert.equal(code, 0, said);
    assert.ok((await readdir(folder)).includes('until.laglens'));
  });

  it('reads the journal of a recording that was killed, and completes it with the next recording', async () => {
    const child = spawn(process.execPath, [recorder, join(folder, 'killed.laglens')], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    const [journal = ''] = (await readdir(folder)).filter((name) => name.startsWith('killed.laglens.'));
    const read = await run(['report', journal]);
    assert.equal(read.code, 0, read.said);
    assert.match(read.out, /its recording or copy was interrupted/);

    const next = ['record', '--device', 'jvm', '--app', classes.main, '--seconds', '0.5', '--quiet', '-o', 'killed.laglens'];
    const recorded = await run(next);
    assert.equal(recorded.out, `${join(folder, 'killed.laglens')}\n`, 'the new one has the name that it was given');
    assert.match(recorded.said, /cut off.*killed-2\.laglens/);
    assert.deepEqual((await readdir(folder)).filter((name) => name.startsWith('killed')).sort(), ['killed-2.laglens', 'killed.laglens']);
    assert.doesNotMatch((await run(['report', 'killed-2.laglens'])).out, /interrupted/);
  });

  it('lists this computer, its programs, and why there are no phones', async () => {
    const { code, out } = await run(['devices', '--apps', '--adb', '/nowhere/adb', '--adb-server', String(await freePort())]);
    assert.equal(code, 0);
    assert.match(out, /^jvm /m);
    assert.match(out, new RegExp(`${classes.main} +process ${program.pid}`));
    assert.match(out, /cannot be used: .*\/nowhere\/adb/);
  });

  it('lists as JSON', async () => {
    const { out } = await run(['devices', '--json']);
    const rows: unknown = JSON.parse(out);
    assert.ok(Array.isArray(rows) && rows.some((row: { id?: unknown }) => row.id === 'jvm'));
  });

  const wrong: readonly (readonly string[])[] = [
    [],
    ['fly'],
    ['record'],
    ['record', '--device', 'jvm'],
    ['record', '--device', 'jvm', '--app', 'x', '--seconds', 'soon'],
    ['record', '--device', 'jvm', '--app', 'x', '--interval', '0'],
    ['record', '--device', 'jvm', '--app', 'x', '--threads', 'some'],
    ['record', '--device', 'jvm', '--app', 'x', '--depth', '15'],
    ['record', '--device', 'jvm', '--app', 'x', '--depth', '2049'],
    ['devices', '--colour'],
    ['devices', '--connect', 'phone'],
    ['report'],
  ];
  for (const args of wrong) {
    it(`explains itself at “${args.join(' ')}”`, async () => {
      const { code, out, said } = await run(args);
      assert.equal(code, 2);
      assert.match(out + said, /laglens (devices|record|report)|^Commands: devices, /m);
    });
  }

  it('says what does not run, with a next step and code 1', async () => {
    const { code, said } = await run(['record', '--device', 'jvm', '--app', 'sample.Nobody', '--seconds', '1']);
    assert.equal(code, 1);
    assert.match(said, /Nobody[\s\S]*\[app-not-running\]/);
  });

  it('shows the usage of each command', async () => {
    for (const command of ['devices', 'record', 'report', 'diagnose']) {
      const { code, out } = await run([command, '--help']);
      assert.equal(code, 0);
      assert.match(out, new RegExp(`Usage: laglens ${command}`));
    }
  });
});
