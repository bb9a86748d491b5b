import { phonesWindow } from '../windows/phones-window.ts';
import { testsInOneWindow } from '../windows/shared-window.ts';
import { diagnose } from './diagnose.ts';
import { noPhone } from './no-phone.ts';

testsInOneWindow(phonesWindow, [noPhone, diagnose]);
