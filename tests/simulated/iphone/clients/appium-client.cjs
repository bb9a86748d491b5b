// Asks appium-ios-device one thing and prints the answer as a line of JSON: node appium-client.cjs UDID WHAT ARGUMENT…
const { INSTRUMENT_CHANNEL, services, utilities } = require('appium-ios-device');

const [udid, what, ...args] = process.argv.slice(2);
const LAUNCH = 'launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:arguments:options:';

const questions = {
  devices: () => utilities.getConnectedDevices(),
  version: () => utilities.getOSVersion(udid),
  /** In a TLS session, as everything below. */
  time: () => utilities.getDeviceTime(udid),
  apps: async () => {
    const proxy = await services.startInstallationProxyService(udid);
    return Object.keys(await proxy.listApplications({ applicationType: 'User' }));
  },
  /** Writes a file of this computer into an app's container, and gives the size that the device says it has. */
  push: async (bundleId, from, to) => {
    const afc = await (await services.startHouseArrestService(udid)).vendContainer(bundleId);
    const stream = await afc.createWriteStream(to, { autoDestroy: true });
    await new Promise((resolve, reject) => stream.on('close', resolve).on('error', reject).end(require('node:fs').readFileSync(from)));
    return Number((await afc.getFileInfo(to)).size);
  },
  /** Launches an app with an environment, given as JSON. */
  launch: async (bundleId, environment) => {
    const instruments = await services.startInstrumentService(udid);
    const options = { StartSuspendedKey: false, KillExisting: true };
    const answer = await instruments.callChannel(
      INSTRUMENT_CHANNEL.PROCESS_CONTROL,
      LAUNCH,
      '',
      bundleId,
      JSON.parse(environment),
      [],
      options,
    );
    return answer.selector;
  },
  /** What comes first from a port of the device. */
  port: async (port) => {
    const socket = await utilities.connectPort(udid, Number(port));
    return new Promise((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())).resume());
  },
};

questions[what](...args).then(
  (answer) => {
    process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
  },
  (error) => {
    process.stderr.write(`${error.message}\n`, () => process.exit(1));
  },
);
