import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { replaySession } from '../../core/session/file/replay.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Capture } from '../../host/capture/capture.ts';
import { defaultSampling } from '../../host/capture/capture-state.ts';
import { AgentFiles } from '../../host/devices/agent-files.ts';
import { javaProcess } from '../../host/devices/jvm/java-processes.ts';
import { JvmProvider } from '../../host/devices/jvm/jvm-provider.ts';
import { sourcesStep } from '../../host/diagnose/sources-step.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { compileJavaProgram, startJavaProgram } from './java-program.ts';
import { untilCapture } from './until-capture.ts';

const { signal } = new AbortController();

it('spaces in the paths of program, temporary folder, agent, workspace and session do no harm', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'laglens with spaces '));
  t.after(() => rm(place, { recursive: true, force: true }));
  const compiled = await compileJavaProgram();
  const classes = { ...compiled, folder: join(place, 'my classes') };
  await rename(compiled.folder, classes.folder);
  const temporary = join(place, 'my tmp');
  const workspace = join(place, 'my workspace');
  const [packageName = '', name = ''] = classes.main.split('.');
  const agents = join(place, 'my agents');
  await cp(new URL('../../device-agents/prebuilt', import.meta.url), agents, { recursive: true });
  await mkdir(temporary);
  await mkdir(join(workspace, 'app src', packageName), { recursive: true });
  await writeFile(join(workspace, 'app src', packageName, `${name}.java`), '');
  const program = await startJavaProgram(classes, [`-Djava.io.tmpdir=${temporary}`]);
  t.after(() => program.stop());

  const path = join(place, 'my sessions', 'one lag.laglens');
  const capture = new Capture({
    device: await new JvmProvider(new AgentFiles(agents)).open('jvm'),
    target: { app: classes.main },
    launch: false,
    sampling: defaultSampling,
    path,
    version: '0.0.0',
  });
  const live = new SessionModel();
  capture.on('piece', ({ messages }) => {
    for (const message of messages) live.apply(message);
  });
  await capture.start(signal);
  await untilCapture(capture, () => live.threads.some((thread) => thread.isMain && thread.samples.length > 3));
  assert.equal(await capture.stop(), path);
  assert.deepEqual(await readdir(join(place, 'my sessions')), ['one lag.laglens']);

  const file = await SessionFile.open(path);
  const { model } = await replaySession(file, inflateDriver);
  await file.close();
  assert.ok(model.threads.some((thread) => thread.isMain && thread.samples.length > 0));
  const step = await sourcesStep(model, [workspace], signal);
  assert.equal(step.verdict, 'ok', step.text);
});

it('a jar with spaces in its path is known by its name', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'laglens with spaces '));
  const classes = await compileJavaProgram();
  t.after(() => Promise.all([rm(place, { recursive: true, force: true }), classes.remove()]));
  const jar = join(place, 'my app.jar');
  await promisify(execFile)('jar', ['--create', '--file', jar, '--main-class', classes.main, '-C', classes.folder, '.']);
  for (const options of [[], ['-XX:-UsePerfData']]) {
    const child = spawn('java', [...options, '-jar', jar, 'one', 'two three'], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      const found = await javaProcess(child.pid ?? -1);
      assert.deepEqual([found?.main, found?.arguments], ['my app.jar', 'one two three']);
    } finally {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    }
  }
});
