import type { Duplex } from 'node:stream';
import { timeoutSignal } from '../../../../time-limits.ts';
import { DeviceFailure } from '../device-failure.ts';
import { numberOf, type PlistDict, type PlistValue, textOf } from '../plist/value.ts';
import type { PairRecord } from './pair-record.ts';
import { PlistChannel } from './plist-channel.ts';
import { secure } from './secure.ts';

/** The port that lockdownd listens on, on every device. */
export const LOCKDOWN_PORT = 62078;
const ANSWER_MS = 8_000;

/** lockdownd said no, with the name of its reason: `InvalidHostID`, `PasswordProtected`, `InvalidService`, … */
export class LockdownFailure extends DeviceFailure {
  override readonly name = 'LockdownFailure';
  readonly reason: string;

  constructor(request: string, reason: string) {
    super(`The device answered “${reason}” to ${request}.`);
    this.reason = reason;
  }
}

/** Where a service that was started is to be found. */
export interface StartedService {
  readonly port: number;
  readonly isSecure: boolean;
}

/** A conversation with a device's lockdownd: who it is, and who may have its services. Source: libimobiledevice, src/lockdown.c. */
export class Lockdown {
  #channel: PlistChannel;

  constructor(stream: Duplex) {
    this.#channel = new PlistChannel(stream);
  }

  /** A value, or all of a domain when no key is named; undefined when the device does not have it, or does not tell it. */
  async value(what: { readonly domain?: string; readonly key?: string }, signal: AbortSignal): Promise<PlistValue | undefined> {
    const { domain, key } = what;
    const answer = await this.#ask({ Request: 'GetValue', Domain: domain, Key: key }, signal);
    return textOf(answer, 'Error') === '' ? answer.Value : undefined;
  }

  /** Shows who this computer is, and goes over to TLS when the device wants it. Throws `LockdownFailure`. */
  async startSession(record: PairRecord, signal: AbortSignal): Promise<void> {
    const { hostId, systemBuid } = record;
    const answer = await this.#granted({ Request: 'StartSession', HostID: hostId, SystemBUID: systemBuid }, signal);
    if (answer.EnableSessionSSL === true) this.#channel = new PlistChannel(await secure(this.#channel.stream, record, signal));
  }

  /** Starts a service. Throws `LockdownFailure`; needs a session. */
  async startService(name: string, signal: AbortSignal): Promise<StartedService> {
    const answer = await this.#granted({ Request: 'StartService', Service: name }, signal);
    const port = numberOf(answer, 'Port');
    if (port === undefined) throw new LockdownFailure(`StartService ${name}`, 'no port');
    return { port, isSecure: answer.EnableServiceSSL === true };
  }

  close(): void {
    this.#channel.stream.destroy();
  }

  async #granted(request: PlistDict, signal: AbortSignal): Promise<PlistDict> {
    const answer = await this.#ask(request, signal);
    const reason = textOf(answer, 'Error');
    if (reason !== '') throw new LockdownFailure(`${textOf(request, 'Request')} ${textOf(request, 'Service')}`.trim(), reason);
    return answer;
  }

  async #ask(request: PlistDict, signal: AbortSignal): Promise<PlistDict> {
    const patience = timeoutSignal(ANSWER_MS);
    try {
      return await this.#channel.ask({ Label: 'laglens', ...request }, AbortSignal.any([signal, patience]));
    } catch (error) {
      signal.throwIfAborted();
      if (patience.aborted) throw new LockdownFailure(textOf(request, 'Request'), `nothing within ${ANSWER_MS / 1000} s`);
      throw error;
    }
  }
}
