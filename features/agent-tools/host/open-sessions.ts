import { realpath, stat } from 'node:fs/promises';
import { anyModel } from '../../../host/any-model.ts';
import { JudgedSession } from './judged-session.ts';
import { handleOf, workspaceFile } from './workspace-path.ts';

/** A model may take hundreds of MB. */
const MOST_OPEN = 2;

interface Opened {
  readonly stamp: string;
  readonly session: Promise<JudgedSession>;
}

/** Session files of a workspace, decoded once while they stay the same, one at a time. */
export class OpenSessions {
  readonly #workspace: string;
  readonly #signal: AbortSignal;
  /** By real path, the latest use last. */
  readonly #opened = new Map<string, Opened>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param signal of all: one caller's cancel ends no other's */
  constructor(workspace: string, signal: AbortSignal) {
    this.#workspace = workspace;
    this.#signal = signal;
  }

  /** @throws ToolError for a path outside, LaglensError for a file that cannot be read */
  async open(path: string): Promise<JudgedSession> {
    const real = await workspaceFile(this.#workspace, path);
    const { mtimeMs, size, ino } = await stat(real);
    const stamp = `${mtimeMs} ${size} ${ino}`;
    const known = this.#opened.get(real);
    this.#opened.delete(real);
    const opened = known?.stamp === stamp ? known : { stamp, session: this.#read(real) };
    this.#opened.set(real, opened);
    for (const oldest of this.#opened.keys()) if (this.#opened.size > MOST_OPEN) this.#opened.delete(oldest);
    try {
      return await opened.session;
    } catch (error) {
      if (this.#opened.get(real) === opened) this.#opened.delete(real);
      throw error;
    }
  }

  #read(real: string): Promise<JudgedSession> {
    const read = this.#last.then(async () => {
      const { model } = await anyModel(real, this.#signal);
      return new JudgedSession(handleOf(await realpath(this.#workspace), real), model);
    });
    this.#last = read.catch(() => undefined);
    return read;
  }
}
