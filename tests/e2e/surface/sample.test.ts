import { testsInOneWindow } from '../windows/shared-window.ts';
import { shopWindow } from '../windows/shop-window.ts';
import { appFirst } from './app-first.ts';
import { arrows } from './arrows.ts';
import { colours } from './colours.ts';
import { legend } from './legend.ts';
import { names } from './names.ts';
import { overview } from './overview.ts';
import { range } from './range.ts';
import { sentence } from './sentence.ts';
import { tabStops } from './tab-stops.ts';
import { toolbar } from './toolbar.ts';
import { tooltip } from './tooltip.ts';

testsInOneWindow(shopWindow, [tooltip, tabStops, arrows, appFirst, names, overview, range, toolbar, sentence, legend, colours]);
