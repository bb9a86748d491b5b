import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type ArtPaths, artVersions, buildArt } from './build-art.ts';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') return reject(error);
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

async function made(program: string, args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(program, args);
  assert.equal(code, 0, `${program} ${args.join(' ')}\n${stderr}`);
}

const fixture = (name: string): string => fileURLToPath(new URL(`fixture/${name}`, import.meta.url));

/** @returns the path of Probe.java's dex code */
async function probeDex(art: ArtPaths, folder: string): Promise<string> {
  await made('javac', ['--release', '8', '-g', '-Xlint:-options', '-d', folder, fixture('Probe.java')]);
  const d8 = ['-cp', art.d8Jar, 'com.android.tools.r8.D8', '--debug', '--min-api', '26', '--lib', art.frameworkJar];
  const dex = join(folder, 'probe-dex.jar');
  await made('java', [...d8, '--output', dex, join(folder, 'Probe.class')]);
  return dex;
}

for (const version of artVersions)
  describe(`the Android Runtime ${version}`, () => {
    let art: ArtPaths;
    let folder: string;
    const probe = (args: readonly string[], env: NodeJS.ProcessEnv = {}, options: readonly string[] = []) =>
      run(art.run, [...options, '-cp', join(folder, 'probe-dex.jar'), 'Probe', ...args], { ART_DATA: join(folder, 'data'), ...env });

    before(async () => {
      art = await buildArt(undefined, version);
      folder = await mkdtemp(join(tmpdir(), 'laglens-art-test-'));
      await probeDex(art, folder);
      const java = (await run('sh', ['-c', 'dirname "$(dirname "$(readlink -f "$(command -v javac)")")"'])).stdout.trim();
      const includes = [`-I${java}/include`, `-I${java}/include/linux`];
      await made('clang', ['-shared', '-fPIC', ...includes, '-o', join(folder, 'agent.so'), fixture('version-agent.c')]);
    });
    after(() => rm(folder, { recursive: true }));

    test('runs a program from dex and ends with its exit code', async () => {
      const { code, stdout } = await probe(['hello', 'you']);
      assert.deepEqual({ code, stdout }, { code: 3, stdout: 'Dalvik 2.1.0 hello you\n' });
    });

    test('has its Android’s looper, whose messages can be observed', async () => {
      const { stdout } = await probe(['looper'], { FRAMEWORK: '1' });
      assert.equal(stdout, 'public static void android.os.Looper.setObserver(android.os.Looper$Observer)\n');
    });

    test('has no looper when it is not asked for one', async () => {
      assert.match((await probe(['looper'])).stderr, /ClassNotFoundException: android\.os\.Looper/);
    });

    test('keeps file names and lines', async () => {
      assert.equal((await probe(['lines'])).stdout, 'deeper Probe.java:48\n');
    });

    test('attaches an agent to a debuggable process', async () => {
      const { code, stdout } = await probe(['attach', `${join(folder, 'agent.so')}=a=1,b=2`]);
      // 0x30010201: JVMTI 1.2.1, as art/openjdkjvmti/OpenjdkJvmTi.cc says of itself.
      assert.deepEqual({ code, stdout }, { code: 3, stdout: 'options a=1,b=2 full 0 restricted 0 version 30010201\nattached\n' });
    });

    test('refuses the full environment to a process that is not debuggable', async () => {
      const { stdout } = await probe(['attach', `${join(folder, 'agent.so')}=x`], { DEBUGGABLE: '0' });
      assert.match(stdout, /options x full -3 restricted 0 version 0\nattached\n$/);
    });

    test('says what the linker says when there is no such agent, and runs on', async () => {
      const { code, stdout } = await probe(['attach', '/no/such/agent.so']);
      assert.equal(code, 3);
      assert.match(stdout, /^java\.io\.IOException: Unable to dlopen \/no\/such\/agent\.so: /);
    });

    test('is not built a second time', async () => {
      const before = await stat(join(art.dir, 'dalvikvm'));
      const said: string[] = [];
      await buildArt((line) => said.push(line), version);
      assert.deepEqual(said, []);
      assert.equal((await stat(join(art.dir, 'dalvikvm'))).ino, before.ino);
    });
  });

test('the compiler of the Android Runtime 14 compiles a hot method, with the same result', async (t) => {
  const art = await buildArt(undefined, '14');
  const folder = await mkdtemp(join(tmpdir(), 'laglens-art-jit-'));
  t.after(() => rm(folder, { recursive: true }));
  const dex = await probeDex(art, folder);
  const options = ['-Xusejit:true', '-verbose:jit', '-cp', dex, 'Probe', 'hot'];
  const { stdout, stderr } = await run(art.run, options, { ART_DATA: join(folder, 'data'), ART_LOG: 'i' });
  let mixed = 7;
  for (let i = 0; i < 10_000; i++) mixed = Math.imul(mixed, 31) ^ i;
  assert.equal(stdout, `${Math.imul(mixed, 300)}\n`);
  assert.match(stderr, /Compiling method int Probe\.mix\(int\) kind=Optimized/);
});
