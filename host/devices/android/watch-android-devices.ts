import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { background, guarded } from '../../../core/guarded.ts';
import type { DeviceRow } from '../device.ts';
import type { AdbServer } from './adb/server.ts';
import { type ListedDevice, trackedLists } from './adb/tracking.ts';
import { deviceRow } from './android-facts.ts';

export interface WatchOptions {
  /** The adb server by the settings; may throw `LaglensError`. */
  server(): AdbServer;
  /** What stands there when no device is connected. */
  readonly noDevice: DeviceRow;
  readonly listener: (rows: readonly DeviceRow[]) => void;
  readonly signal: AbortSignal;
}

const RETRY_MS = 1_000;
/** adb tells when a device comes and goes, but not when its screen is unlocked or when it answers again. */
const ASK_AGAIN_MS = 3_000;

/** Follows the devices until the signal says stop. Never rejects: what goes wrong becomes a row, and is tried again. */
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

/** Until the server ends the connection. */
async function followServer(server: AdbServer, { noDevice, listener, signal }: WatchOptions): Promise<void> {
  let listed: readonly ListedDevice[] = [];
  let turn = 0;
  let again: NodeJS.Timeout | undefined;
  const show = async (): Promise<void> => {
    const mine = ++turn;
    clearTimeout(again);
    const rows = await rowsOf(server, listed, noDevice, signal);
    if (mine !== turn || signal.aborted) return;
    listener(rows);
    const mayChange = rows.some(({ problem }) => problem?.code === 'device-locked' || problem?.code === 'device-offline');
    if (mayChange) again = setTimeout(guarded(showOrWait, failed), ASK_AGAIN_MS);
  };
  // A server that went away in between is noticed by the tracking connection, which then begins anew.
  const showOrWait = (): void => background(show(), () => undefined);
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
      showOrWait();
    }
  } finally {
    turn++;
    over.abort();
    clearTimeout(again);
    signal.removeEventListener('abort', stop);
    stream.destroy();
  }
}

/** A server with nothing to tell looks like one that a network or a stop keeps from telling it. Rejects when it is that. */
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
  return await Promise.all(listed.map((device) => deviceRow(server, device, signal)));
}

/** The row in place of devices: what keeps Laglens from seeing any. */
export function troubleRow(error: unknown): DeviceRow {
  const problem =
    error instanceof LaglensError
      ? { code: error.code, why: error.message, next: error.next }
      : { code: 'internal' as const, why: String(error), next: 'Please report it together with the log.' };
  return { id: 'android', kind: 'android', name: 'Android devices', detail: '', canLaunch: false, problem };
}
