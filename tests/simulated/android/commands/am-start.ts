import type { Call } from '../shell/shell-session.ts';
import { type InstalledApp, launcherOf, realPackages } from '../system/package-table.ts';
import { RESOLVER } from './pm-activities.ts';
import { threw } from './server-exception.ts';

interface Intent {
  readonly action: string | undefined;
  readonly categories: readonly string[];
  readonly component: string | undefined;
  readonly packageName: string | undefined;
  readonly wait: boolean;
  readonly stopFirst: boolean;
  readonly agent: string | undefined;
  readonly user: number;
}

/** `am start`. Errors are on standard error (with -W on standard output); the exit code is always 0. */
export async function startActivity(call: Call, args: readonly string[]): Promise<number> {
  const { phone } = call;
  const intent = parseIntent(args);
  if (typeof intent === 'string') return threw(call, 'IllegalArgumentException', intent);
  if (phone.faults.restrictedUser === intent.user) {
    return threw(call, 'SecurityException', `Shell does not have permission to access user ${intent.user}`);
  }
  const app = phone.packages.get(intent.component?.split('/')[0] ?? intent.packageName ?? '');
  if (intent.stopFirst && app) {
    await call.print(`Stopping: ${app.name}`);
    await phone.forceStop(app.name, intent.user);
  }
  const description = describe(intent);
  await call.print(`Starting: ${description}`);
  const complain = async (...lines: readonly string[]): Promise<number> => {
    for (const line of lines) await (intent.wait ? call.stdout : call.stderr).write(Buffer.from(`${line}\n`));
    return 0;
  };
  if (intent.component !== undefined && !hasActivity(app, intent.component, intent.user)) {
    return complain('Error type 3', `Error: Activity class {${longComponent(intent.component)}} does not exist.`);
  }
  const activity = intent.component?.split('/')[1] ?? launcherOf(app);
  if (app === undefined || activity === undefined) return complain(`Error: Activity not started, unable to resolve ${description}`);
  if (intent.agent !== undefined && !app.debuggable) {
    return threw(call, 'SecurityException', `Process not debuggable: ${app.name}`);
  }

  phone.log.write(
    'I',
    'ActivityTaskManager',
    0,
    1000,
    `START u${intent.user} {${description.slice('Intent { '.length, -2)}} from uid 2000`,
  );
  const beganMs = Date.now();
  const running = phone.runningApp(app.name);
  const already = !realPackages.has(app.name) || running !== undefined;
  const start = already ? (running?.startAgain?.() ?? Promise.resolve()) : phone.startApp(app.name, intent.agent);
  if (intent.wait) await start;
  else
    start.catch((error: unknown) =>
      phone.log.write('E', 'ActivityManager', 0, 1000, `Failure starting process ${app.name}: ${String(error)}`),
    );
  if (already) {
    const warning = 'Warning: Activity not started, its current task has been brought to the front';
    await (intent.wait ? call.stdout : call.stderr).write(Buffer.from(`${warning}\n`));
  }
  if (!intent.wait) return 0;
  const tookMs = Date.now() - beganMs;
  await call.print('Status: ok');
  if (phone.release.sdk >= 29) await call.print(`LaunchState: ${already ? 'HOT' : 'COLD'}`);
  await call.print(`Activity: ${app.name}/${activity}`);
  if (phone.release.sdk < 29) await call.print(`ThisTime: ${tookMs}`);
  await call.print(`TotalTime: ${tookMs}`);
  await call.print(`WaitTime: ${tookMs + 5}`);
  await call.print('Complete');
  return 0;
}

/** @returns IllegalArgumentException's words for an unknown option */
function parseIntent(args: readonly string[]): Intent | string {
  const intent = { categories: [] as string[], wait: false, stopFirst: false, user: 0 };
  let action: string | undefined;
  let component: string | undefined;
  let packageName: string | undefined;
  let agent: string | undefined;
  const rest = [...args];
  for (let option = rest.shift(); option !== undefined; option = rest.shift()) {
    switch (option) {
      case '-a':
        action = rest.shift();
        break;
      case '-c':
        intent.categories.push(rest.shift() ?? '');
        break;
      case '-n':
        component = rest.shift();
        break;
      case '-p':
        packageName = rest.shift();
        break;
      case '-W':
        intent.wait = true;
        break;
      case '-S':
        intent.stopFirst = true;
        break;
      case '--user':
        intent.user = Number(rest.shift()) || 0;
        break;
      case '--attach-agent':
      case '--attach-agent-bind':
        if (agent !== undefined) return `Multiple --attach-agent(-bind) not supported`;
        agent = rest.shift();
        break;
      case '-f':
      case '-d':
      case '--activity-clear-task':
        if (option !== '--activity-clear-task') rest.shift();
        break;
      default:
        if (option.startsWith('-')) return `Unknown option: ${option}`;
        if (option.includes('/')) component = option;
        else packageName = option;
    }
  }
  return { ...intent, action, component, packageName, agent };
}

function hasActivity(app: InstalledApp | undefined, component: string, user: number): boolean {
  if (component === RESOLVER) return true;
  if (!app?.users.includes(user)) return false;
  const all = [...app.launchers, ...app.tvLaunchers].map((activity) => longComponent(`${app.name}/${activity}`));
  return all.includes(longComponent(component));
}

function longComponent(component: string): string {
  const [name = '', activity = ''] = component.split('/');
  return `${name}/${activity.startsWith('.') ? name + activity : activity}`;
}

/** As Intent.toString says it. */
function describe(intent: Intent): string {
  const parts = [
    intent.action && `act=${intent.action}`,
    intent.categories.length > 0 && `cat=[${intent.categories.join(',')}]`,
    intent.packageName && `pkg=${intent.packageName}`,
    intent.component && `cmp=${intent.component}`,
  ];
  return `Intent { ${parts.filter(Boolean).join(' ')} }`;
}
