import { container, outline, text } from '../../features/formats/tests/fuzz/container-door.ts'; // features/formats
import { profileDoors } from '../../features/formats/tests/fuzz/profile-doors.ts'; // features/formats
import { fieldReport } from '../../features/formats/tests/fuzz/report-door.ts'; // features/formats
import { scriptMap } from '../../features/formats/tests/fuzz/script-map-door.ts'; // features/formats
import { verifyReplay } from '../../features/verify/tests/fuzz/verify-replay-door.ts'; // features/verify
import type { Door } from './door.ts';
import { adbAddresses, deviceLists, shell, shellAnswers } from './doors/android-answers.ts';
import { baseline } from './doors/baseline-door.ts';
import { afc, dtx, lockdown, usbmux } from './doors/iphone-services.ts';
import { journal } from './doors/journal-door.ts';
import { link } from './doors/link.ts';
import { perfData, symbolNames, zstd } from './doors/other-files.ts';
import { page } from './doors/page-door.ts';
import { archives, oldPlists, plist } from './doors/plist.ts';
import { session } from './doors/session-door.ts';
import { sourceMap } from './doors/settings-door.ts';
import { symbolDoors } from './doors/symbol-files.ts';
import { wire } from './doors/wire.ts';
import { devicectl, simctl, simulatorApps, simulatorProcesses } from './doors/xcode-answers.ts';

/** Every entrance of foreign bytes, for `npm test` and `npm run fuzz`. */
export const doors: readonly Door[] = [
  ...[wire, session, journal, page, link, baseline, sourceMap],
  ...[scriptMap, fieldReport, container, text, outline], // features/formats
  verifyReplay, // features/verify
  ...[simctl, simulatorApps, simulatorProcesses, devicectl, plist, archives, oldPlists, lockdown, usbmux, dtx, afc],
  ...[shellAnswers, deviceLists, shell, adbAddresses, perfData],
  ...profileDoors, // features/formats
  ...[...symbolDoors, zstd, symbolNames],
];
