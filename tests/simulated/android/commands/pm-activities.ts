import type { Call } from '../shell/shell-session.ts';
import { component, type InstalledApp } from '../system/package-table.ts';
import { threw } from './server-exception.ts';

/** The package manager's answer to several equal matches: AOSP PackageManagerService.chooseBestActivity. */
export const RESOLVER = 'android/com.android.internal.app.ResolverActivity';

interface Found {
  readonly name: string;
  readonly isDefault: boolean;
}

/**
 * `query-activities [--brief|--components] [--user N] [-a ACTION] [-c CATEGORY] [PACKAGE]`. Source: AOSP
 * PackageManagerShellCommand.runQueryIntentActivities.
 */
export async function queryActivities(call: Call, args: readonly string[]): Promise<number> {
  const intent = parsed(args);
  if (call.phone.faults.restrictedUser === intent.user) return refused(call, intent.user);
  const found = fitting(call, intent);
  if (found.length === 0) {
    await call.print('No activities found');
    return 0;
  }
  if (args.includes('--components')) {
    for (const each of found) await call.print(each.name);
    return 0;
  }
  await call.print(`${found.length} activities found:`);
  for (const [index, each] of found.entries()) await call.print(`  Activity #${index}:\n${described(each, args, '    ')}`);
  return 0;
}

/** `resolve-activity`: the best match, or the resolver, which asks the person. */
export async function resolveActivity(call: Call, args: readonly string[]): Promise<number> {
  const intent = parsed(args);
  if (call.phone.faults.restrictedUser === intent.user) return refused(call, intent.user);
  const [first, second] = fitting(call, intent);
  if (first === undefined) {
    await call.print('No activity found');
    return 0;
  }
  await call.print(described(second === undefined ? first : { name: RESOLVER, isDefault: false }, args, ''));
  return 0;
}

interface Query {
  readonly category: string | undefined;
  readonly packageName: string | undefined;
  readonly user: number;
}

function parsed(args: readonly string[]): Query {
  const after = (option: string): string | undefined => (args.includes(option) ? args[args.indexOf(option) + 1] : undefined);
  const words = args.filter((arg, index) => !arg.startsWith('-') && !['-a', '-c', '--user'].includes(args[index - 1] ?? ''));
  return { category: after('-c')?.split('.').at(-1), packageName: words.at(-1)?.split('/')[0], user: Number(after('--user')) || 0 };
}

function fitting(call: Call, { category, packageName, user }: Query): readonly Found[] {
  const byCategory: Readonly<Record<string, keyof Pick<InstalledApp, 'launchers' | 'tvLaunchers'>>> = {
    LAUNCHER: 'launchers',
    LEANBACK_LAUNCHER: 'tvLaunchers',
  };
  const listed = byCategory[category ?? 'LAUNCHER'];
  const activities = (app: InstalledApp): readonly string[] => (listed === undefined ? [] : app[listed]);
  return [...call.phone.packages.values()]
    .filter((app) => app.users.includes(user) && (packageName === undefined || app.name === packageName))
    .flatMap((app) => activities(app).map((activity) => ({ name: component(app, activity), isDefault: app.isDefault })));
}

function described({ name, isDefault }: Found, args: readonly string[], before: string): string {
  const facts = `priority=0 preferredOrder=0 match=0x${name === RESOLVER ? '0' : '108000'} specificIndex=-1 isDefault=${isDefault}`;
  if (args.includes('--brief')) return `${before}${facts}\n${before}${name}`;
  const [app = '', activity = ''] = name.split('/');
  const className = activity.startsWith('.') ? app + activity : activity;
  return `${before}${facts}\n${before}ActivityInfo:\n${before}  name=${className}\n${before}  packageName=${app}\n${before}  enabled=true exported=true`;
}

/** The owner forbids debugging this profile: AOSP PackageManagerServiceUtils.enforceShellRestriction. */
function refused(call: Call, user: number): Promise<number> {
  return threw(call, 'SecurityException', `Shell does not have permission to access user ${user}`);
}
