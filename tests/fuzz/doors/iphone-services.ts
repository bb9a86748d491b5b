import { ConnectionEnded } from '../../../host/devices/ios/protocol/bytes/exact-bytes.ts';
import { Dtx, DtxFailure } from '../../../host/devices/ios/protocol/dtx/dtx.ts';
import { archive } from '../../../host/devices/ios/protocol/dtx/ns-keyed-archive.ts';
import { Lockdown, LockdownFailure } from '../../../host/devices/ios/protocol/lockdown/lockdown.ts';
import { pairRecordOf } from '../../../host/devices/ios/protocol/lockdown/secure.ts';
import { PlistError } from '../../../host/devices/ios/protocol/plist/value.ts';
import { writeXmlPlist } from '../../../host/devices/ios/protocol/plist/xml.ts';
import { Afc, AfcFailure } from '../../../host/devices/ios/protocol/services/afc.ts';
import { readUsbmuxMessage, usbmuxMessage } from '../../../host/devices/ios/protocol/usbmux/usbmux.ts';
import { alteredFrames } from '../altered-frames.ts';
import { answering } from '../answering.ts';
import type { Door } from '../door.ts';

const signal = new AbortController().signal;
const isRefusal = (error: unknown): boolean =>
  [PlistError, ConnectionEnded, LockdownFailure, AfcFailure].some((kind) => error instanceof kind);

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => {
    bytes.writeUInt32LE(value, n * 4);
  });
  return bytes;
}

function lockdownMessage(body: Parameters<typeof writeXmlPlist>[0]): Buffer {
  const plist = writeXmlPlist(body);
  return Buffer.concat([u32(plist.length).swap32(), plist]);
}

const lockdownAnswers = [{ Value: 'Anna’s iPhone' }, { Error: 'MissingValue' }, { Port: 49_153, EnableServiceSSL: true }].map(
  lockdownMessage,
);

export const lockdown: Door = {
  name: 'lockdown',
  seeds: async () => [Buffer.concat(lockdownAnswers)],
  altered: alteredFrames,
  run: async (bytes) => {
    const conversation = new Lockdown(answering(bytes));
    try {
      return [
        await conversation.value({ key: 'DeviceName' }, signal),
        await conversation.value({ domain: 'a' }, signal),
        await conversation.startService('com.apple.afc', signal),
      ];
    } finally {
      conversation.close();
    }
  },
  refuses: isRefusal,
};

const usbmuxAnswers = [
  usbmuxMessage({ MessageType: 'Attached', DeviceID: 3, Properties: { SerialNumber: 'a', ConnectionType: 'USB' } }, 1),
  usbmuxMessage({ HostID: 'h', SystemBUID: 'b', HostCertificate: Uint8Array.of(1), HostPrivateKey: Uint8Array.of(2) }, 1),
];

/** Messages of usbmuxd, with a pair record. */
export const usbmux: Door = {
  name: 'usbmux',
  seeds: async () => [Buffer.concat(usbmuxAnswers)],
  altered: alteredFrames,
  run: async (bytes) => {
    const stream = answering(bytes);
    try {
      const notice = await readUsbmuxMessage(stream, signal);
      return [notice, pairRecordOf(await readUsbmuxMessage(stream, signal))];
    } finally {
      stream.destroy();
    }
  },
  refuses: isRefusal,
};

function dtxMessage(id: number, conversation: number, kind: number, payload: Buffer): Buffer {
  const header = Buffer.concat([u32(0x1f3d5b79, 32, 1 << 16, 16 + payload.length, id, conversation, 0, 0)]);
  return Buffer.concat([header, u32(kind, 0, payload.length, 0), payload]);
}

/** In three fragments: the first is only a header. */
function dtxFragments(id: number, payload: Buffer): readonly Buffer[] {
  const body = Buffer.concat([u32(3, 0, payload.length, 0), payload]);
  const half = Math.ceil(body.length / 2);
  const header = (fragment: number, length: number): Buffer => u32(0x1f3d5b79, 32, (3 << 16) | fragment, length, id, 1, 0, 0);
  return [header(0, body.length), header(1, half), body.subarray(0, half), header(2, body.length - half), body.subarray(half)];
}

const capabilities = dtxMessage(1, 0, 2, archive('_notifyOfPublishedCapabilities:'));

/** Instruments' service: notices, answers whole or in fragments, an error. */
export const dtx: Door = {
  name: 'dtx',
  seeds: async () => [
    Buffer.concat([capabilities, dtxMessage(1, 1, 3, archive([{ pid: 1, realAppName: '/x' }]))]),
    Buffer.concat([capabilities, ...dtxFragments(1, archive({ a: 'b'.repeat(300) }))]),
    dtxMessage(1, 1, 4, archive({ NSDomain: 'x', NSUserInfo: { NSLocalizedDescription: 'No such process.' } })),
  ],
  altered: alteredFrames,
  run: async (bytes) => {
    const conversation = new Dtx(answering(bytes));
    try {
      return await conversation.call(1, 'runningProcesses', [], signal);
    } catch (error) {
      // The service's own error is an answer.
      if (error instanceof DtxFailure) return error.message;
      throw error;
    } finally {
      conversation.close();
    }
  },
  refuses: isRefusal,
};

function afcAnswer(operation: number, fields: Buffer, data: Buffer): Buffer {
  const header = Buffer.alloc(40);
  header.write('CFA6LPAA', 'latin1');
  [40 + fields.length + data.length, 40 + fields.length, 1, operation].forEach((value, n) => {
    header.writeBigUInt64LE(BigInt(value), 8 + n * 8);
  });
  return Buffer.concat([header, fields, data]);
}

const nothing = Buffer.alloc(0);

/** The file service: a folder's names, then a file in two pieces. */
export const afc: Door = {
  name: 'afc',
  seeds: async () => [
    Buffer.concat([
      afcAnswer(2, nothing, Buffer.from('.\0..\0agent-12.json\0')),
      afcAnswer(14, u32(7, 0), nothing),
      afcAnswer(2, nothing, Buffer.from('{"port":1')),
      afcAnswer(2, nothing, Buffer.from('}')),
      afcAnswer(2, nothing, nothing),
      afcAnswer(1, u32(0, 0), nothing),
    ]),
  ],
  altered: alteredFrames,
  run: async (bytes) => {
    const files = new Afc(answering(bytes));
    try {
      return [await files.names('a', signal), await files.read('a/b', signal)];
    } finally {
      files.close();
    }
  },
  refuses: isRefusal,
};
