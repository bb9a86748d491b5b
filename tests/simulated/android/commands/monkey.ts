import type { Call } from '../shell/shell-session.ts';
import { launcherOf, realPackages } from '../system/package-table.ts';

/** `monkey -p PACKAGE -c android.intent.category.LAUNCHER 1` starts an app without its activity's name. */
export async function monkey(call: Call): Promise<number> {
  const name = call.args[call.args.indexOf('-p') + 1] ?? '';
  const app = call.phone.packages.get(name);
  await call.print(`  bash arg: -p\n  bash arg: ${name}`);
  if (launcherOf(app) === undefined) {
    await call.print('** No activities found to run, monkey aborted.');
    return 252;
  }
  if (realPackages.has(name)) await call.phone.startApp(name);
  await call.print('Events injected: 1\n## Network stats: elapsed time=12ms (0ms mobile, 0ms wifi, 12ms not connected)');
  return 0;
}
