import type { Terminal } from '../../../cli/terminal.ts';
import { LaglensError } from '../../../core/errors.ts';

/** In place of `laglens verify` where the extension brings the command line, which has to stay small. */
export async function runVerify(_args: readonly string[], _terminal: Terminal): Promise<number> {
  throw new LaglensError({
    code: 'usage',
    message: 'laglens verify is part of npm’s package and of a checkout, not of the extension’s command line.',
    next: 'In a checkout of Laglens: npm run -s laglens -- verify --device ID.',
  });
}
