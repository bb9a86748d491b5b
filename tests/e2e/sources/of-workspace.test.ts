import { testsInOneWindow } from '../windows/shared-window.ts';
import { shopWindow } from '../windows/shop-window.ts';
import { editorHeat } from './editor-heat.ts';
import { sources } from './sources.ts';

// The second moves and removes files.
testsInOneWindow(shopWindow, [editorHeat, sources]);
