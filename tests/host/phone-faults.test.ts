import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explain, LaglensError } from '../../core/errors.ts';
import { Deferred } from '../../host/deferred.ts';
import { AndroidProvider } from '../../host/devices/android/android-provider.ts';
import type { AppTarget, DeviceRow } from '../../host/devices/device.ts';
import { AdbServer } from '../simulated/android/adb-server.ts';
import type { Faults } from '../simulated/android/android-faults.ts';
import type { Abi } from '../simulated/android/system/android-release.ts';
import { agentFiles, type JavaPhone, deployOptions as options, startJavaPhone } from './java-phone.ts';

interface Fault {
  readonly title: string;
  readonly faults: Faults;
  readonly code: string;
  /** Required words of the next step. */
  readonly next: RegExp;
  readonly abi?: Abi;
}

const deployFaults: readonly Fault[] = [
  {
    title: 'run-as is broken by the vendor',
    faults: { runAs: 'run-as: Could not set capabilities: Operation not permitted' },
    code: 'run-as-failed',
    next: /emulator or another device/,
  },
  { title: 'the storage is full', faults: { storageFull: true }, code: 'device-full', next: /Free some space/ },
  { title: 'SELinux denies the library', faults: { dlopenDenied: true }, code: 'attach-refused', next: /emulator or another device/ },
  { title: 'adb may not attach (Xiaomi)', faults: { securitySettings: true }, code: 'attach-refused', next: /Security settings/ },
  { title: 'the app dies at attach', faults: { diesAtAttach: true }, code: 'app-died', next: /Start the app/ },
  { title: 'the attach is swallowed', faults: { attachSilent: true }, code: 'attach-silent', next: /to the front/ },
  { title: 'the process has another ABI than the device says', faults: {}, abi: 'arm64-v8a', code: 'agent-abi', next: /ABI/ },
];

