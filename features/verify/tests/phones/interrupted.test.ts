import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type JavaPhone, startJavaPhone } from '../../../../tests/host/java-phone.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';

describe('laglens verify, interrupted', () => {
  let device: JavaPhone;
  before(async () => {
    device = await startJavaPhone({ android: '14' });
    await device.phone.launchApp();
  });
  after(() => device.stop());

  /** Stops at the first line that has these words. */
  async function untilSaid(words: RegExp): Promise<number> {
    const stopper = new AbortController();
    const hear = (text: string): void => {
      if (words.test(text)) stopper.abort(new DOMException('Ctrl-C', 'AbortError'));
    };
    const args = ['verify', '--device', device.phone.serial, '--app', 'com.example.shop', '--seconds', '20'];
    const environment = { ...process.env, ADB_SERVER_SOCKET: device.phone.server.socket };
    return (await runCommand(args, { folder: '/', environment, hear, signal: stopper.signal })).code;
  }

  async function left(): Promise<string> {
    return (await device.phone.adb('shell', 'ls /data/local/tmp; run-as com.example.shop ls code_cache 2>/dev/null')).stdout;
  }

  it('leaves the phone as it was after a question', async () => {
    assert.equal(await untilSaid(/android\.adb\.absent-socket/), 130);
    assert.equal(await left(), '');
  });

  it('leaves the phone as it was during the capture', async () => {
    assert.equal(await untilSaid(/android\.log\.low-memory/), 130);
    assert.equal(await left(), '');
  });
});
