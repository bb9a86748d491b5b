import type { Call } from '../shell/shell-session.ts';
import { codePath, type InstalledApp, uidOf } from '../system/package-table.ts';
import { dumpPackages } from './dumpsys-package.ts';
import { queryActivities, resolveActivity } from './pm-activities.ts';
import { install } from './pm-install.ts';

/** `pm …`, as `cmd package …`. Source: AOSP PackageManagerShellCommand.java. */
export async function pm(call: Call): Promise<number> {
  const [verb, ...args] = call.args;
  switch (verb) {
    case 'list':
      return list(call, args);
    case 'path': {
      const app = call.phone.packages.get(named(args) ?? '');
      if (!app?.users.includes(userOf(args))) return 1;
      await call.print(`package:${codePath(app, call.phone.release.sdk)}/base.apk`);
      return 0;
    }
    case 'resolve-activity':
      return resolveActivity(call, args);
    case 'query-activities':
      return queryActivities(call, args);
    case 'dump': {
      const app = call.phone.packages.get(named(args) ?? '');
      if (!app) return call.fail(`Unable to find package: ${named(args) ?? ''}`);
      await call.print(dumpPackages(call.phone, [app]));
      return 0;
    }
    case 'install':
      return install(call, args);
    case 'uninstall':
      if (!call.phone.packages.has(named(args) ?? '')) return call.fail('Failure [DELETE_FAILED_INTERNAL_ERROR]');
      await call.phone.uninstall(named(args) ?? '');
      await call.print('Success');
      return 0;
    case 'get-max-users':
      await call.print('Maximum supported users: 4');
      return 0;
    default:
      return call.fail(`Unknown command: ${verb ?? ''}`, 255);
  }
}

function userOf(args: readonly string[]): number {
  const value = args[args.indexOf('--user') + 1];
  return args.includes('--user') && value !== 'current' && value !== 'all' ? Number(value) : 0;
}

/** The last word besides options and their values. */
function named(args: readonly string[]): string | undefined {
  return args.filter((arg, index) => !arg.startsWith('-') && args[index - 1] !== '--user').at(-1);
}

async function list(call: Call, args: readonly string[]): Promise<number> {
  const [what, ...options] = args;
  const { phone } = call;
  if (what === 'users') {
    await call.print('Users:');
    for (const user of phone.users) await call.print(`\tUserInfo{${user.id}:${user.name}:${user.flags}} running`);
    return 0;
  }
  if (what !== 'packages' && what !== 'package') return call.fail(`Error: unknown list type '${what ?? ''}'`, 255);
  const user = userOf(options);
  if (!phone.users.some((each) => each.id === user)) return call.fail(`Error: User ${user} does not exist`, 255);
  const everyone = options[options.indexOf('--user') + 1] === 'all';
  const filter = named(options);
  for (const app of phone.packages.values()) {
    if (!everyone && !app.users.includes(user)) continue;
    if ((options.includes('-3') && app.system) || (options.includes('-s') && !app.system)) continue;
    if (options.includes('-d') || (filter !== undefined && !app.name.includes(filter))) continue;
    await call.print(row(app, options, user, phone.release.sdk));
  }
  return 0;
}

function row(app: InstalledApp, options: readonly string[], user: number, sdk: number): string {
  let text = 'package:';
  if (options.includes('-f')) text += `${codePath(app, sdk)}/base.apk=`;
  text += app.name;
  if (options.includes('--show-versioncode')) text += ` versionCode:${app.versionCode}`;
  if (options.includes('-i')) text += '  installer=null';
  if (options.includes('-U')) text += ` uid:${uidOf(app, user)}`;
  return text;
}
