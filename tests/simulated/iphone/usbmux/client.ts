import type { Duplex } from 'node:stream';
import { type Dictionary, dataAt, numberAt, textAt } from '../property-list.ts';
import { Result, readRequest, result, sendPacket, sendResult } from './usbmux-packet.ts';
import type { Attachment, Usbmuxd } from './usbmuxd.ts';

/**
 * One program's connection to usbmuxd: requests in turn, until one of them makes it a listener's or a device's.
 * @param connected told which device the connection leads to, once it does
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
      // Notices belong to no request. Those who are here already come first, as if they came now.
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
      // No record has the number of a device that is not there: usbmuxd gives ENOENT, which is 2 too.
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

/** @returns whether the stream is the device's from here on */
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
  // The port's two bytes come in the network's order, read as a little-endian number.
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
