import type { Duplex } from 'node:stream';
import type { PlistValue } from '../property-list.ts';
import type { Iphone } from '../simulated-iphone.ts';
import { type Channel, DtxRefused } from './channel.ts';
import { deviceInfo } from './device-info.ts';
import { argumentsFor, argumentsOf } from './dtx-arguments.ts';
import { archived, archivedError, type NsError, unarchived } from './keyed-archive.ts';
import { type DtxMessage, DtxReader, Kind, sendDtx } from './message.ts';
import { processControl } from './process-control-channel.ts';

const PROCESS_CONTROL = 'com.apple.instruments.server.services.processcontrol';
const DEVICE_INFO = 'com.apple.instruments.server.services.deviceinfo';
const NOTHING = Buffer.alloc(0);
const opening = { conversation: 0, channel: 0, expectsAnswer: false };

/** Instruments' server of iOS 15 and 16: hosts open channels by name and call selectors. */
export async function serveInstruments(iphone: Iphone, stream: Duplex): Promise<void> {
  const offered: Readonly<Record<string, Channel>> = { [PROCESS_CONTROL]: processControl(iphone), [DEVICE_INFO]: deviceInfo(iphone) };
  const channels = new Map<number, Channel>();
  channels.set(0, {
    '_notifyOfPublishedCapabilities:': async () => undefined,
    '_requestChannelWithCode:identifier:': async ([code, name]) => {
      const channel = offered[String(name)];
      if (!channel) throw new DtxRefused(refusal(`no channel is named ${name}`));
      channels.set(Number(code), channel);
      return undefined;
    },
    '_channelCanceled:': async ([code]) => {
      // The connection's own channel stays.
      if (Number(code) !== 0) channels.delete(Number(code));
      return undefined;
    },
  });

  const capabilities = { 'com.apple.private.DTXBlockCompression': 0, 'com.apple.private.DTXConnection': 1 };
  const published = { ...capabilities, ...Object.fromEntries(Object.keys(offered).map((name) => [name, 1])) };
  const payload = archived('_notifyOfPublishedCapabilities:');
  sendDtx(stream, { ...opening, id: 1, kind: Kind.call, payload, arguments: argumentsFor(published) });

  const reader = new DtxReader(stream);
  for (;;) {
    const message = await reader.next();
    // Ignores answers to the device's messages.
    if (message.conversation > 0 || message.kind !== Kind.call) continue;
    const selector = String(unarchived(message.payload));
    const args = argumentsOf(message.arguments);
    iphone.heard(`instruments ${selector}`);
    const answer = await answerTo(channels.get(message.channel), selector, args);
    if (message.expectsAnswer) sendDtx(stream, { ...answer, ...opening, id: message.id, conversation: 1, channel: message.channel });
  }
}

async function answerTo(
  channel: Channel | undefined,
  selector: string,
  args: readonly PlistValue[],
): Promise<Pick<DtxMessage, 'kind' | 'arguments' | 'payload'>> {
  try {
    const method = channel?.[selector];
    if (!method) throw new DtxRefused(refusal(`${selector} is not answered on this channel`));
    const value = await method(args);
    if (value === undefined) return { kind: Kind.ok, arguments: NOTHING, payload: NOTHING };
    return { kind: Kind.value, arguments: NOTHING, payload: archived(value) };
  } catch (error) {
    if (!(error instanceof DtxRefused)) throw error;
    return { kind: Kind.error, arguments: NOTHING, payload: archivedError(error.error) };
  }
}

function refusal(description: string): NsError {
  return { domain: 'DTXMessage', code: 1, description };
}
