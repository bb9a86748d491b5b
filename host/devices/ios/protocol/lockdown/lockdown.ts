import type { Duplex } from 'node:stream';
import { timeoutSignal } from '../../../../time-limits.ts';
import { DeviceFailure } from '../device-failure.ts';
import { numberOf, type PlistDict, type PlistValue, textOf } from '../plist/value.ts';
import { PlistChannel } from './plist-channel.ts';
import { type PairRecord, secure } from './secure.ts';

/** The same on every device. */
export const LOCKDOWN_PORT = 62078;
const ANSWER_MS = 8_000;

/** lockdownd's reason: `InvalidHostID`, `PasswordProtected`, `InvalidService`, … */
export class LockdownFailure extends DeviceFailure {
  override readonly name = 'LockdownFailure';
  readonly reason: string;

  constructor(request: string, reason: string) {
    super(`The device answered “${reason}” to ${request}.`);
    this.reason = reason;
  }
}

interface StartedService {
  readonly port: number;
  readonly isSecure: boolean;
}

/** lockdownd's protocol. Source: libimobiledevice, src/lockdown.c. */
export class Lockdown {
  #channel: PlistChannel;

  constructor(stream: Duplex) {
    this.#channel = new PlistChannel(stream);
  }

  /** A value, or a whole domain; undefined when missing or refused. */
  async value(what: { readonly domain?: string; readonly key?: string }, signal: AbortSignal): Promise<PlistValue | undefined> {
    const { domain, key } = what;
    const answer = await this.#ask({ Request: 'GetValue', Domain: domain, Key: key }, signal);
    return textOf(answer, 'Error') === '' ? answer.Value : undefined;
  }

  /** Identifies this computer and starts TLS if required. @throws LockdownFailure */
  async startSession(record: PairRecord, signal: AbortSignal): Promise<void> {
    const { hostId, systemBuid } = record;
    const answer = await this.#granted({ Request: 'StartSession', HostID: hostId, SystemBUID: systemBuid }, signal);
    if (answer.EnableSessionSSL === true) this.#channel = new PlistChannel(await secure(this.#channel.stream, record, signal));
  }

  /** Needs a session. @throws LockdownFailure */
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
