import { setTimeout as pause } from 'node:timers/promises';
import { isUnanswered, withLimit } from '../time-limits.ts';
import type { Attachment } from './attachment.ts';
import type { LinkLimits } from './link-limits.ts';

interface StateOptions {
  readonly limits: LinkLimits;
  log(line: string): void;
}

export async function processState(
  { link }: Attachment,
  { limits, log }: StateOptions,
  signal: AbortSignal,
): Promise<'running' | 'ended' | 'unreachable' | 'silent'> {
  const limit = { ms: limits.stateMs, what: `Asking whether ${link.process.name} still runs`, next: 'It is asked again.' };
  try {
    return await withLimit(limit, signal, (within) => link.processState(within));
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    log(error.message);
    return 'silent';
  }
}

export async function untilNotRunning(attachment: Attachment, options: StateOptions, signal: AbortSignal): Promise<void> {
  do await pause(options.limits.stateAgainMs, undefined, { signal });
  while ((await processState(attachment, options, signal)) === 'running');
}
