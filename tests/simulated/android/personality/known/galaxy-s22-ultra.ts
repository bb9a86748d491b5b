import type { KnownPersonality } from '../personality.ts';

const REFUSAL = `
Exception occurred while executing 'list':
java.lang.SecurityException: Shell does not have permission to access user 150
 com.android.server.am.ActivityManagerService.handleIncomingUser:16014 android.app.ActivityManager.handleIncomingUser:5174
	at com.android.server.am.UserController.handleIncomingUser(UserController.java:2895)
`;

/** With a Secure Folder: adb's shell may not act in its user 150, which lists of packages without a user include. */
export const galaxyS22Ultra: KnownPersonality = {
  id: 'galaxy-s22-ultra-secure-folder',
  sources: ['https://github.com/mobile-dev-inc/Maestro/issues/418', 'https://github.com/cocool97/adb_client/issues/99'],
  android: '14',
  release: { name: '13', sdk: 33, buildId: 'TP1A.220624.014', securityPatch: '2022-11-01' },
  product: { manufacturer: 'samsung', brand: 'samsung', model: 'SM-S908B', device: 'b0s' },
  abi: 'arm64-v8a',
  users: [{ id: 150, name: 'Secure Folder', flags: '10061030' }],
  answers: [{ program: 'pm', words: ['list', 'packages'], without: ['--user'], stderr: REFUSAL, code: 255 }],
  faults: { restrictedUser: 150 },
};
