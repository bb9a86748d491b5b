import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import { CauseFacts } from '../../../core/analysis/causes/facts/cause-facts.ts';
import { causeOf } from '../../../core/analysis/causes/rules.ts';
import { appClassPredicate } from '../../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { describeLag } from '../../../core/analysis/lags/detect/lag-description.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { causeText } from '../../../core/analysis/report/cause-text.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { mavenJar } from '../../../scripts/setup/maven.ts';
import { untilOnTime } from '../on-time.ts';
import { attach, Program, type Span } from '../program.ts';
import { Host } from '../test-host.ts';
import { h2, libraries } from './libraries.ts';

const execute = promisify(execFile);
const sources = ['Foreign', 'Waits', 'Work'].map((name) => fileURLToPath(new URL(`${name}.java`, import.meta.url)));

/** A use of a library, by the program's own clocks. */
export interface Use extends Span {
  readonly cpuUs: number;
}

/** The judged cause of a use. */
export interface Judged {
  readonly use: Use;
  readonly lag: Lag;
  readonly facts: CauseFacts;
  readonly cause: Cause;
  readonly text: string;
  /** The thread that proves the cause. */
  readonly owner: string | undefined;
}

/** Foreign.java with its libraries, on a desktop JVM with the shipped agent. */
export class ForeignProgram implements AsyncDisposable {
  readonly #program: Program;
  readonly #host: Host;
  readonly #folder: string;

  private constructor(program: Program, host: Host, folder: string) {
    this.#program = program;
    this.#host = host;
    this.#folder = folder;
  }

  static async start(): Promise<ForeignProgram> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-foreign-'));
    const jars: string[] = [];
    // One repository takes one download at a time.
    for (const { artifact, sha256 } of libraries) jars.push(await mavenJar(artifact, sha256, (line) => process.stderr.write(`${line}\n`)));
    const classPath = [folder, ...jars].join(delimiter);
    await execute('javac', ['-g', '-nowarn', '-cp', classPath, '-d', folder, ...sources]);
    const program = await Program.run([
      '-Xmx256m',
      '-cp',
      classPath,
      'com.example.foreign.Foreign',
      folder,
      await mavenJar(h2.artifact, h2.sha256),
    ]);
    const host = await Host.connect(await attach(program));
    await host.until('sample');
    await host.settings({ threads: 1 });
    return new ForeignProgram(program, host, folder);
  }

  /** Uses a library on main until the agent had a processor throughout; the time is judged as a lag, as no looper bounds it. */
  async judge(kind: string): Promise<Judged> {
    const use = await untilOnTime(this.#host, () => this.#use(kind), LONGEST_SILENCE_US);
    const model = new SessionModel();
    for (const message of this.#host.messages) model.apply(message);
    const main = model.threads.findLast(({ isMain }) => isMain);
    const originUs = model.runs[0]?.originUs;
    assert.ok(main !== undefined && originUs !== undefined);
    const app = new AppMethods(model, appClassPredicate({ packages: [], prefixes: ['com.example'] }));
    const range = { beginUs: use.beginUs - originUs, endUs: use.endUs - originUs };
    const lag = describeLag(model, main, { ...range, kind: 'message', message: -1, open: false, cut: false }, app);
    const cause = causeOf(model, lag, app);
    const { evidence } = cause;
    const owner = evidence === undefined || evidence.thread === main.index ? undefined : model.threads[evidence.thread]?.name;
    return { use, lag, facts: new CauseFacts(model, lag, app), cause, text: causeText(cause), owner };
  }

  async #use(kind: string): Promise<Use> {
    const [begin = 0, end = 0, cpu = 0] = (await this.#program.ask(kind)).split(' ').slice(1).map(Number);
    return { beginUs: begin / 1000, endUs: end / 1000, cpuUs: cpu / 1000 };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#host[Symbol.dispose]();
    await this.#program[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true });
  }
}

/** Half of a use: of the rest, enough is sampled. */
const LONGEST_SILENCE_US = 350_000;
