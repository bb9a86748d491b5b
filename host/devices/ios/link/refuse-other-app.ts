import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import type { Message } from '../../../../core/wire/schema.ts';

/** Undefined for the right app. */
export function refuseOtherApp(bundleId: string, hello: Message<'hello'>): LaglensError | undefined {
  if (hello.process === bundleId) return undefined;
  return new LaglensError({
    code: 'agent-other-app',
    message: phrase`The agent that answers is in ${hello.process} (process ${hello.pid}), not in ${bundleId}.`,
    next: phrase`End that app, start the right one, and try again.`,
    action: 'retry',
  });
}
