import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { phrase } from '../../../../core/text/phrase.ts';
import { withLimit } from '../../../time-limits.ts';
import type { AdbServer } from './server.ts';
import { type ListedDevice, parseDevices } from './tracking.ts';

export async function listDevices(server: AdbServer, signal: AbortSignal): Promise<readonly ListedDevice[]> {
  const limit = {
    ms: server.limits.answerMs,
    what: phrase`Reading the list of devices`,
    next: phrase`Restart the adb server (“adb kill-server”).`,
  };
  const answer = await withLimit(limit, signal, async (within) =>
    text(addAbortSignal(within, await server.host('host:devices-l', within))),
  );
  // Four hex digits of length come first.
  return parseDevices(answer.slice(4));
}
