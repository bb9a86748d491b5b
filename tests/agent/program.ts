import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
export const prebuilt = fileURLToPath(new URL('../../device-agents/prebuilt/', import.meta.url));
export const shippedLibrary = join(prebuilt, 'x86_64', 'liblaglens.so');
export const hookJar = join(prebuilt, 'laglens-hook.jar');

/** Of a command, in microseconds of CLOCK_MONOTONIC. */
export interface Span {
  readonly beginUs: number;
  readonly endUs: number;
}

interface Act extends Span {
  /** Of `many`, by its own clock. */
  readonly sleptUs: number;
}

let compiled: Promise<string> | undefined;

/** Removed when the tests end. */
async function compile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-program-'));
  process.once('exit', () => void rm(folder, { recursive: true, force: true }));
  await execute('javac', ['-g', '-d', folder, fileURLToPath(new URL('java/Program.java', import.meta.url))]);
  return folder;
}

/** A desktop JVM with `java/Program.java`, and a private folder for the agent's socket. */
export class Program implements AsyncDisposable {
  readonly folder: string;
  /** Standard error, where JVMs report misuse of JNI. */
  complaints = '';
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #answers: { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void }[] = [];
  readonly #early: string[] = [];

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, folder: string) {
    this.#child = child;
    this.folder = folder;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.complaints += text;
    });
    createInterface(child.stdout).on('line', (line) => {
      const answer = this.#answers.shift();
      if (answer === undefined) this.#early.push(line);
      else answer.resolve(line);
    });
    child.once('exit', () => {
      for (const { reject } of this.#answers.splice(0)) reject(new Error(`The program ended:\n${this.complaints}`));
    });
  }

  /** @param flags of the JVM, besides `-Xcheck:jni` */
  static async start(...flags: readonly string[]): Promise<Program> {
    compiled ??= compile();
    return Program.run([...flags, '-cp', await compiled, 'Program']);
  }

  /** Any program that prints a first line when ready, then answers each input line by one. */
  static async run(args: readonly string[], command = 'java', env: NodeJS.ProcessEnv = {}): Promise<Program> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-agent-'));
    // The phone's own natives make the JVM warn on standard output, where the program answers.
    const flags = command === 'java' ? ['-Xcheck:jni', '-Xlog:jni+resolve=off', '-Xmx128m'] : ['-Xcheck:jni'];
    const child = spawn(command, [...flags, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    const program = new Program(child, folder);
    await program.#line();
    return program;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Returns the answer to a line. */
  async ask(line: string): Promise<string> {
    this.#child.stdin.write(`${line}\n`);
    return this.#line();
  }

  /** Runs a command on the main thread; returns its time. */
  async act(command: string): Promise<Act> {
    const [, begin = '', end = '', slept = '0'] = (await this.ask(command)).split(' ');
    return { beginUs: Number(begin) / 1000, endUs: Number(end) / 1000, sleptUs: Number(slept) / 1000 };
  }

  /** Lets the program end normally; returns the exit code. */
  async finish(): Promise<number | null> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGKILL');
      await once(this.#child, 'exit');
    }
    await rm(this.folder, { recursive: true });
  }

  #line(): Promise<string> {
    const early = this.#early.shift();
    if (early !== undefined) return Promise.resolve(early);
    return new Promise((resolve, reject) => this.#answers.push({ resolve, reject }));
  }
}

interface AttachOptions {
  readonly token?: string;
  readonly rand?: string;
  readonly library?: string;
  /** False: without the hook jar. */
  readonly hook?: boolean;
  readonly more?: string;
}

export const defaultToken = '00112233445566778899aabbccddeeff';

/** Attaches by the JVM's own means; returns the path of the agent's socket. */
export async function attach(program: Pick<Program, 'pid' | 'folder'>, options: AttachOptions = {}): Promise<string> {
  const { token = defaultToken, rand = '0badcafe', library = shippedLibrary, hook = true, more } = options;
  const parts = [`token=${token}`, `rand=${rand}`, `dir=${program.folder}`];
  if (hook) parts.push(`hook=${hookJar}`);
  if (more !== undefined) parts.push(more);
  const { stdout } = await execute('jcmd', [String(program.pid), 'JVMTI.agent_load', library, `"${parts.join(',')}"`]);
  if (!stdout.includes('return code: 0')) throw new Error(`The agent could not be attached: ${stdout}`);
  return join(program.folder, `laglens-${program.pid}-${rand}.sock`);
}
