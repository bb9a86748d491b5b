import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { phrase } from '../../../../core/text/phrase.ts';
import { withLimit } from '../../../time-limits.ts';
import type { WifiDoor, WifiService, WifiServices } from '../../device.ts';
import { AdbFailure } from '../adb/adbkit.ts';
import { listDevices } from '../adb/list-devices.ts';
import type { AdbServer } from '../adb/server.ts';
import { parseServices } from './mdns-services.ts';
import { wifiAddress } from './wifi-address.ts';
import { connectFailed, pairingFailed, unsupported } from './wifi-answers.ts';

/** adb itself gives up a connection after 10 s. */
const ANSWER_MS = 30_000;
const MOST_ANSWER_BYTES = 1 << 18;
/** From pairing to the phone's own announcement. */
const FOUND_WITHIN_MS = 8_000;
const ASK_AGAIN_MS = 400;

/** Words of adb: of its answer, or of its refusal. */
type Answer = { readonly said: string } | { readonly refused: string };

/** Android's Wireless debugging, by the adb server's own pairing and search. The pairing code is in one request only. */
export class AndroidWifi implements WifiDoor {
  readonly #server: () => AdbServer;

  /** @param server throws LaglensError for an invalid setting */
  constructor(server: () => AdbServer) {
    this.#server = server;
  }

  async services(signal: AbortSignal): Promise<WifiServices> {
    const server = this.#server();
    await server.ensure(signal);
    const check = await this.#ask(server, 'host:mdns:check', signal);
    if ('refused' in check) return { services: [], problem: phrase`this adb server does not search the network` };
    // Empty for Debian's adb 34 without mDNS.
    if (check.said === '' || check.said.startsWith('ERROR')) {
      return { services: [], problem: phrase`the adb server’s network search is off or fails` };
    }
    return { services: await this.#found(server, signal) };
  }

  async pair(address: string, code: string, signal: AbortSignal): Promise<string | undefined> {
    const server = this.#server();
    await server.ensure(signal);
    const answer = await this.#ask(server, `host:pair:${code}:${checked(address)}`, signal);
    const words = wordsOf(answer).replaceAll(code, '…');
    if (isUnknown(words)) throw unsupported();
    if ('refused' in answer || !/^successfully paired/i.test(words)) throw pairingFailed(address, words);
    const name = /\[guid=([^\]]+)\]/.exec(words)?.[1];
    return name === undefined ? undefined : this.#connectByName(server, name, signal);
  }

  async connect(address: string, signal: AbortSignal): Promise<string> {
    const server = this.#server();
    await server.ensure(signal);
    return this.#connect(server, address, signal, false);
  }

  async #connect(server: AdbServer, address: string, signal: AbortSignal, isPaired: boolean): Promise<string> {
    const answer = await this.#ask(server, `host:connect:${checked(address)}`, signal);
    const words = wordsOf(answer);
    const connected = 'said' in answer ? /^(?:already )?connected to (\S+)/.exec(words)?.[1] : undefined;
    if (connected === undefined) throw connectFailed(address, words, isPaired);
    return connected;
  }

  /** adb connects paired phones by itself where it is allowed to; else their announcement says the port. */
  async #connectByName(server: AdbServer, name: string, signal: AbortSignal): Promise<string | undefined> {
    const end = Date.now() + FOUND_WITHIN_MS;
    for (;;) {
      const listed = (await listDevices(server, signal)).find(({ serial, state }) => state === 'device' && serial.startsWith(`${name}.`));
      if (listed !== undefined) return listed.serial;
      const announced = (await this.#found(server, signal)).find((each) => each.offers === 'connect' && each.name === name);
      if (announced !== undefined) return this.#connect(server, announced.address, signal, true);
      if (Date.now() >= end) return undefined;
      await pause(ASK_AGAIN_MS, undefined, { signal });
    }
  }

  async #found(server: AdbServer, signal: AbortSignal): Promise<readonly WifiService[]> {
    const answer = await this.#ask(server, 'host:mdns:services', signal);
    return 'said' in answer ? parseServices(answer.said) : [];
  }

  async #ask(server: AdbServer, service: string, signal: AbortSignal): Promise<Answer> {
    const limit = {
      ms: ANSWER_MS,
      what: phrase`An answer of the adb server on phones in the network`,
      next: phrase`Restart the adb server (“adb kill-server”), and try again.`,
    };
    try {
      return await withLimit(limit, signal, async (within) => answerOf(await server.host(service, within), within));
    } catch (error) {
      if (error instanceof AdbFailure) return { refused: error.message };
      throw error;
    }
  }
}

/** A sized text; after a late refusal `FAIL` and its words, as seen with adb 34 and 36. */
async function answerOf(stream: Duplex, signal: AbortSignal): Promise<Answer> {
  const stop = (): void => void stream.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    let bytes: Buffer = Buffer.alloc(0);
    for await (const piece of stream) {
      if (Buffer.isBuffer(piece)) bytes = Buffer.concat([bytes, piece]);
      if (bytes.length > MOST_ANSWER_BYTES) break;
    }
    signal.throwIfAborted();
    const isRefused = bytes.toString('latin1', 0, 4) === 'FAIL';
    const words = bytes.toString('utf8', isRefused ? 8 : 4).trim();
    return isRefused ? { refused: words } : { said: words };
  } finally {
    signal.removeEventListener('abort', stop);
    stream.destroy();
  }
}

function wordsOf(answer: Answer): string {
  return 'refused' in answer ? answer.refused : answer.said;
}

function isUnknown(words: string): boolean {
  return /unknown host service/i.test(words);
}

/** @throws RangeError for text that would be another request */
function checked(address: string): string {
  const safe = wifiAddress(address);
  if (safe === undefined) throw new RangeError('No address of a device.');
  return safe;
}
