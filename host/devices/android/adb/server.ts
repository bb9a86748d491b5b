import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { type Limit, unanswered, withLimit } from '../../../time-limits.ts';
import { type AdbAddress, addressText, isLocal } from './adb-address.ts';
import { AdbkitServer } from './adbkit.ts';
import { findAdb, thisComputer } from './find-adb.ts';
import { forWindow } from './remote-hint.ts';
import { type AdbLimits, adbLimits, readShell, type ShellResult } from './shell.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const START_TIMEOUT_MS = 20_000;
/** Since 2018; older servers lack `track-devices-l`. */
const OLDEST_VERSION = 40;

export interface AdbServerSettings {
  /** Empty: searched. */
  readonly adbPath: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The remote window's kind: the phone is at another computer. */
  readonly remote?: string | undefined;
  /** Projects whose local.properties may name the SDK. */
  readonly workspaceFolders?: readonly string[] | undefined;
  /** Defaults to `adbLimits`. */
  readonly limits?: Partial<AdbLimits> | undefined;
}

/** The user's adb server. Laglens may start one locally but never kills or replaces it. */
export class AdbServer {
  readonly address: AdbAddress;
  readonly limits: AdbLimits;
  readonly #settings: AdbServerSettings;
  readonly #kit: AdbkitServer;

  constructor(address: AdbAddress, settings: AdbServerSettings) {
    this.address = address;
    this.limits = { ...adbLimits, ...settings.limits };
    this.#settings = settings;
    this.#kit = new AdbkitServer(address);
  }

  /**
   * @returns the version
   * @throws LaglensError when none answers or starts
   */
  async ensure(signal: AbortSignal): Promise<number> {
    if (!(await this.isListening(signal))) {
      try {
        await this.#begin(signal);
      } catch (error) {
        throw forWindow(error, this.#settings.remote);
      }
    }
    const version = await this.version(signal);
    if (version >= OLDEST_VERSION) return version;
    throw new LaglensError({
      code: 'adb-version',
      message: phrase`The adb server at ${addressText(this.address)} is of version 1.0.${version}; Laglens needs 1.0.${OLDEST_VERSION} or newer.`,
      next: phrase`Update the Android SDK Platform-Tools, end the old server with “adb kill-server”, and try again.`,
      action: 'retry',
    });
  }

  async version(signal: AbortSignal): Promise<number> {
    return await this.#answered(phrase`Asking the adb server for its version`, signal, (within) => this.#kit.version(within));
  }

  async isListening(signal: AbortSignal): Promise<boolean> {
    const socket = connect({ ...this.address });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('timeout')));
    try {
      await once(socket, 'connect', { signal });
      return true;
    } catch {
      signal.throwIfAborted();
      return false;
    } finally {
      socket.destroy();
    }
  }

  /** Such as `host:devices-l`. */
  host(service: string, signal: AbortSignal): Promise<Duplex> {
    const what = phrase`Asking the adb server at ${addressText(this.address)}`;
    return this.#answered(what, signal, (within) => this.#kit.open([service], within), close);
  }

  /** Such as `localabstract:name`. @throws AdbFailure */
  device(serial: string, service: string, signal: AbortSignal): Promise<Duplex> {
    const services = [`host:transport:${serial}`, service];
    return this.#answered(phrase`Asking the device ${serial}`, signal, (within) => this.#kit.open(services, within), close);
  }

  /**
   * @param command with quoted words
   * @throws AdbFailure
   */
  async shell(serial: string, command: string, signal: AbortSignal): Promise<ShellResult> {
    const silence = this.#limit(phrase`A command on the device ${serial}`, this.limits.silenceMs);
    return await readShell(await this.device(serial, `shell,v2,raw:${command}`, signal), signal, silence);
  }

  /** Limits pauses, not the total time. */
  async push(serial: string, from: string, to: string, mode: number, signal: AbortSignal): Promise<void> {
    const limit = this.#limit(phrase`Copying a piece to the device ${serial}`, this.limits.silenceMs);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(unanswered(limit)), limit.ms);
    const within = AbortSignal.any([signal, patience.signal]);
    try {
      await this.#asking(within, () => this.#kit.push(serial, from, to, mode, within, () => timer.refresh()));
    } finally {
      clearTimeout(timer);
    }
  }

  async #answered<T>(what: string, signal: AbortSignal, ask: (within: AbortSignal) => Promise<T>, letGo?: (late: T) => void): Promise<T> {
    const limit = this.#limit(what, this.limits.answerMs);
    return await withLimit(limit, signal, (within) => this.#asking(within, () => ask(within)), letGo);
  }

  #limit(what: string, ms: number): Limit {
    const where = isLocal(this.address) ? phrase`on this computer` : phrase`at ${addressText(this.address)}`;
    return {
      ms,
      what,
      next: phrase`Check the cable and the network. If it stays, restart the adb server ${where} (“adb kill-server”) and try again.`,
    };
  }

  /** Adds a next step for an unreachable server. */
  async #asking<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      // Errors of sockets and programs carry a code; others are mistakes of Laglens.
      const isSystemError = error instanceof Error && 'code' in error && !(error instanceof LaglensError);
      throw isSystemError ? this.#unreachable(error) : error;
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    if (!isLocal(this.address)) throw this.#unreachable();
    const { adbPath, environment, workspaceFolders } = this.#settings;
    await this.#start(await findAdb(adbPath, thisComputer(environment, workspaceFolders)), signal);
  }

  async #start(adb: string, signal: AbortSignal): Promise<void> {
    // The server keeps its starter's streams open.
    const starter = spawn(adb, ['-P', String(this.address.port), 'start-server'], { stdio: 'ignore', env: this.#settings.environment });
    const timer = setTimeout(() => starter.kill('SIGKILL'), START_TIMEOUT_MS);
    try {
      const [code] = await once(starter, 'exit', { signal });
      if (code === 0 && (await this.isListening(signal))) return;
      throw startFailed(adb, phrase`it ended with ${code}`);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof LaglensError ? error : startFailed(adb, error instanceof Error ? error.message : String(error), error);
    } finally {
      clearTimeout(timer);
    }
  }

  #unreachable(cause?: unknown): LaglensError {
    return new LaglensError({
      code: 'adb-unreachable',
      message: phrase`No adb server answers at ${addressText(this.address)}.`,
      next: isLocal(this.address)
        ? phrase`Run “adb start-server” in a terminal and see what it says.`
        : phrase`Start it there (“adb -a nodaemon server”), or correct the setting for the adb server.`,
      action: 'setAdbServer',
      cause,
    });
  }
}

function close(late: Duplex): void {
  late.destroy();
}

function startFailed(adb: string, why: string, cause?: unknown): LaglensError {
  return new LaglensError({
    code: 'adb-start-failed',
    message: phrase`The adb server could not be started by ${adb}: ${why}.`,
    next: phrase`Run “${adb} start-server” in a terminal and see what it says.`,
    action: 'retry',
    cause,
  });
}
