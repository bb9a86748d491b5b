import type { Message } from '../../wire/schema.ts';
import { UNKNOWN_COUNT } from '../columns/run-columns.ts';
import { type ScreenColumns, screenKind } from '../columns/screen-columns.ts';
import type { Run } from './run.ts';

export type RunFact = Message<
  'tick' | 'gcBegin' | 'gcEnd' | 'counters' | 'frame' | 'screen' | 'syncBarrier' | 'dropped' | 'overhead' | 'bye'
>;

/** False without a referent. */
export function applyRunFact(run: Run, atUs: number, fact: RunFact): boolean {
  switch (fact.type) {
    case 'tick':
      run.tick(atUs);
      return true;
    case 'gcBegin':
      run.gcs.begin(atUs);
      return true;
    case 'gcEnd':
      return run.gcs.end(atUs) >= 0;
    case 'counters':
      addCounters(run, atUs, fact);
      return true;
    case 'frame':
      run.frames.append(atUs, fact.lateUs, fact.periodUs, fact.inTime, fact.first);
      return true;
    case 'screen':
      showScreen(fact.kind === screenKind.fragment ? run.fragments : run.screens, run, atUs, fact);
      return true;
    case 'syncBarrier':
      addBarrier(run, atUs, fact);
      return true;
    case 'dropped':
      return addDropReport(run, atUs, fact);
    case 'overhead':
      run.overhead.add(atUs, fact);
      return true;
    case 'bye':
      // The process may live on; until another hello nothing is known.
      run.cut();
      run.endedWhy = fact.why;
      return true;
  }
}

function showScreen(screens: ScreenColumns, run: Run, atUs: number, { id, name, shown }: Message<'screen'>): void {
  if (shown === 1) screens.show(atUs, id, run.strings.row(name));
  else screens.hide(atUs, id);
}

/** Agents repeat it while it lasts. */
function addBarrier({ syncBarriers }: Run, atUs: number, { beginUs, atUs: agentUs, over }: Message<'syncBarrier'>): void {
  const sinceUs = Math.max(0, atUs - Math.max(0, agentUs - beginUs));
  syncBarriers.begin(sinceUs);
  if (over === 1) syncBarriers.end(atUs);
  else syncBarriers.extend(atUs);
}

function addCounters(run: Run, atUs: number, { cpuUs, cores, threads, ...rest }: Message<'counters'>): void {
  run.counters.append({
    atUs,
    cpuUs,
    cores,
    threads,
    footprintBytes: rest.footprintBytes ?? UNKNOWN_COUNT,
    thermal: rest.thermal ?? UNKNOWN_COUNT,
    allocations: rest.allocations ?? UNKNOWN_COUNT,
    allocatedBytes: rest.allocatedBytes ?? UNKNOWN_COUNT,
  });
}

/** Sums count every report; the list keeps the first ones. */
function addDropReport(run: Run, atUs: number, fact: Message<'dropped'>): boolean {
  run.droppedMessages += fact.messages;
  run.droppedSamples += fact.samples;
  if (!run.budgets.dropReports.takes()) return false;
  run.dropped.push({ atUs, messages: fact.messages, samples: fact.samples, why: fact.why });
  return true;
}
