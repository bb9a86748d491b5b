import { testsInOneWindow } from '../harness/shared-window.ts';
import { shopWindow } from '../harness/shop-window.ts';
import { share } from '../sessions/share.ts';
import { accessibleThemes } from './accessible-themes.ts';
import { groups } from './groups.ts';
import { keyboard } from './keyboard.ts';
import { moment } from './moment.ts';
import { timeline } from './timeline.ts';
import { views } from './views.ts';

testsInOneWindow(shopWindow, [keyboard, moment, timeline, views, groups, share, accessibleThemes]);
