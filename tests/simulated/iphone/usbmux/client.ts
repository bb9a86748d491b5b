import type { Duplex } from 'node:stream';
import { type Dictionary, dataAt, numberAt, textAt } from '../property-list.ts';
import { Result, readRequest, result, sendPacket, sendResult } from './usbmux-packet.ts';
import type { Attachment, Usbmuxd } from './usbmuxd.ts';

/**
 * One program's connection to usbmuxd: requests in sequence, until one makes it a listener's or a device's.
 * @param connected gets the connection's device
 * @throws StreamEnded when the program leaves; ProtocolError
 */
export async function serveClient(stream: Duplex, usbmuxd: Usbmuxd, connected: (device: Attachment) => void): Promise<void> {
  for (;;) {
    const { tag, message } = await readRequest(stream);
    if (message === undefined) {
      sendResult(stream, tag, Result.badVersion);
      continue;
    }
    if (message.MessageType === 'Listen') {
      sendResult(stream, tag, Result.ok);
      // Notices belong to no request. Present devices come first, as if new.
      stream.once(
        'close',
        usbmuxd.listen((notice) => sendPacket(stream, 0, notice)),
      );
    } else if (message.MessageType !== 'Connect') {
      sendPacket(stream, tag, answerTo(message, usbmuxd));
    } else if (await connect(stream, tag, message, usbmuxd, connected)) return;
  }
}

function answerTo(message: Dictionary, usbmuxd: Usbmuxd): Dictionary {
  const udid = textAt(message, 'PairRecordID') ?? '';
  switch (message.MessageType) {
    case 'ListDevices':
      return { DeviceList: [...usbmuxd.attached()] };
    case 'ListListeners':
      return { ListenerList: [] };
    case 'ReadBUID':
      return { BUID: usbmuxd.buid };
    case 'ReadPairRecord': {
      const data = usbmuxd.pairRecords.get(udid);
      // A record has no absent device's number: usbmuxd gives ENOENT, also 2.
      return data ? { PairRecordData: data } : result(Result.badDevice);
    }
    case 'SavePairRecord': {
      const data = dataAt(message, 'PairRecordData');
      if (data) usbmuxd.pairRecords.set(udid, data);
      return result(data ? Result.ok : Result.badCommand);
    }
    case 'DeletePairRecord':
      return result(usbmuxd.pairRecords.delete(udid) ? Result.ok : Result.badDevice);
    default:
      return result(Result.badCommand);
  }
}

/** @returns true if the stream is now the device's */
async function connect(
  stream: Duplex,
  tag: number,
  message: Dictionary,
  usbmuxd: Usbmuxd,
  connected: (device: Attachment) => void,
): Promise<boolean> {
  const device = usbmuxd.device(numberAt(message, 'DeviceID') ?? -1);
  if (!device) {
    sendResult(stream, tag, Result.badDevice);
    return false;
  }
  // The port is in network order, read as a little-endian number.
  const swapped = numberAt(message, 'PortNumber') ?? 0;
  const serve = await device.open(((swapped & 0xff) << 8) | ((swapped >> 8) & 0xff));
  if (!serve) {
    sendResult(stream, tag, Result.connectionRefused);
    return false;
  }
  sendResult(stream, tag, Result.ok);
  connected(device);
  await serve(stream);
  return true;
}
