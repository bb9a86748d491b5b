import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { duplexPair } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { argumentsOf } from './dtx/dtx-arguments.ts';
import { serveInstruments } from './dtx/instruments.ts';
import { archived, unarchived } from './dtx/keyed-archive.ts';
import { DtxReader } from './dtx/message.ts';
import { ProtocolError, StreamEnded } from './input.ts';
import { LOCKDOWN_PORT } from './lockdown/lockdownd.ts';
import { binaryPropertyList, parsePropertyList } from './property-list.ts';
import { RawClient } from './raw-client.ts';
import { readPacket } from './services/afc/afc-packet.ts';
import type { Iphone } from './simulated-iphone.ts';
import { startIphone } from './start-iphone.ts';
import type { Usbmuxd } from './usbmux/usbmuxd.ts';

const FOUR_GB = 0xffff_ffff;

/** Little-endian words. */
function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => {
    bytes.writeUInt32LE(value, 4 * i);
  });
  return bytes;
}

describe('hostile frames', () => {
  let iphone: Iphone;
  let usbmuxd: Usbmuxd;
  let stop: () => Promise<void>;
  before(async () => {
    ({ iphone, usbmuxd, stop } = await startIphone());
  });
  after(() => stop());

  const usbmuxFrames: readonly (readonly [string, Buffer])[] = [
    ['a length of 4 GB', words(FOUR_GB, 1, 8, 1)],
    ['a length below that of the header', words(15, 1, 8, 1)],
    ['what is no property list', Buffer.concat([words(21, 1, 8, 1), Buffer.from('hello')])],
    ['a list that is no dictionary', Buffer.concat([words(16 + 39, 1, 8, 1), Buffer.from('<plist version="1.0"><array/></plist>  ')])],
  ];
  for (const [what, bytes] of usbmuxFrames) {
    test(`usbmuxd closes the connection at ${what}, and goes on with others`, async () => {
      const client = await RawClient.of(usbmuxd);
      assert.equal(await client.sendUntilClosed(bytes), 0);
      const next = await RawClient.of(usbmuxd);
      assert.deepEqual(await next.ask({ MessageType: 'ReadBUID' }), { BUID: usbmuxd.buid });
      next.socket.destroy();
    });
  }

  test('usbmuxd waits for the rest of a cut frame, and forgets it when the client leaves', async () => {
    const client = await RawClient.of(usbmuxd);
    client.socket.end(words(200, 1, 8, 1).subarray(0, 10));
    await new Promise<void>((resolve) => client.socket.once('close', () => resolve()));
  });

  test('usbmuxd answers the binary messages of old with "wrong version", and unknown ones with "bad command"', async () => {
    const client = await RawClient.of(usbmuxd);
    client.socket.write(words(16, 0, 3, 7));
    assert.equal((await client.next()).Number, 6);
    assert.equal((await client.ask({ MessageType: 'Dance' })).Number, 1);
    client.socket.destroy();
  });

  test('lockdownd closes the connection at 4 GB, and at what is no property list', async () => {
    for (const bytes of [Buffer.from('ffffffff', 'hex'), Buffer.from('00000003616263', 'hex')]) {
      const client = await RawClient.of(usbmuxd);
      const [notice] = usbmuxd.attached();
      assert.equal(await client.connectTo(Number(notice?.DeviceID), LOCKDOWN_PORT), 0);
      assert.equal(await client.sendUntilClosed(bytes), 0);
    }
  });

  test('lockdownd starts no service and gives no secret without a session', async () => {
    const client = await RawClient.of(usbmuxd);
    await client.connectTo(Number(usbmuxd.attached()[0]?.DeviceID), LOCKDOWN_PORT);
    assert.match(await client.askLockdown({ Request: 'StartService', Service: 'com.apple.afc' }), /SessionInactive/);
    assert.match(await client.askLockdown({ Request: 'GetValue', Key: 'SerialNumber' }), /GetProhibited/);
    assert.match(await client.askLockdown({ Request: 'StartSession', HostID: 'STRANGER' }), /InvalidHostID/);
    assert.match(await client.askLockdown({ Request: 'Pair', PairRecord: { HostID: 'STRANGER' } }), /InvalidPairRecord/);
    // The owner's answer, or its absence, comes first and needs no key.
    iphone.trust = 'denied';
    assert.match(await client.askLockdown({ Request: 'Pair', PairRecord: {} }), /UserDeniedPairing/);
    iphone.locked = true;
    assert.match(await client.askLockdown({ Request: 'Pair', PairRecord: {} }), /PasswordProtected/);
    iphone.locked = false;
    client.socket.destroy();
  });

  test('AFC refuses lengths of 2^64 - 1, lengths that cross, and another magic', async () => {
    const header = (magic: string, whole: bigint, upTo: bigint): Buffer => {
      const bytes = Buffer.alloc(40);
      bytes.write(magic, 'latin1');
      bytes.writeBigUInt64LE(whole, 8);
      bytes.writeBigUInt64LE(upTo, 16);
      return bytes;
    };
    const all = 0xffff_ffff_ffff_ffffn;
    for (const bytes of [
      header('CFA6LPAA', all, 40n),
      header('CFA6LPAA', 60n, 80n),
      header('CFA6LPAA', 60n, 8n),
      header('GET / HT', 40n, 40n),
    ]) {
      const [here, there] = duplexPair();
      here.write(bytes);
      await assert.rejects(readPacket(there), ProtocolError);
    }
  });

  test('DTX refuses 4 GB, fragments without their first, and arguments that break off', async () => {
    const dtx = (fragment: number, count: number, bytes: number): Buffer =>
      words(0x1f3d5b79, 32, fragment | (count << 16), bytes, 1, 0, 0, 1);
    const frames = [
      words(1, 2, 3, 4, 5, 6, 7, 8),
      dtx(0, 1, FOUR_GB),
      Buffer.concat([dtx(1, 3, 4), words(0)]),
      Buffer.concat([dtx(0, 1, 16), words(2, 400, 0, 0)]),
    ];
    for (const bytes of frames) {
      const [here, there] = duplexPair();
      here.write(bytes);
      await assert.rejects(new DtxReader(there).next(), ProtocolError);
    }
    const cut = words(0x1f0, 0, 100, 0, 10, 2, 100);
    assert.throws(() => argumentsOf(cut), ProtocolError);
    assert.throws(() => argumentsOf(words(0x1f0, 0, 4, 0, 77)), ProtocolError);
  });

  test('DTX in fragments is put together', async () => {
    const [here, there] = duplexPair();
    const payload = archived('killPid:');
    const body = Buffer.concat([words(2, 0, payload.length, 0), payload]);
    const header = (fragment: number, bytes: number): Buffer => words(0x1f3d5b79, 32, fragment | (3 << 16), bytes, 9, 0, 0, 0);
    here.write(
      Buffer.concat([header(0, body.length), header(1, 20), body.subarray(0, 20), header(2, body.length - 20), body.subarray(20)]),
    );
    const message = await new DtxReader(there).next();
    assert.deepEqual([message.id, unarchived(message.payload)], [9, 'killPid:']);
  });

  test('an archive that contains itself, or is no archive, ends in an error', () => {
    const loop = {
      $top: { root: { UID: 1 } },
      $objects: ['$null', { 'NS.objects': [{ UID: 1 }], $class: { UID: 2 } }, { $classname: 'NSArray' }],
    };
    assert.throws(() => unarchived(binaryPropertyList(loop)), ProtocolError);
    assert.throws(() => unarchived(binaryPropertyList({ $top: { root: { UID: 9 } }, $objects: ['$null'] })), ProtocolError);
    assert.throws(() => unarchived(Buffer.from('bplist00 and then nothing that makes sense at all')), ProtocolError);
    assert.throws(() => parsePropertyList(Buffer.from('<plist version="1.0"><dict><key>a</key>')), ProtocolError);
  });

  test('a conversation with instruments ends with the host, not with an error of ours', async () => {
    const [here, there] = duplexPair();
    const over = serveInstruments(iphone, there);
    here.write(Buffer.from('GET / HTTP/1.1\r\nHost: iphone\r\n\r\n and some more'));
    await assert.rejects(over, ProtocolError);
    const [near, far] = duplexPair();
    const left = serveInstruments(iphone, far);
    near.destroy();
    far.destroy();
    await assert.rejects(left, StreamEnded);
  });

  test('a client that leaves in the middle of all this leaves the others alone', async () => {
    const sockets = Array.from({ length: 20 }, () => connect(usbmuxd.port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.write(words(64, 1, 8, 1));
      socket.resetAndDestroy();
    }
    const client = await RawClient.of(usbmuxd);
    assert.deepEqual(await client.ask({ MessageType: 'ReadBUID' }), { BUID: usbmuxd.buid });
    client.socket.destroy();
  });
});
