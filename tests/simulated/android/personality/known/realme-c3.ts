import type { KnownPersonality } from '../personality.ts';

/**
 * ColorOS with *Disable permission monitoring* off: adb's shell lacks permissions that AOSP grants it. The sources name
 * GRANT_RUNTIME_PERMISSIONS and WRITE_SECURE_SETTINGS; that SET_ACTIVITY_WATCHER, which an attach needs, lacks as well is assumed.
 */
export const realmeC3: KnownPersonality = {
  id: 'realme-c3-coloros-7',
  sources: ['https://github.com/henrichg/PhoneProfilesPlus/issues/64', 'https://github.com/zai-org/Open-AutoGLM/issues/106'],
  android: '11',
  release: { name: '10', sdk: 29, buildId: 'QP1A.190711.020', securityPatch: '2020-12-05' },
  product: { manufacturer: 'realme', brand: 'realme', model: 'RMX2020', device: 'RMX2020' },
  abi: 'arm64-v8a',
  answers: [
    {
      program: 'am',
      words: ['attach-agent'],
      stderr:
        'Security exception: Requires permission android.permission.SET_ACTIVITY_WATCHER\n\n' +
        'java.lang.SecurityException: Requires permission android.permission.SET_ACTIVITY_WATCHER\n' +
        '\tat com.android.server.am.ActivityManagerService.attachAgent(ActivityManagerService.java:19022)\n',
      code: 255,
    },
  ],
};
