import { countedNoun } from '../../../../core/text/counted-noun.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import type { PageProcess } from './page-process.ts';
import type { TraceThread } from './trace-threads.ts';

/** Main threads of processes that show pages. */
const RENDERER_MAIN = 'CrRendererMain';

interface Choice {
  readonly pid: string;
  /** As the end of “The app is process 2, …”. */
  readonly why: string;
}

interface Sums {
  events: number;
  samples: number;
  rendererUs: number;
}

/**
 * The app's process: the page's by the file's own word, else the one with most samples of JavaScript, else the renderer with most work on
 * its main thread, else the one with most events. The report says which, where there are several.
 */
export function appProcess(
  threads: Iterable<TraceThread>,
  page: PageProcess,
  { report }: ImportTask,
  nameOf: (pid: string) => string | undefined,
): string {
  const processes = new Map<string, Sums>();
  for (const thread of threads) {
    const sums = processes.get(thread.pid) ?? { events: 0, samples: 0, rendererUs: 0 };
    processes.set(thread.pid, sums);
    sums.events += thread.events;
    // A page's own thread before its workers'.
    if (thread.isProfiled) sums.samples += (thread.profile?.samples.length ?? 0) * (thread.name === RENDERER_MAIN ? MAIN_COUNTS : 1);
    if (thread.name === RENDERER_MAIN) sums.rendererUs += thread.slicesUs;
  }
  const choice = chosen(processes, page);
  if (processes.size > 1) {
    const name = nameOf(choice.pid);
    const shown = name === undefined ? choice.pid : `${name} (${choice.pid})`;
    report.assumed(`The app is process ${shown}, ${choice.why}; the file has ${countedNoun(processes.size, 'processes')}.`);
  }
  return choice.pid;
}

const MAIN_COUNTS = 1_000;

function chosen(processes: ReadonlyMap<string, Sums>, { pid }: PageProcess): Choice {
  if (pid !== undefined && processes.has(pid)) return { pid, why: 'which the file names as the page’s' };
  const most = (measure: (sums: Sums) => number): string | undefined => {
    let best: { readonly pid: string; readonly value: number } | undefined;
    for (const [each, sums] of processes) {
      const value = measure(sums);
      if (value > 0 && value > (best?.value ?? 0)) best = { pid: each, value };
    }
    return best?.pid;
  };
  const sampled = most(({ samples }) => samples);
  if (sampled !== undefined) return { pid: sampled, why: 'whose JavaScript was sampled' };
  const renderer = most(({ rendererUs }) => rendererUs);
  if (renderer !== undefined) return { pid: renderer, why: 'the renderer with most work on its main thread' };
  return { pid: most(({ events }) => events) ?? '', why: 'which has most events' };
}
