import type { KnownPersonality } from '../personality.ts';

const SWITCHED_OFF = `int logctl_get(): open '/dev/hwlog_switch' fail -1, 13. Permission denied

Note: log switch off, only log_main and log_events will have logs!
`;

/** EMUI with the log switched off: its logcat prints a note and no line. Its toybox, 0.7.6, has no getconf. */
export const huaweiP20: KnownPersonality = {
  id: 'huawei-p20-emui-9',
  sources: [
    'https://github.com/liudongmiao/Brevent/issues/180',
    'https://github.com/openstf/stf/issues/1064',
    'https://github.com/landley/toybox/commit/1e168474',
  ],
  android: '9',
  release: { name: '9', sdk: 28, buildId: 'HUAWEIEML-L29', securityPatch: '2019-06-01' },
  product: { manufacturer: 'HUAWEI', brand: 'HUAWEI', model: 'EML-L29', device: 'HWEML' },
  abi: 'arm64-v8a',
  properties: { 'ro.build.version.emui': 'EmotionUI_9.1.0' },
  missing: ['getconf'],
  answers: [{ program: 'logcat', stdout: SWITCHED_OFF }],
  faults: { logOff: true },
};
