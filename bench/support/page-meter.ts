import type { CDPSession, Frame, Page } from 'playwright-core';

/** What a page costs: CPU time of its main thread by the kernel's count, and the bytes that it holds. */
export class PageMeter {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Frames of one origin share a main thread with their page, and are measured with it. */
  static async of(target: Page | Frame): Promise<PageMeter> {
    const page = 'context' in target ? target : target.page();
    const context = page.context();
    const session = await context.newCDPSession(target).catch(() => context.newCDPSession(page));
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new PageMeter(session);
  }

  /** CPU milliseconds of all that the main thread did so far. */
  mainCpuMs(): Promise<number> {
    return this.#metricMs('TaskDuration');
  }

  /** CPU milliseconds of scripts so far: what others did to a busy machine is not in it. */
  scriptCpuMs(): Promise<number> {
    return this.#metricMs('ScriptDuration');
  }

  /** Bytes that scripts, documents and buffers hold, without what is garbage. */
  async heldBytes(): Promise<number> {
    // What only a finalizer keeps goes the second time.
    for (let time = 0; time < 2; time++) await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await this.#session.send('Runtime.getHeapUsage');
    return usedSize + embedderHeapUsedSize + backingStorageSize;
  }

  /** Nodes of documents that are held. */
  async heldNodes(): Promise<number> {
    return (await this.#session.send('Memory.getDOMCounters')).nodes;
  }

  async #metricMs(wanted: string): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1_000;
  }
}
