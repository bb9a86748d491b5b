import type { CDPSession, Frame, Page } from 'playwright-core';

/** A page's cost: CPU time of its main thread by the kernel's count, and its bytes. */
export class PageMeter {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Frames of one origin share a main thread with their page and are measured with it. */
  static async of(target: Page | Frame): Promise<PageMeter> {
    const page = 'context' in target ? target : target.page();
    const context = page.context();
    const session = await context.newCDPSession(target).catch(() => context.newCDPSession(page));
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new PageMeter(session);
  }

  mainCpuMs(): Promise<number> {
    return this.#metricMs('TaskDuration');
  }

  scriptCpuMs(): Promise<number> {
    return this.#metricMs('ScriptDuration');
  }

  async heldBytes(): Promise<number> {
    // The second time removes what only finalizers keep.
    for (let time = 0; time < 2; time++) await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await this.#session.send('Runtime.getHeapUsage');
    return usedSize + embedderHeapUsedSize + backingStorageSize;
  }

  async heldNodes(): Promise<number> {
    return (await this.#session.send('Memory.getDOMCounters')).nodes;
  }

  async #metricMs(wanted: string): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1_000;
  }
}
