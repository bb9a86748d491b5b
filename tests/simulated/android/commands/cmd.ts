import type { Call } from '../shell/shell-session.ts';
import { am } from './am.ts';
import { pm } from './pm.ts';
import { settings } from './system-facts.ts';

/** `cmd SERVICE …`: the services' own shells. */
export async function cmd(call: Call): Promise<number> {
  const [service, ...args] = call.args;
  switch (service) {
    case 'activity':
      return am(call.as('am', ...args));
    case 'package':
      return pm(call.as('pm', ...args));
    case 'settings':
      return settings(call.as('settings', ...args));
    case undefined:
      return call.fail('cmd: No service specified; use -l to list all services', 20);
    default:
      return call.fail(`cmd: Can't find service: ${service}`, 20);
  }
}
