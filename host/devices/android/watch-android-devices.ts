import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { DeviceRow } from '../device.ts';
import { mistakeRow, problemRow } from '../problem-row.ts';
import { RowRefresher } from '../row-refresher.ts';
import { listDevices } from './adb/list-devices.ts';
import { onePerPhone } from './adb/one-per-phone.ts';
import type { AdbServer } from './adb/server.ts';
import { type ListedDevice, trackedLists } from './adb/tracking.ts';
import { deviceRow } from './android-facts.ts';

interface WatchOptions {
  /** @throws LaglensError for an invalid setting */
  server(): AdbServer;
  readonly noDevice: DeviceRow;
  readonly listener: (rows: readonly DeviceRow[]) => void;
  readonly signal: AbortSignal;
}

export const ANDROID_ROW_NAME = phrase`Android devices`;
const RETRY_MS = 1_000;
/** adb (seen with platform-tools 29) does not report how it goes on from these, such as to unauthorized. */
const unsettled: ReadonlySet<string> = new Set(['offline', 'connecting', 'authorizing']);

/** Runs until aborted. Failures become a row and are retried. */
export async function watchDevices(options: WatchOptions): Promise<void> {
  const { signal } = options;
  while (!signal.aborted) {
    try {
      const server = options.server();
      await server.ensure(signal);
      await followServer(server, options);
    } catch (error) {
      if (signal.aborted) return;
      options.listener([troubleRow(error)]);
    }
    await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Until the connection ends. */
async function followServer(server: AdbServer, { noDevice, listener, signal }: WatchOptions): Promise<void> {
  let listed: readonly ListedDevice[] = [];
  const rows = new RowRefresher({
    rows: async () => {
      if (listed.some(({ state }) => unsettled.has(state))) listed = await listDevices(server, signal);
      return await rowsOf(server, listed, noDevice, signal);
    },
    mayChange: (asked) => asked.some(({ problem }) => problem?.code === 'device-locked' || problem?.code === 'device-offline'),
    listener,
    // The tracking connection notices a lost server.
    failed: () => undefined,
    signal,
  });
  const stream = await server.host('host:track-devices-l', signal);
  const failed = (error: unknown): void => void stream.destroy(error instanceof Error ? error : undefined);
  const stop = (): void => void stream.destroy();
  signal.addEventListener('abort', stop, { once: true });
  const over = new AbortController();
  const within = AbortSignal.any([signal, over.signal]);
  background(untilSilent(server, within), (error) => within.aborted || failed(error));
  try {
    for await (const list of trackedLists(stream)) {
      listed = list;
      rows.refresh();
    }
  } finally {
    rows.stop();
    over.abort();
    signal.removeEventListener('abort', stop);
    stream.destroy();
  }
}

/** Rejects when a server no longer answers; tracking alone would not notice. */
async function untilSilent(server: AdbServer, signal: AbortSignal): Promise<never> {
  for (;;) {
    await pause(server.limits.pingMs, undefined, { signal });
    await server.version(signal);
  }
}

export async function rowsOf(
  server: AdbServer,
  listed: readonly ListedDevice[],
  noDevice: DeviceRow,
  signal: AbortSignal,
): Promise<readonly DeviceRow[]> {
  if (listed.length === 0) return [noDevice];
  return await Promise.all(onePerPhone(listed).map((device) => rowOf(server, device, signal)));
}

async function rowOf(server: AdbServer, device: ListedDevice, signal: AbortSignal): Promise<DeviceRow> {
  const row = await deviceRow(server, device, signal);
  return device.otherSerial === undefined ? row : { ...row, otherId: device.otherSerial };
}

/** The row in place of devices. */
export function troubleRow(error: unknown): DeviceRow {
  if (!(error instanceof LaglensError)) return mistakeRow('android', ANDROID_ROW_NAME, error);
  return problemRow('android', ANDROID_ROW_NAME, { code: error.code, why: error.message, next: error.next });
}
