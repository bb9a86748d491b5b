import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import { AndroidProvider } from '../../host/devices/android/android-provider.ts';
import type { DeviceRow } from '../../host/devices/device.ts';
import { OtherAdbServer } from '../simulated/android/other-adb-server.ts';
import { freePort } from './free-port.ts';
import { agentFiles } from './java-phone.ts';

const { signal } = new AbortController();

describe('without what it takes to reach phones', () => {
  it('no adb and no server: the row says so and where adb was looked for', async () => {
    const provider = new AndroidProvider(agentFiles, {
      adbPath: '/nowhere/adb',
      adbServer: `127.0.0.1:${await freePort()}`,
      environment: {},
    });
    const [row] = await provider.rows(signal);
    assert.equal(row?.problem?.code, 'adb-not-found');
    await assert.rejects(provider.open('x', signal), (error: unknown) => error instanceof LaglensError && error.code === 'adb-not-found');
  });

  for (const [remote, hint] of [
    ['ssh-remote', /\? Run .*RemoteForward 5037 127\.0\.0\.1:5037/],
    ['wsl', /Windows.*mirrored/],
    ['dev-container', /host\.docker\.internal:5037/],
    ['tunnel', /forward its port 5037/],
  ] as const) {
    it(`no adb and no server in a remote window (${remote}): the row and the error say how to reach the phone's computer`, async () => {
      const provider = new AndroidProvider(agentFiles, {
        adbPath: '/nowhere/adb',
        adbServer: `127.0.0.1:${await freePort()}`,
        environment: {},
        remote,
      });
      const [row] = await provider.rows(signal);
      assert.equal(row?.problem?.code, 'adb-not-found');
      assert.match(row?.problem?.next ?? '', hint);
      for (const ask of [() => provider.open('x', signal), () => provider.adbProgram()]) {
        await assert.rejects(ask(), (error: unknown) => error instanceof LaglensError && hint.test(error.next));
      }
    });
  }

  it('an adb that cannot start the server: says how to see why', async () => {
    const provider = new AndroidProvider(agentFiles, {
      adbPath: '/bin/false',
      adbServer: `127.0.0.1:${await freePort()}`,
      environment: {},
    });
    const [row] = await provider.rows(signal);
    assert.equal(row?.problem?.code, 'adb-start-failed');
    assert.match(row?.problem?.next ?? '', /start-server/);
  });

  it('a server of a version that is too old is left running', async () => {
    const other = await OtherAdbServer.start(32);
    try {
      const provider = new AndroidProvider(agentFiles, { adbPath: '', adbServer: `127.0.0.1:${other.port}` });
      const [row] = await provider.rows(signal);
      assert.equal(row?.problem?.code, 'adb-version');
      assert.ok(other.running);
      assert.ok(!other.asked.includes('host:kill'));
    } finally {
      await other.stop();
    }
  });

  it('a server of another, newer version is used as it is', async () => {
    const other = await OtherAdbServer.start(45);
    try {
      const provider = new AndroidProvider(agentFiles, { adbPath: '', adbServer: `127.0.0.1:${other.port}`, remote: 'ssh-remote' });
      const [row] = await provider.rows(signal);
      assert.equal(row?.problem?.code, 'device-none');
      assert.match(row?.problem?.next ?? '', /RemoteForward/);
      assert.ok(!other.asked.includes('host:kill'));
    } finally {
      await other.stop();
    }
  });

  it('a server that goes away while devices are watched is noticed, and so is its return', async () => {
    const first = await OtherAdbServer.start(41);
    const provider = new AndroidProvider(agentFiles, { adbPath: '/bin/false', adbServer: `127.0.0.1:${first.port}`, environment: {} });
    const seen: (readonly DeviceRow[])[] = [];
    let arrived = (): void => undefined;
    const watching = provider.watch((rows) => {
      seen.push(rows);
      arrived();
    });
    const until = async (code: string): Promise<void> => {
      while (seen.at(-1)?.[0]?.problem?.code !== code) await new Promise<void>((resolve) => (arrived = resolve));
    };
    try {
      await until('device-none');
      await first.stop();
      await until('adb-start-failed');
    } finally {
      watching.dispose();
      await first.stop();
    }
  });
});
