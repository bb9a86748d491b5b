import type { Call } from '../shell/shell-session.ts';
import { startActivity } from './am-start.ts';
import { threw } from './server-exception.ts';

/** `am …`, from Android 8 on `cmd activity …`. Source: AOSP ActivityManagerShellCommand.java. */
export async function am(call: Call): Promise<number> {
  const [verb, ...args] = call.args;
  switch (verb) {
    case 'start':
    case 'start-activity':
      return startActivity(call, args);
    case 'attach-agent':
      return attachAgent(call, args);
    case 'force-stop':
      await call.phone.forceStop(args.filter((arg, index) => arg !== '--user' && args[index - 1] !== '--user')[0] ?? '');
      return 0;
    case 'get-current-user':
      await call.print('0');
      return 0;
    case 'kill':
      return 0;
    case 'set-debug-app':
    case 'clear-debug-app':
      return 0;
    case undefined:
      return call.fail('Activity manager (activity) commands:\n  help\n      Print this help text.', 255);
    default:
      return call.fail(`Unknown command: ${verb}`, 255);
  }
}

/** Checks the process and hands the agent over, without waiting for its load. */
async function attachAgent(call: Call, args: readonly string[]): Promise<number> {
  const { phone } = call;
  const [process, agent] = args;
  if (process === undefined || agent === undefined) {
    return threw(call, 'IllegalArgumentException', `Argument expected after "${args.at(-1) ?? 'attach-agent'}"`);
  }
  if (phone.faults.securitySettings) {
    return threw(call, 'SecurityException', 'Requires permission android.permission.SET_ACTIVITY_WATCHER');
  }
  // A number is a pid; names are searched among the owner's processes only (UserHandle.USER_SYSTEM).
  const byPid = phone.processes.find((each) => String(each.pid) === process);
  const target = byPid ?? phone.processes.find((each) => each.name === process && each.uid < 100_000);
  if (!target?.app) return threw(call, 'IllegalArgumentException', `Unknown process: ${process}`);
  const app = phone.packages.get(target.app);
  if (!app?.debuggable) {
    const record = `ProcessRecord{5c2a1f3 ${target.pid}:${target.name}/${target.user.replace('_', '')}}`;
    return threw(call, 'SecurityException', `Process not debuggable: ${phone.release.sdk >= 33 ? target.app : record}`);
  }
  phone.attach(app, agent);
  return 0;
}
