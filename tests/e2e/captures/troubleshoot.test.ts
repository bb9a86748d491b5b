import { phonesWindow } from '../harness/phones-window.ts';
import { testsInOneWindow } from '../harness/shared-window.ts';
import { diagnose } from './diagnose.ts';
import { noPhone } from './no-phone.ts';

testsInOneWindow(phonesWindow, [noPhone, diagnose]);
