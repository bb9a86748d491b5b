import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { LaglensError } from '../../../../../core/errors.ts';
import { guarded } from '../../../../../core/guarded.ts';
import { phrase } from '../../../../../core/text/phrase.ts';
import { Deferred } from '../../../../deferred.ts';

export interface XcrunSettings {
  /** Empty: the one in PATH, on a Mac /usr/bin/xcrun. */
  readonly xcrunPath: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** On a Mac, or with a path. */
export function mayHaveXcode({ xcrunPath }: XcrunSettings, platform: string = process.platform): boolean {
  return platform === 'darwin' || xcrunPath !== '';
}

export interface ToolCall {
  /** Purpose as in “Listing the simulators did not work”. */
  readonly purpose: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Added to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Called at once for each line. */
  line?(line: string): void;
}

export interface ToolAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const TIMEOUT_MS = 30_000;
/** Xcode's largest list has some hundred kB. */
const MAX_OUTPUT_BYTES = 16 << 20;
/** After SIGTERM. */
const KILL_AFTER_MS = 1_000;

/**
 * The one door to Apple's tools (simctl, devicectl, codesign, security …): xcrun finds them in the selected Xcode or
 * PATH. Arguments pass no shell.
 */
export class Xcrun {
  readonly #settings: XcrunSettings;

  constructor(settings: XcrunSettings) {
    this.#settings = settings;
  }

  get environment(): NodeJS.ProcessEnv {
    return this.#settings.environment ?? process.env;
  }

  /** @throws LaglensError for a failed start, another exit code than 0 or a timeout */
  async text(tool: string, args: readonly string[], call: ToolCall): Promise<string> {
    const answer = await this.answer(tool, args, call);
    if (answer.code !== 0) throw toolFailed(tool, args, answer, call.purpose);
    return answer.stdout;
  }

  /** With any exit code. @throws LaglensError for an unusable Xcode or a timeout */
  async answer(tool: string, args: readonly string[], call: ToolCall): Promise<ToolAnswer> {
    call.signal.throwIfAborted();
    const said = await this.#run(tool, args, call);
    const trouble = xcodeTrouble(said, tool, call.purpose);
    if (trouble !== undefined) throw trouble;
    return said;
  }

