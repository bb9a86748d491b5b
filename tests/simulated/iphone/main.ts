import { parseArgs } from 'node:util';
import { launchWith } from './apps/launch-app.ts';
import type { Trust } from './lockdown/pairing.ts';
import { startIphone } from './start-iphone.ts';

// A simulated iPhone for manual use; Ctrl-C ends it:
//   node main.ts [--ios 16.7.10] [--app FOLDER.app]… [--trust asking] [--locked] [--network] [--loader 'COMMAND …'] [--fault NAME[=VALUE]]…

const { values } = parseArgs({
  options: {
    ios: { type: 'string', default: '16.7.10' },
    app: { type: 'string', multiple: true, default: [] },
    trust: { type: 'string', default: 'paired' },
    locked: { type: 'boolean', default: false },
    network: { type: 'boolean', default: false },
    loader: { type: 'string' },
    fault: { type: 'string', multiple: true, default: [] },
  },
});

function isTrust(text: string): text is Trust {
  return ['paired', 'trusting', 'asking', 'denied'].includes(text);
}

if (!isTrust(values.trust)) throw new Error(`--trust is paired, trusting, asking or denied, not ${values.trust}`);
const faults = Object.fromEntries(
  values.fault.map((fault) => {
    const [name = '', value] = fault.split('=');
    return [name, value === undefined ? true : /^\d+$/.test(value) ? Number(value) : value];
  }),
);
const shop = { bundleId: 'com.example.shop', name: 'Shop' };
const { iphone, usbmuxd, stop } = await startIphone({
  ios: values.ios,
  trust: values.trust,
  locked: values.locked,
  connection: values.network ? 'Network' : 'USB',
  ...(values.loader !== undefined && { launch: launchWith(...values.loader.split(' ')) }),
  apps: values.app.length > 0 ? values.app.map((folder) => ({ folder })) : [shop],
  faults,
});
iphone.log.follow((line) => console.error(line));
console.log(`export USBMUXD_SOCKET_ADDRESS=${usbmuxd.environment.USBMUXD_SOCKET_ADDRESS}  # or UNIX:${usbmuxd.socketPath}`);
console.error(`${iphone.name}, iOS ${iphone.release.version}, ${iphone.udid}: idevice_id -l; ideviceinfo; ideviceinstaller -l …`);
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
