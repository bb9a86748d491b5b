import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoApp, startDemoApp, type Variant } from '../../demo-app/start-demo-app.ts';
import { connectPhone, type Phone, type PhoneOptions } from './simulated-phone.ts';

interface DemoPhoneOptions extends Omit<PhoneOptions<DemoApp>, 'launch'> {
  /** The demo app's lags from its start: every kind in turn, or frames only (the default). */
  readonly schedule?: 'all' | 'none';
  /** Android 11 runs on the real Android Runtime, 8 and 14 on the desktop JVM; this requests the desktop JVM for 11, too. */
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
  const launch = (agent: string | undefined): Promise<DemoApp> =>
    startDemoApp({
      android,
      runtime: options.runtime ?? (android === '11' ? 'art' : 'jvm'),
      truthFile: join(truths, `start-${++starts}`),
      ...(schedule && { schedule }),
      ...(variant && { variant }),
      ...(agent !== undefined && { agent }),
      ...(log && { log }),
    });
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
