import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodePacket, PacketError, PacketReader } from './adb-packet.ts';

/** Written by hand from protocol.txt: OKAY (0x59414b4f), local id 1, remote id 2, no payload; magic is the command inverted. */
const OKAY = Buffer.from('4f4b4159 01000000 02000000 00000000 00000000 b0b4bea6'.replaceAll(' ', ''), 'hex');
/** WRTE with "AB": checksum 0x41 + 0x42 = 0x83. */
const WRITE = Buffer.from('57525445 03000000 04000000 02000000 83000000 a8adabba 4142'.replaceAll(' ', ''), 'hex');

describe('packets of the transport', () => {
  test('are written as protocol.txt describes them', () => {
    assert.deepEqual(Buffer.from(encodePacket({ command: 'OKAY', arg0: 1, arg1: 2, payload: new Uint8Array(0) }, true)), OKAY);
    assert.deepEqual(Buffer.from(encodePacket({ command: 'WRTE', arg0: 3, arg1: 4, payload: Buffer.from('AB') }, true)), WRITE);
  });

  test('are read however they are cut', () => {
    const bytes = Buffer.concat([OKAY, WRITE, OKAY]);
    for (let size = 1; size <= bytes.length; size++) {
      const reader = new PacketReader();
      reader.verify = true;
      const commands: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        for (const packet of reader.push(bytes.subarray(at, at + size))) commands.push(packet.command);
      assert.deepEqual(commands, ['OKAY', 'WRTE', 'OKAY'], `in pieces of ${size}`);
    }
  });

  test('with a wrong magic, checksum or length are refused', () => {
    const spoiled = (at: number, value: number): Buffer => {
      const bytes = Buffer.from(WRITE);
      bytes[at] = value;
      return bytes;
    };
    const reader = (): PacketReader => Object.assign(new PacketReader(), { verify: true });
    assert.throws(() => reader().push(spoiled(20, 0)), PacketError);
    assert.throws(() => reader().push(spoiled(16, 0x84)), PacketError);
    assert.throws(() => reader().push(spoiled(15, 0x7f)), PacketError);
  });
});
