import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { readMessage, sendMessage } from '../plist-messages.ts';
import { type Dictionary, dictionaryOf, isDictionary, textAt } from '../property-list.ts';
import type { Iphone } from '../simulated-iphone.ts';
import { secure } from './lockdown-tls.ts';
import type { TrustedHost } from './pairing.ts';
import { answerToGetValue } from './values.ts';

/** lockdownd's port on every device. */
export const LOCKDOWN_PORT = 62078;

/** One host's conversation with lockdownd (libimobiledevice, src/lockdown.c): identity, permission, services. */
export class LockdownConversation {
  readonly #iphone: Iphone;
  /** The original stream; TLS wraps it between StartSession and StopSession. */
  readonly #plain: Duplex;
  #stream: Duplex;
  #session: { readonly id: string; readonly host: TrustedHost } | undefined;

  constructor(iphone: Iphone, stream: Duplex) {
    this.#iphone = iphone;
    this.#plain = stream;
    this.#stream = stream;
  }

  /** @throws StreamEnded when the host leaves; ProtocolError */
  async run(): Promise<void> {
    for (;;) {
      const message = await readMessage(this.#stream);
      const request = textAt(message, 'Request') ?? '';
      const reply = (answer: Dictionary): void => sendMessage(this.#stream, { Request: request, ...answer });
      this.#iphone.heard(`lockdown ${request} ${textAt(message, 'Service') ?? textAt(message, 'Key') ?? ''}`.trimEnd());
      switch (request) {
        case 'QueryType':
          reply({ Type: 'com.apple.mobile.lockdown' });
          break;
        case 'GetValue':
          reply(answerToGetValue(this.#iphone, textAt(message, 'Domain'), textAt(message, 'Key'), this.#session !== undefined));
          break;
        case 'SetValue':
        case 'RemoveValue':
          reply({ Error: this.#session ? 'SetProhibited' : 'SessionInactive' });
          break;
        case 'Pair':
          reply(this.#pair(message));
          break;
        case 'ValidatePair':
          reply(this.#hostOf(message) ? {} : { Error: 'InvalidHostID' });
          break;
        case 'Unpair':
          reply(this.#iphone.pairings.forget(hostIdOf(message)) ? {} : { Error: 'InvalidHostID' });
          break;
        case 'StartSession':
          await this.#startSession(message, reply);
          break;
        case 'StopSession':
          reply({});
          // Clear again from here; clients close the connection.
          this.#session = undefined;
          this.#stream = this.#plain;
          break;
        case 'StartService':
          reply(this.#startService(textAt(message, 'Service') ?? ''));
          break;
        case 'Goodbye':
          reply({});
          break;
        default:
          reply({ Error: 'UnknownRequest' });
      }
    }
  }

  #pair(message: Dictionary): Dictionary {
    const { trust, locked, pairings } = this.#iphone;
    if (locked) return { Error: 'PasswordProtected' };
    if (trust === 'asking') return { Error: 'PairingDialogResponsePending' };
    if (trust === 'denied') return { Error: 'UserDeniedPairing' };
    if (!pairings.trust(dictionaryOf(message.PairRecord))) return { Error: 'InvalidPairRecord' };
    return { EscrowBag: Buffer.alloc(32, 7) };
  }

  #hostOf(message: Dictionary): TrustedHost | undefined {
    return this.#iphone.faults.hostIdUnknown ? undefined : this.#iphone.pairings.host(hostIdOf(message));
  }

  async #startSession(message: Dictionary, reply: (answer: Dictionary) => void): Promise<void> {
    const host = this.#hostOf(message);
    if (this.#session) return reply({ Error: 'SessionActive' });
    if (!host) return reply({ Error: 'InvalidHostID' });
    this.#session = { id: randomUUID().toUpperCase(), host };
    reply({ SessionID: this.#session.id, EnableSessionSSL: true });
    this.#stream = await secure(this.#plain, this.#iphone.pairings, host);
  }

  #startService(name: string): Dictionary {
    const asked = { Service: name };
    if (!this.#session) return { ...asked, Error: 'SessionInactive' };
    const started = this.#iphone.startService(name, this.#session.host);
    return 'error' in started ? { ...asked, Error: started.error } : { ...asked, Port: started.port, EnableServiceSSL: true };
  }
}

function hostIdOf(message: Dictionary): string | undefined {
  return textAt(isDictionary(message.PairRecord) ? message.PairRecord : message, 'HostID');
}
