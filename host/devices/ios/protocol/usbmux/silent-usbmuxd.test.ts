import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Usbmux, usbmuxMessage } from './usbmux.ts';

test('a usbmuxd that is stopped while devices are followed is noticed, and the following ends with a reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-usbmuxd-'));
  const path = join(folder, 'usbmuxd');
  let lists = 0;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      const said = bytes.toString('latin1');
      if (!said.includes('ListDevices')) socket.write(usbmuxMessage({ MessageType: 'Result', Number: 0 }, 1));
      // Before the devices are followed, and once while they are.
      else if (++lists <= 2) socket.write(usbmuxMessage({ DeviceList: [] }, 1));
    });
  }).listen(path);
  await once(server, 'listening');
  try {
    const seen: unknown[] = [];
    const following = async (): Promise<void> => {
      const { signal } = new AbortController();
      for await (const devices of new Usbmux({ path }, { answerMs: 100, pingMs: 50 }).listen(signal)) seen.push(devices);
    };
    await assert.rejects(following(), /usbmuxd did not answer to ListDevices within 0\.1 s/);
    assert.deepEqual([seen, lists], [[[]], 3]);
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});