describe('deploying to a simulated phone on which', () => {
  for (const { title, faults, code, next, abi } of deployFaults) {
    it(`${title}: says ${code}, what to do, and leaves nothing behind`, async () => {
      await withPhone({ faults, ...(abi === undefined ? {} : { abi }) }, async (device) => {
        await device.phone.launchApp();
        const opened = await device
          .provider({ attachTimeoutMs: code === 'attach-silent' ? 2_000 : 120_000 })
          .open(device.phone.serial, options.signal);
        await assert.rejects(opened.deploy({ app: 'com.example.shop' }, options), (error: unknown) => {
          assert.ok(error instanceof LaglensError, String(error));
          assert.equal(error.code, code);
          assert.match(error.next, next);
          assert.doesNotMatch(`${error.message} ${error.output} ${explain(error)}`, /a5a5a5/);
          return true;
        });
        delete device.phone.faults.runAs;
        const left = await device.phone.adb('shell', 'ls /data/local/tmp; run-as com.example.shop ls code_cache 2>/dev/null');
        assert.equal(left.stdout, '');
      });
    });
  }

  it('the app does not run, is not debuggable or is not there: says which', async () => {
    await withPhone({}, async (device) => {
      const opened = await device.provider().open(device.phone.serial, options.signal);
      const expected = {
        'com.example.shop': 'app-not-running',
        'com.example.bank': 'app-not-debuggable',
        'com.example.none': 'app-not-found',
      };
      for (const [app, code] of Object.entries(expected)) {
        await assert.rejects(opened.deploy({ app }, options), (error: unknown) => error instanceof LaglensError && error.code === code);
      }
    });
  });

  it('an isolated process is wanted: says that none gets into it', async () => {
    await withPhone({}, async (device) => {
      const opened = await device.provider().open(device.phone.serial, options.signal);
      const process = 'com.example.player:sandboxed_process0:com.example.player.Parser';
      await assert.rejects(
        opened.deploy({ app: 'com.example.player', process }, options),
        (error: unknown) => error instanceof LaglensError && error.code === 'attach-unsupported' && /isolated/.test(error.message),
      );
    });
  });

  it('processes have names of their own: takes the one that runs', async () => {
    await withPhone({}, async (device) => {
      const opened = await device.provider().open(device.phone.serial, options.signal);
      const next = (target: AppTarget) => opened.nextProcess(target, undefined, options.signal);
      assert.equal((await next({ app: 'com.example.radio' })).name, 'org.sample.station');
      assert.equal((await next({ app: 'com.example.player', process: 'org.sample.decoder' })).name, 'org.sample.decoder');
      assert.equal((await next({ app: 'com.example.notes@10' })).name, 'com.example.notes');
    });
  });

  for (const launch of [false, true]) {
    it(`the app of another user is ${launch ? 'launched' : 'attached to'}: takes that user’s process and folder`, async () => {
      await withPhone({ faults: { secondUser: 10 } }, async (device) => {
        const opened = await device.provider().open(device.phone.serial, options.signal);
        if (!launch) await device.phone.launchApp();
        const link = await opened.deploy({ app: 'com.example.shop@10' }, { ...options, launch });
        assert.equal(link.process.pid, device.phone.app()?.pid);
        const copied = await device.phone.adb(
          'shell',
          'run-as com.example.shop --user 10 ls code_cache; run-as com.example.shop ls code_cache',
        );
        assert.match(copied.stdout, /^laglens-\w+\.jar\nlaglens-\w+\.so\n$/);
        const commands = device.phone.system.log.entries.flatMap(
          ({ text }) => /^(START u\d+|Force stopping \S+ appid=\d+ user=\d+)/.exec(text)?.[1] ?? [],
        );
        assert.deepEqual(commands, launch ? ['Force stopping com.example.shop appid=10123 user=10', 'START u10'] : []);
        await link.cleanup();
        assert.equal((await opened.nextProcess({ app: 'com.example.shop' }, undefined, options.signal)).pid === link.process.pid, false);
      });
    });
  }

  it('the launched activity runs in a process of its own: takes that one', async () => {
    await withPhone({ faults: { activityProcess: 'com.example.shop:screens' } }, async (device) => {
      const opened = await device.provider().open(device.phone.serial, options.signal);
      const link = await opened.deploy({ app: 'com.example.shop' }, { ...options, launch: true });
      assert.deepEqual(link.process, { pid: device.phone.app()?.pid, name: 'com.example.shop:screens' });
      await link.cleanup();
    });
  });

  it('the person cancels while the app’s main thread is busy: stops and leaves nothing behind', async () => {
    await withPhone({ faults: { attachSilent: true } }, async (device) => {
      await device.phone.launchApp();
      const canceller = new AbortController();
      const opened = await device.provider().open(device.phone.serial, options.signal);
      const progress = (step: string): void => {
        if (step.startsWith('Waiting')) canceller.abort();
      };
      const deployed = opened.deploy({ app: 'com.example.shop' }, { ...options, progress, signal: canceller.signal });
      await assert.rejects(deployed, { name: 'AbortError' });
      const left = await device.phone.adb('shell', 'ls /data/local/tmp; run-as com.example.shop ls code_cache');
      assert.equal(left.stdout, '');
    });
  });

  it('the cable comes out while the agent is copied: says so', async () => {
    await withPhone({}, async (device) => {
      await device.phone.launchApp();
      const opened = await device.provider().open(device.phone.serial, options.signal);
      let unplugged: Promise<void> | undefined;
      const progress = (step: string): void => {
        if (step.startsWith('Copying')) unplugged = device.phone.unplug();
      };
      const deployed = opened.deploy({ app: 'com.example.shop' }, { ...options, progress });
      await assert.rejects(deployed, (error: unknown) => error instanceof LaglensError && error.code === 'device-lost');
      await unplugged;
      await device.phone.plug();
      const link = await opened.deploy({ app: 'com.example.shop' }, options);
      await link.cleanup();
    });
  });

  it('the cable is slow: it works all the same', async () => {
    await withPhone({ faults: { bytesPerSecond: 64 * 1024 } }, async (device) => {
      await device.phone.launchApp();
      const opened = await device.provider().open(device.phone.serial, options.signal);
      const link = await opened.deploy({ app: 'com.example.shop' }, options);
      await link.cleanup();
    });
  });
});

