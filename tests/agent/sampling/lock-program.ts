import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { frameOf } from '../../../core/analysis/frames/frame.ts';
import type { OwnerChain } from '../../../core/analysis/locks/owner-chain.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { attach, Program, type Span } from '../program.ts';
import { Host } from '../test-host.ts';

/** A wait of main, and the thread that ended it by the program's own account. */
export interface EndedWait extends Span {
  readonly endedBy: string;
  /** From that thread's release until main went on. */
  readonly lateUs: number;
}

/** A desktop JVM with `java/Locks.java`, the agent in it, and what it reported. */
export class LockProgram implements AsyncDisposable {
  readonly host: Host;
  readonly program: Program;
  readonly #folder: string;

  private constructor(folder: string, program: Program, host: Host) {
    this.#folder = folder;
    this.program = program;
    this.host = host;
  }

  static async start(): Promise<LockProgram> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-locks-'));
    await promisify(execFile)('javac', ['-g', '-d', folder, fileURLToPath(new URL('../java/Locks.java', import.meta.url))]);
    const program = await Program.run(['-cp', folder, 'Locks']);
    const host = await Host.connect(await attach(program));
    await host.until('sample');
    return new LockProgram(folder, program, host);
  }

  async act(command: string): Promise<EndedWait> {
    const [, begin = '', end = '', endedBy = '', late = ''] = (await this.program.ask(command)).split(' ');
    return { beginUs: Number(begin) / 1000, endUs: Number(end) / 1000, endedBy, lateUs: Number(late) / 1000 };
  }

  /** All reported so far. */
  model(): SessionModel {
    const model = new SessionModel();
    model.apply(processMessage(0));
    for (const message of this.host.messages) model.apply(message);
    return model;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.host[Symbol.dispose]();
    await this.program[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true });
  }
}

export function mainOf(model: SessionModel): Thread {
  const main = model.threads.find(({ isMain }) => isMain);
  if (main === undefined) throw new Error('No thread is the main one.');
  return main;
}

/** A span of the program's clock as session time: the session begins with the agent's first clock reading. */
export function sessionSpan(model: SessionModel, { beginUs, endUs }: Span): Span {
  const startUs = model.runs[0]?.hello?.monoUs ?? 0;
  return { beginUs: beginUs - startUs, endUs: endUs - startUs };
}

/** `main for Object by link-1 in Locks.takeLast`, for each link; the owner's innermost frame of the program. */
export function chainLines(model: SessionModel, { links }: OwnerChain): readonly string[] {
  const name = (thread: number): string => model.threads[thread]?.name ?? '?';
  return links.map(({ thread, owner, objectClass, ownerNode }) => {
    let node = ownerNode;
    while (node !== 0 && frameOf(model, node).class !== 'Locks') node = model.nodes.parent[node] ?? 0;
    return `${name(thread)} for ${objectClass.split('.').at(-1)} by ${name(owner)} in ${frameOf(model, node).label}`;
  });
}
