import { fileURLToPath } from 'node:url';
import type { Iphone } from '../simulated-iphone.ts';
import { runClient } from './client-process.ts';

const client = fileURLToPath(new URL('appium-client.cjs', import.meta.url));

/** Asks appium-ios-device in its own process. @throws Error in the library's words */
export async function askAppium(iphone: Iphone, what: string, ...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runClient(iphone.usbmuxd, process.execPath, [client, iphone.udid, what, ...args]);
  if (code !== 0) throw new Error(stderr.trim());
  return JSON.parse(stdout);
}
