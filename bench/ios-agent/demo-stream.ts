import { setTimeout as pause } from 'node:timers/promises';
import { AgentOnShop } from '../../tests/demo-app/iphone/agent-on-shop.ts';
import type { Census } from '../../tests/demo-app/iphone/start-iphone-shop.ts';

const INTERVAL_US = 5_000;
const SECONDS = 30;
const LAST_LAG_MS = 1_500;

/** Its bytes on the wire, and calls during suspensions. */
interface DemoStream {
  readonly seconds: number;
  readonly bytes: number;
  /** Samples of main, which every round takes. */
  readonly main: number;
  /** Samples of all threads, also those with an unmoved clock. */
  readonly all: number;
  readonly census: Census;
}

/** Runs the demo app's lags every 1.5 s, sampled every 5 ms. */
export async function weighDemoStream(): Promise<DemoStream> {
  await using agent = await AgentOnShop.start('simulator-x86_64', INTERVAL_US);
  const { host, shop } = agent;
  await shop.home.follow('all');
  await pause(SECONDS * 1_000);
  await shop.home.follow('none');
  await pause(LAST_LAG_MS);
  const reports = host.all('overhead');
  const sum = (of: (report: (typeof reports)[number]) => number): number => reports.reduce((total, report) => total + of(report), 0);
  const [bytes, main, all] = [host.bytes, sum(({ rounds }) => rounds), sum(({ walks, skipped }) => walks + skipped)];
  return { seconds: SECONDS, bytes, main, all, census: await shop.terminate() };
}
