import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoApp, type DemoAppOptions, startDemoApp } from '../demo-app/start-demo-app.ts';
import type { TruthLag } from '../demo-app/truth-lags.ts';
import { defaultToken, hookJar, type Span, shippedLibrary } from './program.ts';
import type { Host } from './test-host.ts';

/** The demo app, with a folder for the agent's socket and the app's own log of lags. */
export class Shop implements AsyncDisposable {
  readonly app: DemoApp;
  readonly folder: string;

  private constructor(app: DemoApp, folder: string) {
    this.app = app;
    this.folder = folder;
  }

  static async start(options: Pick<DemoAppOptions, 'abi' | 'android' | 'androidX' | 'looperOnly' | 'runtime' | 'queue'>): Promise<Shop> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-shop-'));
    return new Shop(await startDemoApp({ ...options, truthFile: join(folder, 'truth.jsonl') }), folder);
  }

  get pid(): number {
    return this.app.pid;
  }

  /** Resolves once the lag is over and the stream has come that far. */
  async lagOnce(host: Host, kind: string): Promise<TruthLag & Span> {
    const before = (await this.#lags(kind)).length;
    await this.app.lag(kind);
    for (;;) {
      await host.reached((host.all('tick').at(-1)?.atUs ?? 0) + 100_000);
      const lag = (await this.#lags(kind))[before];
      if (lag === undefined) continue;
      const endUs = lag.startUs + lag.durationMs * 1000;
      await host.reached(endUs);
      return { ...lag, beginUs: lag.startUs, endUs };
    }
  }

  async #lags(kind: string): Promise<readonly TruthLag[]> {
    return (await this.app.truth()).filter((lag) => lag.kind === kind);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Attaches on the Android Runtime, as a phone does; returns the path of the agent's socket. */
export async function attachToArt(
  { app, folder, pid }: Shop,
  { rand = '0badcafe', library = shippedLibrary }: { readonly rand?: string; readonly library?: string } = {},
): Promise<string> {
  const failure = await app.attachAgent(`${library}=token=${defaultToken},rand=${rand},dir=${folder},hook=${hookJar}`);
  const socket = join(folder, `laglens-${pid}-${rand}.sock`);
  if (failure !== undefined || !existsSync(socket)) throw new Error(`The agent could not be attached: ${failure}`);
  return socket;
}
