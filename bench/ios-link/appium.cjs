// Does the jobs through appium-ios-device: node appium.cjs UDID APP_FOLDER FILE BUNDLE ROUNDS
const { createReadStream, readdirSync } = require('node:fs');
const { basename, join } = require('node:path');
const { pipeline } = require('node:stream/promises');

const [udid, app, file, bundleId, rounds] = process.argv.slice(2);
const beganMs = performance.now();
const { INSTRUMENT_CHANNEL, services, utilities } = require('appium-ios-device');
const loadMs = performance.now() - beganMs;
const LAUNCH = 'launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:arguments:options:';

const work = {
  list: async () => check((await utilities.getConnectedDevices()).includes(udid)),
  info: async () => check((await utilities.getDeviceInfo(udid)).ProductVersion !== undefined),
  install: async () => {
    const staged = `PublicStaging/${basename(app)}`;
    const afc = await services.startAfcService(udid);
    try {
      await afc.createDirectory(staged);
      for (const name of readdirSync(app)) await write(afc, join(app, name), `${staged}/${name}`);
      const proxy = await services.startInstallationProxyService(udid);
      await proxy.installApplication(staged, { PackageType: 'Developer' });
      proxy.close();
    } finally {
      afc.close();
    }
  },
  push: async () => {
    const afc = await (await services.startHouseArrestService(udid)).vendContainer(bundleId);
    await write(afc, file, '/Documents/pushed');
    afc.close();
  },
  start: async () => {
    const instruments = await services.startInstrumentService(udid);
    const options = { StartSuspendedKey: false, KillExisting: true };
    const variables = { LAGLENS_BENCH: '1' };
    const answer = await instruments.callChannel(INSTRUMENT_CHANNEL.PROCESS_CONTROL, LAUNCH, '', bundleId, variables, [], options);
    instruments.close();
    check(answer.selector > 0);
  },
};

async function write(afc, from, to) {
  const stream = await afc.createWriteStream(to, { autoDestroy: true });
  const closed = new Promise((resolve, reject) => stream.once('close', resolve).once('error', reject));
  await pipeline(createReadStream(from), stream);
  await closed;
}

function check(isRight) {
  if (!isRight) throw new Error('the answer is wrong');
}

async function main() {
  const times = [];
  for (let round = 0; round < Number(rounds); round++) {
    const took = {};
    for (const [job, run] of Object.entries(work)) {
      const startedMs = performance.now();
      await run();
      took[job] = performance.now() - startedMs;
    }
    times.push(took);
  }
  return { loadMs, rounds: times };
}

main().then(
  (times) => process.stdout.write(`${JSON.stringify(times)}\n`, () => process.exit(0)),
  (error) => process.stderr.write(`${error.stack}\n`, () => process.exit(1)),
);
