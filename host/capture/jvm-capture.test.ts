import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LaglensError } from '../../core/errors.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { hostile } from '../../tests/host/hostile-user.ts';
import { compileJavaProgram, type JavaProgram, startJavaProgram } from '../../tests/host/java-program.ts';
import { untilCapture } from '../../tests/host/until-capture.ts';
import { AgentFiles } from '../devices/agent-files.ts';
import { JvmProvider } from '../devices/jvm/jvm-provider.ts';
import { Capture } from './capture.ts';
import { defaultSampling } from './capture-state.ts';

const agents = new AgentFiles(fileURLToPath(new URL('../../device-agents/prebuilt', import.meta.url)));
const { signal } = new AbortController();

describe('a capture of a real Java program by the shipped agent', () => {
  let classes: Awaited<ReturnType<typeof compileJavaProgram>>;
  let folder: string;
  let program: JavaProgram;
  let running: Capture[] = [];
  let programs: JavaProgram[] = [];

  before(async () => {
    classes = await compileJavaProgram();
  });
  after(() => classes.remove());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-jvm-'));
    program = await startJavaProgram(classes);
    programs = [program];
  });
  afterEach(async () => {
    await Promise.all(running.map((each) => each.stop()));
    await Promise.all(programs.map((each) => each.stop()));
    running = [];
    await rm(folder, { recursive: true });
  });

  async function begin(name: string, pid?: number): Promise<{ capture: Capture; model: SessionModel }> {
    const capture = new Capture({
      device: await new JvmProvider(agents).open('jvm'),
      target: { app: classes.main, ...(pid === undefined ? {} : { pid }) },
      launch: false,
      sampling: { ...defaultSampling, intervalUs: 5_000 },
      path: join(folder, `${name}.laglens`),
      version: '0.0.0',
    });
    const model = new SessionModel();
    capture.on('piece', ({ messages }) => {
      for (const message of messages) model.apply(message);
    });
    running.push(capture);
    await capture.start(signal);
    return { capture, model };
  }

  it('sees the main thread work, and leaves no file in the temporary folder', async () => {
    const before = new Set(await readdir('/tmp'));
    const { capture, model } = await begin('one', program.pid);
    await untilCapture(capture, () => methodsOfMain(model).includes(`L${classes.main.replace('.', '/')};.work`));
    await capture.stop();
    const left = (await readdir('/tmp')).filter((name) => !before.has(name) && /^laglens-[A-Za-z0-9]{6}$/.test(name));
    assert.deepEqual(left, []);
    assert.deepEqual(await readdir(folder), ['one.laglens']);
  });

  it('sees it also in a program of another user, where that may be captured', async () => {
    await chmod(classes.folder, 0o755);
    const other = await startJavaProgram(classes, [], hostile);
    programs.push(other);
    const { capture, model } = await begin('one', other.pid);
    await untilCapture(capture, () => methodsOfMain(model).includes(`L${classes.main.replace('.', '/')};.work`));
  });

  it('removes what a killed capture of an ended process left, and only that', async () => {
    const [ended, live] = [await mkdtemp('/tmp/laglens-'), await mkdtemp('/tmp/laglens-')];
    try {
      await leaveSocket(ended, 4194305);
      await leaveSocket(live, process.pid);
      await begin('one', program.pid);
      const names = await readdir('/tmp');
      assert.deepEqual([names.includes(basename(ended)), names.includes(basename(live))], [false, true]);
    } finally {
      await rm(ended, { recursive: true, force: true });
      await rm(live, { recursive: true });
    }
  });

  it('can be repeated in the same process', async () => {
    for (const name of ['one', 'two', 'three']) {
      const { capture, model } = await begin(name, program.pid);
      await untilCapture(capture, () => methodsOfMain(model).includes(`L${classes.main.replace('.', '/')};.work`));
      await capture.stop();
    }
  });

  it('is refused while another window captures the same process, which goes on', async () => {
    const first = await begin('one', program.pid);
    await assert.rejects(begin('two', program.pid), (error: unknown) => error instanceof LaglensError && error.code === 'agent-busy');
    const seen = first.model.nowUs;
    await untilCapture(first.capture, () => first.model.nowUs > seen + 200_000);
  });

  it('goes on in the next process of the same program', async () => {
    const { capture, model } = await begin('one', program.pid);
    await untilCapture(capture, () => methodsOfMain(model).length > 0);
    await program.stop();
    programs.push(await startJavaProgram(classes));
    await untilCapture(
      capture,
      () => model.runs.length === 2 && model.threads.some((thread) => thread.run === 1 && thread.samples.length > 3),
    );
    assert.deepEqual(
      model.runs.map((run) => run.process?.pid),
      programs.map((each) => each.pid),
    );
  });
});

/** As a capture that was killed leaves it. */
async function leaveSocket(folder: string, pid: number): Promise<void> {
  await mkdir(join(folder, `socket-${pid}`));
  await writeFile(join(folder, `socket-${pid}`, `laglens-${pid}-00000000.sock`), '');
}

function methodsOfMain(model: SessionModel): readonly string[] {
  const main = model.threads.find((thread) => thread.isMain);
  const found: string[] = [];
  for (let row = 0; main !== undefined && row < main.samples.length; row++) {
    const method = model.methods[model.nodes.method[main.samples.nodeAt(row)] ?? 0];
    if (method !== undefined) found.push(`${method.class}.${method.name}`);
  }
  return found;
}
