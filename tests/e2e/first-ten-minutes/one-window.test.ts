import { programWindow } from '../windows/program-window.ts';
import { testsInOneWindow } from '../windows/shared-window.ts';
import { hints } from './hints.ts';
import { laptop } from './laptop.ts';
import { list } from './list.ts';
import { picking } from './picking.ts';
import { states } from './states.ts';
import { stopAndBaseline } from './stop-and-baseline.ts';
import { tenTasks } from './ten-tasks.ts';

// The first needs a VS Code that has shown no hints.
testsInOneWindow(programWindow, [hints, laptop, states, picking, list, stopAndBaseline, tenTasks]);
