import type { Actor } from '../system/actor.ts';
import type { PhoneSystem } from '../system/phone-system.ts';
import { BytePipe, type Sink, type Source } from './byte-pipe.ts';

/** The three standard streams. */
export interface Streams {
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
}

export interface ShellSession {
  readonly phone: PhoneSystem;
  readonly actor: Actor;
  /** Absolute path on the phone. */
  cwd: string;
  readonly variables: Map<string, string>;
  /** Bits that new files lack. adbd's shell has none (AOSP packages/modules/adb/daemon/main.cpp). */
  umask: number;
  /** Exit code of the last pipeline, `$?`. */
  status: number;
  /** The shell's name in its complaints: `/system/bin/sh` or `sh`. */
  readonly name: string;
  /** Aborted when the output's reader is gone. */
  readonly signal: AbortSignal;
}

/** One running command: words (without its name), streams, shell. */
export class Call implements Streams {
  readonly name: string;
  readonly args: readonly string[];
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly session: ShellSession;

  constructor(words: readonly string[], streams: Streams, session: ShellSession) {
    this.name = words[0] ?? '';
    this.args = words.slice(1);
    this.stdin = streams.stdin;
    this.stdout = streams.stdout;
    this.stderr = streams.stderr;
    this.session = session;
  }

  get phone(): PhoneSystem {
    return this.session.phone;
  }

  get actor(): Actor {
    return this.session.actor;
  }

  /** Writes a line to standard output. */
  print(line: string): Promise<void> {
    return this.stdout.write(Buffer.from(`${line}\n`));
  }

  /** Writes a line to standard error; returns the exit code. */
  async fail(line: string, code = 1): Promise<number> {
    await this.stderr.write(Buffer.from(`${line}\n`));
    return code;
  }

  /** The same command with other words, as `am …` for `cmd activity …`. */
  as(...words: readonly string[]): Call {
    return new Call(words, this, this.session);
  }
}

/** A program of the phone; resolves to its exit code. */
export type Program = (call: Call) => Promise<number>;

export async function captured(write: (sink: Sink) => Promise<unknown>): Promise<string> {
  const pipe = new BytePipe();
  const chunks: Uint8Array[] = [];
  const reading = (async () => {
    for (let chunk = await pipe.read(); chunk; chunk = await pipe.read()) chunks.push(chunk);
  })();
  try {
    await write(pipe);
  } finally {
    pipe.end();
  }
  await reading;
  return Buffer.concat(chunks).toString('utf8');
}
