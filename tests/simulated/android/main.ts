import { parseArgs } from 'node:util';
import type { Faults } from './android-faults.ts';
import { startPhone } from './start-phone.ts';
import type { AndroidVersion } from './system/android-release.ts';

// A simulated phone for manual use: node main.ts [--android 8|11|14] [--lags] [--launch] [--fault NAME[=VALUE]]…; Ctrl-C ends it.

const { values } = parseArgs({
  options: {
    android: { type: 'string', default: '14' },
    lags: { type: 'boolean', default: false },
    launch: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true, default: [] },
  },
});

function isVersion(text: string): text is AndroidVersion {
  return ['9', '11', '14'].includes(text);
}

if (!isVersion(values.android)) throw new Error(`--android is 8, 11 or 14, not ${values.android}`);
const faults: Faults = Object.fromEntries(
  values.fault.map((fault) => {
    const [name = '', value] = fault.split('=');
    return [name, value === undefined ? true : /^\d+$/.test(value) ? Number(value) : value];
  }),
);
const phone = await startPhone({
  android: values.android,
  faults,
  schedule: values.lags ? 'all' : 'none',
  log: (line) => console.error(line),
});
if (values.launch) console.error(`com.example.shop runs as process ${(await phone.launchApp()).pid}`);
console.log(`export ADB_SERVER_SOCKET=${phone.server.socket} ANDROID_SERIAL=${phone.serial}`);
console.error('adb devices; adb shell am start -n com.example.shop/.MainActivity …   Ctrl-C ends the phone.');
process.once('SIGINT', () => void phone.stop());
process.once('SIGTERM', () => void phone.stop());
