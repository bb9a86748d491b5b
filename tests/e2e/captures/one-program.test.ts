import { hiddenViews } from '../page/hidden-views.ts';
import { liveTimeline } from '../page/live-timeline.ts';
import { devices } from '../side-bar/devices.ts';
import { liveHeat } from '../sources/live-heat.ts';
import { layoutShifts } from '../surface/layout-shift.ts';
import { liveRange } from '../surface/live-range.ts';
import { programWindow } from '../windows/program-window.ts';
import { testsInOneWindow } from '../windows/shared-window.ts';
import { launches } from './launches.ts';
import { panelLife } from './panel-life.ts';

testsInOneWindow(programWindow, [devices, liveHeat, liveTimeline, liveRange, panelLife, hiddenViews, ...layoutShifts, launches]);
