import { lastSession } from '../side-bar/last-session.ts';
import { sessions } from '../side-bar/sessions.ts';
import { compare } from '../surface/compare.ts';
import { testsInOneWindow } from '../windows/shared-window.ts';
import { shopWindow } from '../windows/shop-window.ts';
import { swap } from './swap.ts';

// The first needs a window in which nothing was shown.
testsInOneWindow(shopWindow, [sessions, compare, swap, lastSession]);
