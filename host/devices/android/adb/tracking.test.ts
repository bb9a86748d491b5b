import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { readShell } from './shell.ts';
import { parseDevices, trackedLists } from './tracking.ts';

describe('adb’s list of devices', () => {
  // Lines as adb 34 prints them (AOSP packages/modules/adb/transport.cpp, append_transport).
  const text = `emulator-5554          device product:sdk_gphone64_x86_64 model:sdk_gphone64_x86_64 device:emu64x transport_id:1
R58M123ABC             unauthorized usb:1-2 transport_id:3
0123456789ABCDEF       no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-4 transport_id:4
192.168.1.20:5555      offline product:x model:Pixel_8_Pro device:husky transport_id:5
`;

  it('names serial, state and model, whatever else is in the line', () => {
    assert.deepEqual(
      parseDevices(text).map(({ serial, state, model, transport }) => ({ serial, state, model, transport })),
      [
        { serial: 'emulator-5554', state: 'device', model: 'sdk gphone64 x86 64', transport: '1' },
        { serial: 'R58M123ABC', state: 'unauthorized', model: '', transport: '3' },
        { serial: '0123456789ABCDEF', state: 'no permissions', model: '', transport: '4' },
        { serial: '192.168.1.20:5555', state: 'offline', model: 'Pixel 8 Pro', transport: '5' },
      ],
    );
    assert.match(parseDevices(text)[2]?.remark ?? '', /udev rules/);
  });

  it('takes no long time for lines of blanks', () => {
    const line = `a${' '.repeat(1 << 16)}b`;
    assert.equal(parseDevices(`${line}\nR58M ${'device a:b '.repeat(1 << 13)}!\n`).length, 2);
  });

  // After a name conflict on the network adb counts in the name: wireless debugging that was switched off and on again.
  it('keeps blanks in the serials of wireless debugging apart from the state', () => {
    const wireless = `adb-R58M123ABC-xYz123._adb-tls-connect._tcp device product:husky model:Pixel_8_Pro device:husky transport_id:6
adb-R58M123ABC-xYz123 (2)._adb-tls-connect._tcp device product:husky model:Pixel_8_Pro device:husky transport_id:7
adb-device offline (3)._adb-tls-connect._tcp offline transport_id:8
adb-R58M123ABC (2)._adb-tls-connect._tcp no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] transport_id:9
`;
    assert.deepEqual(
      parseDevices(wireless).map(({ serial, state, transport }) => [serial, state, transport]),
      [
        ['adb-R58M123ABC-xYz123._adb-tls-connect._tcp', 'device', '6'],
        ['adb-R58M123ABC-xYz123 (2)._adb-tls-connect._tcp', 'device', '7'],
        ['adb-device offline (3)._adb-tls-connect._tcp', 'offline', '8'],
        ['adb-R58M123ABC (2)._adb-tls-connect._tcp', 'no permissions', '9'],
      ],
    );
    // The short list has a tab between both.
    assert.deepEqual(
      parseDevices('adb-R58M (2)._adb-tls-connect._tcp\toffline\nx\tsome state\n').map(({ serial, state }) => [serial, state]),
      [
        ['adb-R58M (2)._adb-tls-connect._tcp', 'offline'],
        ['x', 'some'],
      ],
    );
  });

  it('ends at a length that is no four hex digits', async () => {
    for (const digits of ['-004', '+004', ' 4  ', '0x04', 'zzzz']) {
      const stream = new PassThrough();
      stream.end(`${digits}more`);
      for await (const list of trackedLists(stream)) assert.fail(`${digits} gave ${list.length} devices`);
    }
  });

  it('arrives as one list per change, however the bytes are split', async () => {
    const stream = new PassThrough();
    const lists = ['', 'a\tdevice\n', 'a\tdevice\nb\toffline\n'];
    const bytes = Buffer.from(lists.map((list) => list.length.toString(16).padStart(4, '0') + list).join(''));
    for (const byte of bytes) stream.write(Buffer.of(byte));
    stream.end();
    const seen: (readonly string[])[] = [];
    for await (const list of trackedLists(stream)) seen.push(list.map((each) => `${each.serial} ${each.state}`));
    assert.deepEqual(seen, [[], ['a device'], ['a device', 'b offline']]);
  });

  it('ends at garbage', async () => {
    const stream = new PassThrough();
    stream.end('zzzzzzzz');
    for await (const list of trackedLists(stream)) assert.fail(`a list came: ${list.length}`);
  });
});

describe('adb’s shell protocol', () => {
  const packet = (id: number, text: string | Buffer): Buffer => {
    const header = Buffer.alloc(5);
    header[0] = id;
    header.writeUInt32LE(Buffer.from(text).length, 1);
    return Buffer.concat([header, Buffer.from(text)]);
  };
  const { signal } = new AbortController();

  it('keeps both outputs and the exit code apart, however the bytes are split', async () => {
    const stream = new PassThrough();
    const bytes = Buffer.concat([packet(1, 'out ü'), packet(2, 'err'), packet(1, 'more'), packet(3, Buffer.of(7))]);
    for (const byte of bytes) stream.write(Buffer.of(byte));
    stream.end();
    assert.deepEqual(await readShell(stream, signal), { stdout: 'out ümore', stderr: 'err', code: 7 });
  });

  it('that breaks before the exit code is a failure', async () => {
    const stream = new PassThrough();
    stream.end(packet(1, 'half'));
    await assert.rejects(readShell(stream, signal), { name: 'AdbFailure' });
  });

  it('with lengths of 4 GB and endless output is a failure, not memory', async () => {
    const huge = new PassThrough();
    huge.end(Buffer.from('01ffffffff00', 'hex'));
    await assert.rejects(readShell(huge, signal), { name: 'AdbFailure' });
    const endless = new PassThrough();
    const refused = assert.rejects(readShell(endless, signal), { name: 'AdbFailure' });
    const piece = packet(9, Buffer.alloc(1 << 20));
    for (let count = 0; count < 40 && !endless.destroyed; count++) {
      endless.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await refused;
  });

  it('can be cancelled', async () => {
    const canceller = new AbortController();
    const read = readShell(new PassThrough(), canceller.signal);
    canceller.abort();
    await assert.rejects(read, { name: 'AbortError' });
  });
});
