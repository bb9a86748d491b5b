import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mavenJar } from '../../scripts/setup/maven.ts';
import { defaultToken, hookJar, shippedLibrary } from '../../tests/agent/program.ts';
import { Host } from '../../tests/agent/test-host.ts';
import { buildDemoApp } from '../../tests/demo-app/build-demo-app.ts';
import { d8 } from '../../tests/demo-app/versions.ts';
import { buildArt } from '../../tests/runtimes/art/build-art.ts';

const execute = promisify(execFile);
const asyncProfiler = 'tools.profiler:async-profiler:4.6';
const asyncProfilerSha256 = 'a5d3d9f4582c2033fa9db518046e73ef97219801f3e7542b82e3e09261ebe493';
const source = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export interface Work {
  readonly operations: number;
  readonly cpuNs: number;
  readonly wallNs: number;
}

/** Load.java in a virtual machine of its own, with a host on the attached agent's socket. */
export class Load implements AsyncDisposable {
  readonly folder: string;
  /** async-profiler's library; empty on ART. */
  readonly profiler: string;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  #host: Host | undefined;
  static #dex: Promise<string> | undefined;
  /** Time main was blocked by the attach, on ART. */
  keptNs = 0;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>, folder: string, profiler: string) {
    this.#child = child;
    this.folder = folder;
    this.profiler = profiler;
    this.#reader = createInterface(child.stdout);
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  static onJvm(say: (line: string) => void): Promise<Load> {
    return Load.programOnJvm(source('Load.java'), 'Load', say);
  }

  /** Another program that takes its commands as lines and answers each with one; it may use Peers.java. */
  static async programOnJvm(program: string, mainClass: string, say: (line: string) => void): Promise<Load> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-load-'));
    const jar = await mavenJar(asyncProfiler, asyncProfilerSha256, say);
    const profiler = join(folder, 'linux-x64', 'libasyncProfiler.so');
    await execute('javac', ['-nowarn', '-g', '-cp', jar, '-d', folder, program, source('Peers.java')]);
    await execute('jar', ['xf', jar, 'linux-x64/libasyncProfiler.so'], { cwd: folder });
    const flags = ['-Xms256m', '-Xmx256m', '-XX:+UseSerialGC', '-cp', `${folder}:${jar}`, mainClass];
    return Load.#start('java', flags, folder, profiler, process.env);
  }

  /** Messages.java on a phone's looper, made as on Android 14. */
  static async onPhone(say: (line: string) => void): Promise<Load> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-load-'));
    const [jar, { classPath, bootClassPath, library }] = await Promise.all([
      mavenJar(asyncProfiler, asyncProfilerSha256, say),
      buildDemoApp('14'),
    ]);
    const phone = [...classPath, ...bootClassPath];
    const programs = [source('Messages.java'), source('Load.java'), source('Peers.java')];
    await execute('javac', ['-nowarn', '-g', '-cp', [jar, ...phone].join(':'), '-d', folder, ...programs]);
    const quiet = '-Xlog:jni+resolve=off';
    const flags = [
      quiet,
      '-Xms256m',
      '-Xmx256m',
      '-XX:+UseSerialGC',
      `-Xbootclasspath/a:${bootClassPath.join(':')}`,
      `-Dphone.library=${library}`,
    ];
    const args = [...flags, '-cp', [folder, jar, ...classPath].join(':'), 'Messages'];
    return Load.#start('java', args, folder, join(folder, 'libasyncProfiler.so'), process.env);
  }

  /** The real Android Runtime 11, interpreting. */
  static async onArt(say: (line: string) => void): Promise<Load> {
    Load.#dex ??= makeDex(say);
    const [folder, art, dex] = await Promise.all([mkdtemp(join(tmpdir(), 'laglens-load-')), buildArt(say), Load.#dex]);
    return Load.#start(art.run, ['-cp', dex, 'Load'], folder, '', { ...process.env, ART_DATA: folder });
  }

  static async #start(file: string, args: readonly string[], folder: string, profiler: string, env: NodeJS.ProcessEnv): Promise<Load> {
    const load = new Load(spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'], env }), folder, profiler);
    await load.#lines.next();
    return load;
  }

  /**
   * Attaches the agent with sampling paused.
   * @param more options
   * @param library another build of the agent
   */
  async attach(more = '', library = shippedLibrary): Promise<Host> {
    const pid = this.#child.pid ?? 0;
    const options = `token=${defaultToken},rand=00000001,dir=${this.folder},hook=${hookJar}${more}`;
    if (this.profiler === '') this.keptNs = Number(await this.command(`attach ${library}=${options}`));
    else await execute('jcmd', [String(pid), 'JVMTI.agent_load', library, `"${options}"`]);
    const host = await Host.connect(join(this.folder, `laglens-${pid}-00000001.sock`));
    this.#host = host;
    await host.until('settings');
    await host.settings({ intervalUs: 0 });
    return host;
  }

  /** CPU nanoseconds of the agent's thread, by the kernel's count. */
  async agentCpuNs(host: Host): Promise<number> {
    const own = await host.until('thread', ({ flags, tid }) => (flags & 4) !== 0 && tid !== 0);
    const text = await readFile(`/proc/${this.#child.pid}/task/${own.tid}/schedstat`, 'utf8');
    return Number(text.split(' ', 1)[0]);
  }

  async command(line: string): Promise<string> {
    this.#child.stdin.write(`${line}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`The load program ended at: ${line}`);
    return value;
  }

  async work(ms: number, depth: number): Promise<Work> {
    return workOf(await this.command(`work ${ms} ${depth}`));
  }

  /** Threads that alternate by park and unpark; on ART. */
  async storm(ms: number): Promise<Work> {
    return workOf(await this.command(`storm ${ms}`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#host?.[Symbol.dispose]();
    this.#reader.close();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGKILL');
      await once(this.#child, 'exit');
    }
    await rm(this.folder, { recursive: true });
  }
}

function workOf(answer: string): Work {
  const [operations = 0, cpuNs = 0, wallNs = 0] = answer.split(' ').map(Number);
  return { operations, cpuNs, wallNs };
}

/** Load.java for ART; removed when the bench ends. */
async function makeDex(say: (line: string) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-load-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const jar = await mavenJar(d8.artifact, d8.sha256, say);
  await execute('javac', ['--release', '8', '-Xlint:-options', '-nowarn', '-g', '-d', folder, source('Load.java')]);
  const classes = (await readdir(folder)).filter((name) => name.endsWith('.class')).map((name) => join(folder, name));
  const dex = join(folder, 'load.jar');
  const flags = ['--debug', '--min-api', '28', '--no-desugaring', '--output', dex];
  await execute('java', ['-cp', jar, 'com.android.tools.r8.D8', ...flags, ...classes]);
  return dex;
}
