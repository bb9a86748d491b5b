import { Duplex } from 'node:stream';
import { LaglensError } from '../../../core/errors.ts';
import { adbAddress, defaultAddress } from '../../../host/devices/android/adb/adb-address.ts';
import { AdbFailure } from '../../../host/devices/android/adb/adbkit.ts';
import { Phone } from '../../../host/devices/android/adb/android-phone.ts';
import { AdbServer } from '../../../host/devices/android/adb/server.ts';
import { readShell, type ShellResult } from '../../../host/devices/android/adb/shell.ts';
import { parseDevices, trackedLists } from '../../../host/devices/android/adb/tracking.ts';
import { failureOf, silenceOf } from '../../../host/devices/android/android-agent-failures.ts';
import { processAbi } from '../../../host/devices/android/android-device.ts';
import { askFacts } from '../../../host/devices/android/android-facts.ts';
import { readAppStatus } from '../../../host/devices/android/app-status.ts';
import { attachAgent, launchWithAgent } from '../../../host/devices/android/attach.ts';
import { copyAgent } from '../../../host/devices/android/copy-agent.ts';
import { DeviceApps } from '../../../host/devices/android/device-apps.ts';
import { launcherOf } from '../../../host/devices/android/launchers.ts';
import { alteredFrames } from '../altered-frames.ts';
import { answering } from '../answering.ts';
import { alteredText } from '../damage-text.ts';
import type { Door } from '../door.ts';

const signal = new AbortController().signal;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const isLaglensError = (error: unknown): boolean => error instanceof LaglensError;

const answers = `0
+0130
Users:
\tUserInfo{0:Owner:c13} running
\tUserInfo{10:Anna (work):30}

    PID   UID NAME
    1     0 init
 4242 10123 com.example.shop
 4243 10123 com.example.shop:sync
Pid:\t4242
TracerPid:\t17
  Package [com.example.shop] (5d3c):
    userId=10123
    primaryCpuAbi=arm64-v8a
    versionCode=12 minSdk=26 targetSdk=34
    flags=[ DEBUGGABLE HAS_CODE ALLOW_CLEAR_USER_DATA ]
    lastUpdateTime=2026-11-21 10:00:00
    User 0: ceDataInode=1 installed=true hidden=false
    User 10: ceDataInode=0 installed=false hidden=false
/system/bin/app_process64
arm64-v8a,armeabi-v7a
/data/user/0/com.example.shop
  *APP* UID 10123 ProcessRecord{1a2b3c4 4242:com.example.shop/u0a123}
    isFreezeExempt=false isPendingFreeze=false isFrozen=true
--- log
11-22 20:21:49.045  4242  4242 W om.example.shop: Agent attach failed (result=1) : Unable to dlopen laglens-0badcafe.so
11-22 20:21:49.045  4242  4242 E ActivityThread: Attaching agent with null failed: laglens-0badcafe.so
--- crash
11-22 20:21:49.045  4242  4242 F DEBUG   : pid: 4242, tid: 4242, name: main  >>> com.example.shop <<<
    com.example.shop/.MainActivity
package:com.example.shop uid:10123
`;

class SpokenServer extends AdbServer {
  readonly #stdout: string;

  constructor(stdout: string) {
    super(defaultAddress, { adbPath: '', environment: {} });
    this.#stdout = stdout;
  }

  override shell(): Promise<ShellResult> {
    return Promise.resolve({ stdout: this.#stdout, stderr: '', code: 0 });
  }

  override push(): Promise<void> {
    return Promise.resolve();
  }
}

/** A device's shell with one answer to every command: users, processes, packages, ABIs, run-as, am. */
export const shellAnswers: Door = {
  name: 'adb-answers',
  seeds: async () => [encode(answers)],
  altered: alteredText,
  run: async (bytes) => {
    const server = new SpokenServer(decode(bytes));
    const phone = new Phone(server, 'R58M');
    const app = { name: 'com.example.shop', user: 0, abi: undefined, version: '' };
    const apps = new DeviceApps(phone, []);
    const expected = { ...app, app: app.name, pid: 4242, rand: '0badcafe', sinceS: undefined, timeoutMs: 1 };
    const asked = [
      apps.rows(signal),
      apps.find('com.example.shop', signal),
      apps.chosenProcess({ app: 'com.example.shop@10' }, signal),
      processAbi(phone, app, 4242, signal),
      copyAgent(phone, app, { library: 'a', hook: 'b', rand: '01' }, signal).then(({ library }) => library),
      attachAgent(phone, app, 4242, 'a', signal),
      launcherOf(phone, app, { signal }),
      launchWithAgent(phone, app, { component: 'com.example.shop/.MainActivity', category: 'LAUNCHER' }, 'a', signal),
      readAppStatus(phone, expected, signal).then(
        (status) => failureOf(expected, status)?.message ?? silenceOf(expected, status, false).message,
      ),
      askFacts(server, 'R58M', signal),
    ];
    const settled = await Promise.allSettled(asked);
    for (const each of settled) if (each.status === 'rejected' && !isLaglensError(each.reason)) throw each.reason;
    return settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message));
  },
  refuses: () => false,
};

const devices = `emulator-5554          device product:sdk_phone model:sdk_gphone64 device:emu64x transport_id:1
0A1B2C3D               unauthorized usb:1-2 transport_id:2
R58M                   no permissions (user in plugdev group; are your udev rules wrong?); see [http://a] usb:3-1
`;
const list = (text: string): Buffer => Buffer.from(text.length.toString(16).padStart(4, '0') + text);

/** The stream of `host:track-devices-l`. */
export const deviceLists: Door = {
  name: 'adb-devices',
  seeds: async () => [Buffer.concat([list(devices), list(''), list(devices.slice(0, 90))])],
  altered: alteredText,
  run: async (bytes) => {
    const lists = [parseDevices(decode(bytes))];
    for await (const each of trackedLists(answering(bytes))) lists.push(each);
    return lists;
  },
  refuses: () => false,
};

function packet(id: number, data: string): Buffer {
  const header = Buffer.alloc(5);
  header[0] = id;
  header.writeUInt32LE(data.length, 1);
  return Buffer.concat([header, Buffer.from(data)]);
}

/** adb's shell protocol. */
export const shell: Door = {
  name: 'adb-shell',
  seeds: async () => [Buffer.concat([packet(1, 'out'.repeat(50)), packet(2, 'err'), packet(1, 'more'), packet(3, '\0')])],
  altered: alteredFrames,
  run: (bytes) => readShell(Duplex.from(answering(bytes)), signal),
  refuses: (error) => error instanceof AdbFailure,
};

/** The setting `laglens.adbServer` and adb's own variables. */
export const adbAddresses: Door = {
  name: 'adb-address',
  seeds: async () => ['127.0.0.1:5037', '[::1]:5038', 'tcp:localhost:5037', '5039'].map(encode),
  altered: alteredText,
  run: (bytes) => {
    const text = decode(bytes);
    const wanted = text.startsWith('tcp:') ? adbAddress('', { ADB_SERVER_SOCKET: text }) : adbAddress(text, {});
    if (!(wanted.port >= 1 && wanted.port <= 65_535)) throw new TypeError(`${text} is port ${wanted.port}`);
    return wanted;
  },
  refuses: isLaglensError,
};