describe('the row of a simulated phone', () => {
  const rowFaults: readonly [string, Faults, string][] = [
    ['that nobody allowed this computer on', { connection: 'unauthorized' }, 'device-unauthorized'],
    ['whose adbd hangs', { connection: 'offline' }, 'device-offline'],
    ['with a locked screen', { screenLocked: true }, 'device-locked'],
  ];
  for (const [title, faults, code] of rowFaults) {
    it(`${title} says ${code}`, async () => {
      await withPhone({ faults }, async (device) => {
        assert.equal((await rowOf(device))?.problem?.code, code);
      });
    });
  }

  it('that can be used names model, release and ABI', async () => {
    await withPhone({}, async (device) => {
      const row = await rowOf(device);
      assert.equal(row?.problem, undefined);
      assert.equal(row?.name, 'Laglens Simulated Phone 14');
      assert.equal(row?.detail, `Android 14 (API 34), x86_64, ${device.phone.serial}`);
    });
  });

  it('of an ABI without an agent says so', async () => {
    await withPhone({ abi: 'x86' }, async (device) => {
      assert.equal((await rowOf(device))?.problem?.code, 'device-abi');
    });
  });

  it('comes, goes and comes again while it is watched', async () => {
    await withPhone({}, async (device) => {
      const seen: (readonly DeviceRow[])[] = [];
      let arrived = (): void => undefined;
      const watching = device.provider().watch((rows) => {
        seen.push(rows);
        arrived();
      });
      const until = async (condition: (row: DeviceRow | undefined) => boolean): Promise<void> => {
        while (!condition(seen.at(-1)?.[0])) await new Promise<void>((resolve) => (arrived = resolve));
      };
      await until((row) => row?.id === device.phone.serial && row.problem === undefined);
      await device.phone.unplug();
      await until((row) => row?.problem?.code === 'device-none');
      await device.phone.plug();
      await until((row) => row?.id === device.phone.serial && row.problem === undefined);
      device.phone.faults.screenLocked = true;
      watching.dispose();
    });
  });

  it('that nobody allowed this computer on says so while it is watched, although adb reports only that it is offline', async () => {
    const server = await AdbServer.start();
    const asked = new Deferred<void>();
    const provider = new AndroidProvider(agentFiles, { adbPath: '', adbServer: `127.0.0.1:${server.port}` });
    const watching = provider.watch((rows) => {
      if (rows.some(({ problem }) => problem?.code === 'device-unauthorized')) asked.resolve();
    });
    try {
      const phone = await startJavaPhone({ android: '9', server, faults: { connection: 'unauthorized' } });
      await asked.promise;
      await phone.stop();
    } finally {
      watching.dispose();
      await server.stop();
    }
  });

  it('shows a native debugger, several processes and another user at its apps', async () => {
    await withPhone({ faults: { debugger: 'native' } }, async (device) => {
      const opened = await device.provider().open(device.phone.serial, options.signal);
      await device.phone.launchApp();
      const apps = await opened.apps(options.signal);
      const byId = new Map(apps.map((each) => [each.id, each]));
      assert.match(byId.get('com.example.shop')?.notes.join() ?? '', /native debugger/);
      const namesOf = (id: string) => byId.get(id)?.processes.map(({ name }) => name);
      assert.deepEqual(namesOf('com.example.player'), ['com.example.player', 'org.sample.decoder', 'com.example.player:playback']);
      assert.match(byId.get('com.example.player')?.notes.join() ?? '', /One isolated process is not listed/);
      assert.deepEqual(namesOf('com.example.radio'), ['org.sample.station', 'com.example.radio:sync']);
      // A debugger for Java does not trace the process: nothing here could tell.
      device.phone.faults.debugger = 'java';
      const later = await opened.apps(options.signal);
      assert.deepEqual(later.find((each) => each.id === 'com.example.shop')?.notes, []);
      assert.match(byId.get('com.example.notes@10')?.detail ?? '', /Work profile/);
      assert.equal(byId.get('com.example.bank')?.problem?.code, 'app-not-debuggable');
    });
  });
});

async function rowOf(device: JavaPhone): Promise<DeviceRow | undefined> {
  return (await device.provider().rows(options.signal)).find((row) => row.id === device.phone.serial);
}

async function withPhone(given: { faults?: Faults; abi?: Abi }, work: (device: JavaPhone) => Promise<void>): Promise<void> {
  const device = await startJavaPhone({ android: '14', ...given });
  try {
    await work(device);
  } finally {
    await device.stop();
  }
}
