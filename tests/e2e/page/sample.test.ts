import { share } from '../sessions/share.ts';
import { editorHeat } from '../sources/editor-heat.ts';
import { sources } from '../sources/sources.ts';
import { testsInOneWindow } from '../windows/shared-window.ts';
import { shopWindow } from '../windows/shop-window.ts';
import { accessibleThemes } from './accessible-themes.ts';
import { groups } from './groups.ts';
import { keyboard } from './keyboard.ts';
import { moment } from './moment.ts';
import { timeline } from './timeline.ts';
import { views } from './views.ts';

// The last one moves and removes files.
testsInOneWindow(shopWindow, [keyboard, moment, timeline, views, groups, share, accessibleThemes, editorHeat, sources]);
