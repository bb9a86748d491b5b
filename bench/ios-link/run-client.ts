import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runClient } from '../../tests/simulated/iphone/clients/client-process.ts';
import { launchStandIn, writeApp } from '../../tests/simulated/iphone/clients/with-app.ts';
import type { Iphone } from '../../tests/simulated/iphone/simulated-iphone.ts';
import { startIphone } from '../../tests/simulated/iphone/start-iphone.ts';
import { type ClientTimes, isClientTimes } from './jobs.ts';

const PUSHED_BYTES = 20_000_000;
const bundleId = 'com.example.shop';

type Client = 'ours.ts' | 'appium.cjs';

/**
 * Runs a client in its own process, on its own phone.
 * @param folder an empty one
 * @throws Error if a job fails, or is not done despite the client's claim
 */
export async function timesOf(client: Client, folder: string, rounds: number): Promise<ClientTimes> {
  const app = await writeApp(folder, 'Shop', { CFBundleIdentifier: bundleId, CFBundleName: 'Shop' });
  const file = join(folder, 'pushed');
  await writeFile(file, Buffer.alloc(PUSHED_BYTES, 'lag'));
  const { iphone, usbmuxd, stop } = await startIphone({ ios: '16.7.10', launch: launchStandIn, apps: [{ bundleId, name: 'Shop' }] });
  try {
    const path = fileURLToPath(new URL(client, import.meta.url));
    const argv = [path, iphone.udid, app, file, bundleId, String(rounds)];
    const { code, stdout, stderr } = await runClient(usbmuxd, process.execPath, argv);
    if (code !== 0) throw new Error(`${client}: ${stderr.trim()}`);
    const said: unknown = JSON.parse(stdout);
    if (!isClientTimes(said)) throw new Error(`${client} printed no times: ${stdout}`);
    await check(iphone, client, rounds);
    return said;
  } finally {
    await stop();
  }
}

/** Verifies a client's claims on the device. */
async function check(iphone: Iphone, client: Client, rounds: number): Promise<void> {
  const path = iphone.files.hostPath(`${iphone.apps.app(bundleId)?.container}/Documents/pushed`);
  const { size } = await stat(path);
  if (size !== PUSHED_BYTES) throw new Error(`${client} pushed ${size} bytes of ${PUSHED_BYTES}`);
  const started = iphone.log.lines.filter((line) => line.includes(`${bundleId}: process`) && line.endsWith('started')).length;
  const installed = iphone.asked.filter((request) => request.startsWith('installation_proxy Install')).length;
  if (started !== rounds || installed !== rounds)
    throw new Error(`${client} started ${started} processes and installed ${installed} times`);
}
