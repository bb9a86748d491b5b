import { Worker } from 'node:worker_threads';
import { assertReport, type HandOrder, type HandReport } from './hand-order.ts';

/** A manual run of one door in a thread, so that an input that hangs or fills the heap is named. */
interface HandRun {
  readonly report: HandReport | undefined;
  /** Why the thread ended early. */
  readonly broke: string | undefined;
}

/** Limit per input; on a busy machine the slowest of a million took some seconds. */
const HANG_MS = 60_000;
const CHECK_INTERVAL_MS = 1_000;
/** As in an extension host. */
const MOST_HEAP_MB = 4_096;

const everyDoor = import.meta.resolve('./doors.ts');

/** @param hangMs limit of one input */
export async function runByHand(
  order: Omit<HandOrder, 'progress' | 'module'> & Partial<Pick<HandOrder, 'module'>>,
  hangMs = HANG_MS,
  heapMb = MOST_HEAP_MB,
): Promise<HandRun> {
  const progress = new Float64Array(new SharedArrayBuffer(8));
  const resourceLimits = { maxOldGenerationSizeMb: heapMb };
  const worker = new Worker(new URL('hand-worker.ts', import.meta.url), {
    workerData: { module: everyDoor, ...order, progress },
    resourceLimits,
  });
  let [seed, sinceMs] = [progress[0], Date.now()];
  let broke: string | undefined;
  let report: HandReport | undefined;
  const watchdog = setInterval(() => {
    if (progress[0] !== seed) [seed, sinceMs] = [progress[0], Date.now()];
    // No seed yet: the thread loads its module, which takes some time on a busy computer.
    else if (Date.now() - sinceMs > (seed === 0 ? HANG_MS : hangMs)) {
      broke = `${order.door}, seed ${seed}: more than ${hangMs / 1000} s in one input`;
      void worker.terminate();
    }
  }, CHECK_INTERVAL_MS);
  try {
    await new Promise<void>((resolve) => {
      worker.once('message', (message: unknown) => {
        assertReport(message);
        report = message;
      });
      worker.once('error', (error) => {
        broke = `${order.door}, seed ${progress[0]}: ${error.message}`;
      });
      worker.once('exit', () => resolve());
    });
  } finally {
    clearInterval(watchdog);
  }
  return { report, broke };
}
