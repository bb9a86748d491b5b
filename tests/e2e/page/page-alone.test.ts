import { printed } from '../sessions/print.ts';
import { chosenFrame } from '../surface/chosen-frame.ts';
import { narrowLegend } from '../surface/narrow-legend.ts';
import { testsOfPageAlone } from '../windows/page-alone.ts';
import { draggedRange } from './dragged-range.ts';
import { frameMenu } from './frame-menu.ts';
import { narrowList } from './narrow-list.ts';
import { restingPointer } from './resting-pointer.ts';
import { sharedComparison } from './shared-comparison.ts';
import { pageAlone } from './shared-page.ts';
import { stutters } from './stutters.ts';

testsOfPageAlone([
  draggedRange,
  frameMenu,
  narrowList,
  restingPointer,
  pageAlone,
  sharedComparison,
  stutters,
  narrowLegend,
  chosenFrame,
  printed,
]);
