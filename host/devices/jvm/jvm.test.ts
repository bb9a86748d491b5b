import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LaglensError } from '../../../core/errors.ts';
import { compileJavaProgram, type JavaProgram, startJavaJar, startJavaProgram } from '../../../tests/host/java-program.ts';
import { AgentFiles } from '../agent-files.ts';
import type { DeployOptions } from '../device.ts';
import { loadAgent } from './hotspot-attach.ts';
import { javaProcess, javaProcesses } from './java-processes.ts';
import { findJcmd, loadAgentByJcmd } from './jcmd-attach.ts';
import { JvmProvider } from './jvm-provider.ts';

const run = promisify(execFile);
const { signal } = new AbortController();
const prebuilt = fileURLToPath(new URL('../../../device-agents/prebuilt', import.meta.url));
const options: DeployOptions = {
  launch: false,
  token: new Uint8Array(16),
  intervalUs: 10_000,
  depth: 512,
  progress: () => undefined,
  log: () => undefined,
  signal,
};

describe('the Java virtual machines of this computer', () => {
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

  it('are found with the main class that jcmd names', async () => {
    const found = (await javaProcesses(signal)).find((each) => each.pid === program.pid);
    const { stdout } = await run('jcmd', ['-l']);
    const line = stdout.split('\n').find((each) => each.startsWith(`${program.pid} `));
    assert.equal(`${found?.pid} ${found?.main} ${found?.arguments}`, line);
  });

  it('are found without performance data too', async () => {
    const quiet = await startJavaProgram(classes, ['-XX:-UsePerfData']);
    try {
      assert.equal((await javaProcess(quiet.pid))?.main, classes.main);
      assert.equal((await javaProcess(quiet.pid))?.arguments, 'one two');
    } finally {
      await quiet.stop();
    }
  });

  it('answer our attach request with the reason why a library cannot be loaded, and go on', async () => {
    const process = await javaProcess(program.pid);
    assert.ok(process);
    const answer = await loadAgent(process, '/nowhere/liblaglens.so', 'token=00,dir=/x', signal);
    assert.notEqual(answer.code, 0);
    assert.match(answer.text, /nowhere\/liblaglens\.so/);
    assert.equal((await javaProcess(program.pid))?.started, process.started);
    assert.deepEqual(
      (await readdir('/tmp')).filter((name) => name === `.attach_pid${program.pid}`),
      [],
    );
  });

  it('answer the same by jcmd', async () => {
    const jcmd = await findJcmd(process.env);
    assert.ok(jcmd);
    const answer = await loadAgentByJcmd(jcmd, program.pid, '/nowhere/liblaglens.so', 'a=1,b=2', signal);
    assert.notEqual(answer.code, 0);
  });

  it('are left alone when a signal would kill them', async () => {
    const deaf = await startJavaProgram(classes, ['-Xrs', '-XX:+DisableAttachMechanism']);
    try {
      const facts = await javaProcess(deaf.pid);
      assert.ok(facts);
      await assert.rejects(
        loadAgent(facts, '/nowhere/liblaglens.so', '', signal),
        (error: unknown) => error instanceof LaglensError && error.code === 'attach-unsupported',
      );
      assert.ok(await javaProcess(deaf.pid));
    } finally {
      await deaf.stop();
    }
  });

  it('are one row on Linux, and a row that says why not elsewhere', async () => {
    const files = new AgentFiles('/nowhere');
    const linux = await new JvmProvider(files, 'linux', 'x64').rows();
    const mac = await new JvmProvider(files, 'darwin', 'arm64').rows();
    assert.equal(linux[0]?.problem, undefined);
    assert.equal(mac[0]?.problem?.code, 'unsupported-platform');
  });

  it('are meant as listed, not those that started since', async () => {
    const device = await new JvmProvider(new AgentFiles(prebuilt)).open('jvm');
    assert.ok((await device.apps(signal)).some(({ id }) => id === classes.main));
    const later = await startJavaProgram(classes);
    try {
      const link = await device.deploy({ app: classes.main }, options);
      await link.cleanup();
      assert.equal(link.process.pid, program.pid);
    } finally {
      await later.stop();
    }
  });

  it('started from a jar have the version of its manifest, others none', async () => {
    const device = await new JvmProvider(new AgentFiles(prebuilt)).open('jvm');
    const jar = await startJavaJar(classes, 'Implementation-Version: 1.4.2\r\n\r\nName: a\r\nImplementation-Version: 9\r\n');
    try {
      const link = await device.deploy({ app: jar.main, pid: jar.pid }, options);
      await link.cleanup();
      assert.deepEqual([link.process.name, link.version], ['shop app.jar', '1.4.2']);
    } finally {
      await jar.stop();
    }
    const link = await device.deploy({ app: classes.main, pid: program.pid }, options);
    await link.cleanup();
    assert.equal(link.version, undefined);
  });

  it('that do not run are named in the message', async () => {
    const device = await new JvmProvider(new AgentFiles('/nowhere')).open('jvm');
    const deployed = device.deploy({ app: 'sample.Nobody' }, options);
    await assert.rejects(deployed, (error: unknown) => error instanceof LaglensError && error.code === 'app-not-running');
  });
});
