import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoApp, startDemoApp, type Variant } from '../../demo-app/start-demo-app.ts';
import { connectPhone, type Phone, type PhoneOptions } from './simulated-phone.ts';
import { SAMPLE_PACKAGE } from './system/package-table.ts';
import { isPriority } from './system/phone-log.ts';
import type { Launch } from './system/running-app.ts';

interface DemoPhoneOptions extends Omit<PhoneOptions<DemoApp>, 'launch'> {
  /** The demo app's lags from its start: every kind in turn, or frames only (the default). */
  readonly schedule?: 'all' | 'none';
  /** By default Android 11 runs on the real Android Runtime, 9 and 14 on the desktop JVM; 11 and 14 run on either. */
  readonly runtime?: 'jvm' | 'art';
  /** Of the installed app; `debug` by default. */
  readonly variant?: Variant;
  /** Gets the builds' output and the app's log. */
  readonly log?: (line: string) => void;
}

/**
 * Starts a simulated phone whose `com.example.shop` is the demo app. Each start of the app is its own process with its own log of lags,
 * which stays until the phone stops.
 */
export async function startPhone(options: DemoPhoneOptions): Promise<Phone<DemoApp>> {
  const { android, schedule, variant, log } = options;
  const truths = await mkdtemp(join(tmpdir(), 'laglens-phone-truth-'));
  let starts = 0;
  const launch = async (agent: string | undefined, { package: name, apk, cache, log: write }: Launch): Promise<DemoApp> => {
    const ofPhone = new EarlyLines(write);
    const sample = name === SAMPLE_PACKAGE ? { sample: { apk, folder: cache } } : {};
    const app = await startDemoApp({
      android,
      runtime: options.runtime ?? (android === '11' ? 'art' : 'jvm'),
      truthFile: join(truths, `start-${++starts}`),
      ...(schedule && { schedule }),
      ...(variant && { variant }),
      ...(agent !== undefined && { agent }),
      ...sample,
      log: (line) => {
        log?.(line);
        if (name === SAMPLE_PACKAGE) ofPhone.take(line);
      },
    });
    ofPhone.started(app.pid);
    return app;
  };
  const forget = (): Promise<void> => rm(truths, { recursive: true, force: true });
  try {
    const phone = await connectPhone({ ...options, launch });
    phone.onStop(forget);
    return phone;
  } catch (error) {
    await forget();
    throw error;
  }
}

/** Lines of the app's log for the phone's, which has its process id: kept until that is known. */
class EarlyLines {
  readonly #write: Launch['log'];
  readonly #kept: string[] = [];
  #pid: number | undefined;

  constructor(write: Launch['log']) {
    this.#write = write;
  }

  started(pid: number): void {
    this.#pid = pid;
    for (const line of this.#kept.splice(0)) this.take(line);
  }

  take(line: string): void {
    const [, priority = '', tag = '', text = ''] = /^([VDIWEF])\/([^:]+): (.*)$/.exec(line) ?? [];
    if (!isPriority(priority)) return;
    if (this.#pid === undefined) this.#kept.push(line);
    else this.#write(priority, tag, this.#pid, text);
  }
}
