import { phonesWindow } from '../windows/phones-window.ts';
import { testsInOneWindow } from '../windows/shared-window.ts';
import { diagnose } from './diagnose.ts';
import { noPhone } from './no-phone.ts';
import { wifi } from './wifi.ts';

testsInOneWindow(phonesWindow, [noPhone, wifi, diagnose]);
