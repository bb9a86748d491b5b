import { testsInOneWindow } from '../../../../tests/e2e/windows/shared-window.ts';
import { fieldFiles, fieldWindow } from './field-files.ts';
import { containers, profiles } from './open-profiles.ts';

testsInOneWindow(fieldWindow, [profiles, containers, fieldFiles]);
