import type { Duplex } from 'node:stream';
import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { isUnanswered } from '../../../time-limits.ts';
import { AdbFailure } from './adbkit.ts';
import { commandLine, quote } from './quote.ts';
import type { AdbServer } from './server.ts';
import type { ShellResult } from './shell.ts';

export interface PhoneApp {
  readonly name: string;
  readonly user: number;
}

/** A lost device throws `LaglensError` `device-lost`. */
export class Phone {
  readonly serial: string;
  readonly #server: AdbServer;

  constructor(server: AdbServer, serial: string) {
    this.#server = server;
    this.serial = serial;
  }

  /** @param command with quoted words */
  run(command: string, signal: AbortSignal): Promise<ShellResult> {
    return this.#here(() => this.#server.shell(this.serial, command, signal));
  }

  /** True for passing losses. Restarts a lost adb server; a failure shows at the next try. */
  async isOutOfReach(error: unknown, signal: AbortSignal): Promise<boolean> {
    if (!(error instanceof LaglensError)) return false;
    if (error.code === 'device-lost' || isUnanswered(error)) return true;
    if (error.code !== 'adb-unreachable') return false;
    try {
      await this.#server.ensure(signal);
    } catch (failure) {
      if (!(failure instanceof LaglensError)) throw failure;
    }
    return true;
  }

  async push(from: string, to: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#server.push(this.serial, from, to, 0o644, signal);
    } catch (error) {
      if (!(error instanceof AdbFailure)) throw error;
      if (isGone(error)) throw deviceLost(this.serial, error);
      throw pushFailed(to, error, await this.#wordsOfWriting(to, signal));
    }
  }

  /** A refused push may lose its reason, so a small write asks again. */
  async #wordsOfWriting(to: string, signal: AbortSignal): Promise<string> {
    return (await this.run(`echo x > ${quote(to)}`, signal)).stderr;
  }

  /** Connects to an abstract UNIX socket; undefined without a listener. */
  async socket(name: string, signal: AbortSignal): Promise<Duplex | undefined> {
    try {
      return await this.#server.device(this.serial, `localabstract:${name}`, signal);
    } catch (error) {
      if (!(error instanceof AdbFailure)) throw error;
      if (isGone(error)) throw deviceLost(this.serial, error);
      return undefined;
    }
  }

  async #here<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof AdbFailure ? deviceLost(this.serial, error) : error;
    }
  }
}

/** @param script for a shell in the app's data folder */
export function runAs(app: PhoneApp, script: string): string {
  const user = app.user === 0 ? [] : ['--user', String(app.user)];
  return commandLine('run-as', app.name, ...user, 'sh', '-c', script);
}

function isGone(error: AdbFailure): boolean {
  return /device .*not found|device offline|device unauthorized|no devices|connection (was closed|broke|reset)/i.test(error.message);
}

function deviceLost(serial: string, cause: AdbFailure): LaglensError {
  return new LaglensError({
    code: 'device-lost',
    message: phrase`The connection to the device ${serial} broke (${cause.message}).`,
    next: phrase`Check the cable and that “USB debugging” is on, then try again.`,
    action: 'retry',
    output: cause.message,
    cause,
  });
}

function pushFailed(to: string, cause: AdbFailure, words: string): LaglensError {
  const output = `${cause.message}\n${words}`.trim();
  const isFull = /no space left/i.test(output);
  return new LaglensError({
    code: isFull ? 'device-full' : 'push-failed',
    message: isFull
      ? phrase`The agent did not fit onto the device: its storage is full.`
      : phrase`The agent could not be copied to ${to} on the device.`,
    next: isFull
      ? phrase`Free some space on the device and try again.`
      : phrase`Restart the device if this stays; the device’s own words are below.`,
    action: 'retry',
    output,
    cause,
  });
}
