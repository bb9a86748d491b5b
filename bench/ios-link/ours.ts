// Runs the jobs by our own code: node ours.ts UDID APP_FOLDER FILE BUNDLE ROUNDS
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Job } from './jobs.ts';

const [udid = '', app = '', file = '', bundleId = '', rounds = '1'] = process.argv.slice(2);
const beganMs = performance.now();
const [{ Iphone, appContainer }, { Usbmux }, { usbmuxAddress }, { Afc }, { installFrom }, { piecesOf }, { launchByInstruments }] =
  await Promise.all([
    import('../../host/devices/ios/phone/iphone.ts'),
    import('../../host/devices/ios/protocol/usbmux/usbmux.ts'),
    import('../../host/devices/ios/protocol/usbmux/usbmux-address.ts'),
    import('../../host/devices/ios/protocol/services/afc.ts'),
    import('../../host/devices/ios/protocol/services/installation-proxy.ts'),
    import('../../host/devices/ios/protocol/bytes/file-pieces.ts'),
    import('../../host/devices/ios/phone/process-control.ts'),
  ]);
const loadMs = performance.now() - beganMs;

const { signal } = new AbortController();
const usbmux = new Usbmux(usbmuxAddress(process.env));
const iphone = new Iphone(usbmux, udid);

const work: Readonly<Record<Job, () => Promise<void>>> = {
  list: async () => check((await usbmux.devices(signal)).some((device) => device.udid === udid)),
  info: async () => check((await iphone.values([], signal)).basic.ProductVersion !== undefined),
  install: async () => {
    const staged = `PublicStaging/${basename(app)}`;
    const afc = new Afc(await iphone.service('com.apple.afc', signal));
    try {
      await afc.makeFolder(staged, signal);
      for (const name of await readdir(app)) await afc.write(`${staged}/${name}`, piecesOf(join(app, name)), signal);
      await installFrom(iphone, staged, () => undefined, signal);
    } finally {
      afc.close();
    }
  },
  push: async () => {
    const afc = await appContainer(iphone, bundleId, signal);
    try {
      await afc.write('/Documents/pushed', piecesOf(file), signal);
    } finally {
      afc.close();
    }
  },
  start: async () => check((await launchByInstruments(iphone, bundleId, { LAGLENS_BENCH: '1' }, signal)) > 0),
};

function check(isRight: boolean): void {
  if (!isRight) throw new Error('the answer is wrong');
}

const times: Record<string, number>[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const took: Record<string, number> = {};
  for (const [job, run] of Object.entries(work)) {
    const startedMs = performance.now();
    await run();
    took[job] = performance.now() - startedMs;
  }
  times.push(took);
}
process.stdout.write(`${JSON.stringify({ loadMs, rounds: times })}\n`, () => process.exit(0));