  async #run(tool: string, args: readonly string[], call: ToolCall): Promise<ToolAnswer> {
    const { purpose, signal, timeoutMs = TIMEOUT_MS, variables } = call;
    const { xcrunPath } = this.#settings;
    const program = xcrunPath === '' ? 'xcrun' : xcrunPath;
    // UTF-8 names and English messages.
    const env = { ...this.environment, LANG: 'en_US.UTF-8', ...variables };
    const child = spawn(program, [tool, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Deferred<ToolAnswer>();
    const output = { stdout: new Pieces(), stderr: new Pieces() };
    const stop = (error: unknown): void => {
      ended.reject(error);
      end(child);
    };
    for (const stream of ['stdout', 'stderr'] as const) {
      const take = (bytes: Buffer): void => {
        if (!output[stream].push(bytes)) stop(tooMuch(tool, purpose));
      };
      child[stream].on('data', guarded(take, stop));
    }
    if (call.line !== undefined)
      createInterface({ input: child.stdout }).on(
        'line',
        guarded((line) => call.line?.(line), stop),
      );
    child.on('error', (cause) => ended.reject(notStarted(program, purpose, cause)));
    const close = (code: number | null, killedBy: string | null): void => {
      const stderr = output.stderr.text();
      ended.resolve({
        code: code ?? -1,
        stdout: output.stdout.text(),
        stderr: killedBy === null ? stderr : `${stderr}\nEnded by ${killedBy}.`,
      });
    };
    child.on('close', guarded(close, stop));
    const cancel = (): void => stop(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(
      guarded(() => stop(silent(tool, args, purpose, timeoutMs, output.stderr.text())), stop),
      timeoutMs,
    );
    try {
      return await ended.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  }
}

/** With the tool's words and the call, to be tried by hand. */
export function toolFailed(tool: string, args: readonly string[], { code, stdout, stderr }: ToolAnswer, purpose: string): LaglensError {
  const said = `${stderr}\n${stdout}`.trim();
  const first = said.split('\n').find((line) => line.trim() !== '') ?? phrase`It said nothing`;
  return new LaglensError({
    code: 'xcode-failed',
    message: phrase`${purpose} did not work: ${tool} ended with code ${code}. ${first.trim()}`,
    next: phrase`Try again; if it stays, run the command in the log by hand, and look into Xcode.`,
    action: 'retry',
    output: `${commandLine(tool, args)}\n${said}`,
  });
}

/** For the log. */
export function commandLine(tool: string, args: readonly string[]): string {
  return ['xcrun', tool, ...args].map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`)).join(' ');
}

class Pieces {
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  /** False when too large. */
  push(bytes: Buffer): boolean {
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_OUTPUT_BYTES) return false;
    this.#pieces.push(bytes);
    return true;
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}

function end(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (!child.kill('SIGTERM')) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  timer.unref();
  child.once('exit', () => clearTimeout(timer));
}

function notStarted(program: string, purpose: string, cause: Error): LaglensError {
  const isMissing = 'code' in cause && cause.code === 'ENOENT';
  return new LaglensError({
    code: 'xcode-missing',
    message: isMissing
      ? phrase`${purpose} did not work: there is no program ${program}.`
      : phrase`${purpose} did not work: ${program} could not be started (${cause.message}).`,
    next:
      program === 'xcrun'
        ? phrase`Install Xcode from the App Store and start it once.`
        : phrase`Correct the path of xcrun in the settings, or empty it.`,
    action: 'setXcrunPath',
    cause,
  });
}

function silent(tool: string, args: readonly string[], purpose: string, timeoutMs: number, said: string): LaglensError {
  return new LaglensError({
    code: 'xcode-silent',
    message: phrase`${purpose} did not work: ${tool} did not end within ${timeoutMs / 1000} s, and was ended.`,
    next: phrase`Try again. If it stays like this, restart the simulator or the device, then the Mac: the service behind Xcode’s tools hangs.`,
    action: 'retry',
    output: `${commandLine(tool, args)}\n${said}`,
  });
}

function tooMuch(tool: string, purpose: string): LaglensError {
  return new LaglensError({
    code: 'xcode-failed',
    message: phrase`${purpose} did not work: ${tool} said more than ${MAX_OUTPUT_BYTES >> 20} MiB, and was ended.`,
    next: phrase`Run the command in a terminal to see what it says, and report it.`,
  });
}

/** EX_OSFILE of sysexits.h. */
const NO_TOOL = 72;
/** EX_UNAVAILABLE, before the licence is accepted. */
const NO_LICENSE = 69;

/**
 * xcrun's reasons for not starting a tool: no Xcode, only Command Line Tools, or no accepted licence. Undefined for
 * the tool's own errors.
 */
function xcodeTrouble(said: ToolAnswer, tool: string, purpose: string): LaglensError | undefined {
  const { code, stdout, stderr } = said;
  if (code === 0) return undefined;
  const output = `${stderr}\n${stdout}`.trim();
  if (code === NO_LICENSE || /agree(?:d)? to the Xcode (?:and Apple SDKs )?license/i.test(stderr)) {
    return new LaglensError({
      code: 'xcode-license',
      message: phrase`${purpose} did not work: the licence of this Xcode was not accepted yet.`,
      next: phrase`Run “sudo xcodebuild -license accept” in a terminal, or start Xcode once.`,
      action: 'retry',
      output,
    });
  }
  if (/xcrun: error: (?:invalid|missing|active) .*developer/i.test(stderr) || /no developer tools were found/i.test(stderr)) {
    return new LaglensError({
      code: 'xcode-missing',
      message: phrase`${purpose} did not work: there is no Xcode at the place that is selected.`,
      next: phrase`Install Xcode from the App Store and start it once; if it is there, run “sudo xcode-select -s /Applications/Xcode.app”.`,
      action: 'retry',
      output,
    });
  }
  if (code === NO_TOOL || /xcrun: error: unable to find utility/i.test(stderr)) {
    return new LaglensError({
      code: 'xcode-missing',
      message: phrase`${purpose} did not work: the selected developer tools hold no ${tool}; they are the Command Line Tools, or an old Xcode.`,
      next: phrase`Install Xcode and select it: “sudo xcode-select -s /Applications/Xcode.app”. devicectl needs Xcode 15.`,
      action: 'retry',
      output,
    });
  }
  return undefined;
}
