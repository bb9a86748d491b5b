import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { Asking } from '../device.ts';
import type { Phone, PhoneApp } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';
import { refusal, saysError } from './android-refusals.ts';

export interface Launcher {
  /** `com.example.shop/.MainActivity` */
  readonly component: string;
  readonly category: string;
}

/** Categories of phones and TVs. */
const categories = ['android.intent.category.LAUNCHER', 'android.intent.category.LEANBACK_LAUNCHER'] as const;
export const MAIN_ACTION = 'android.intent.action.MAIN';

/** Debug libraries with their own icons. */
const tools = ['leakcanary.', 'com.squareup.leakcanary.', 'com.facebook.flipper.', 'com.github.moduth.blockcanary.'];

interface LauncherOptions extends Asking {
  /** Class or component; otherwise the only one, or the user's choice. */
  readonly activity?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * The system would show a dialog of package `android` for several icons.
 * @throws LaglensError without an activity or a choice
 */
export async function launcherOf(phone: Phone, app: PhoneApp, { activity, choose, signal }: LauncherOptions): Promise<Launcher> {
  const all = await launchersOf(phone, app, signal);
  if (activity !== undefined) {
    const named = all.find((each) => namesOf(each).includes(activity));
    if (named === undefined) throw notAmong(app, activity, all);
    return named;
  }
  const own = all.filter(({ component }) => !tools.some((tool) => className(component).startsWith(tool)));
  const [first, ...others] = own.length > 0 ? own : all;
  if (first === undefined) throw none(app);
  if (others.length === 0) return first;
  if (choose === undefined) throw ambiguous(app, [first, ...others]);
  const options = [first, ...others].map(({ component }) => ({
    value: component,
    label: shortName(component),
    detail: className(component),
  }));
  const chosen = await choose({
    question: phrase`${app.name} has several launcher activities`,
    hint: phrase`Pick the one to start`,
    options,
  });
  const picked = all.find(({ component }) => component === chosen);
  if (picked === undefined) throw new DOMException('No activity was picked.', 'AbortError');
  return picked;
}

/** TVs prefer their own category; others use it last. */
async function launchersOf(phone: Phone, app: PhoneApp, signal: AbortSignal): Promise<readonly Launcher[]> {
  const query = ['cmd', 'package', 'query-activities', '--brief', '--user', String(app.user), '-a', MAIN_ACTION];
  const ask = async (category: string): Promise<readonly Launcher[]> => {
    const { stdout, stderr, code } = await phone.run(commandLine(...query, '-c', category, app.name), signal);
    const output = stdout + stderr;
    if (code !== 0 || saysError(output)) throw refusal(app, output) ?? none(app, output);
    return componentsOf(app.name, stdout).map((component) => ({ component, category }));
  };
  const [onPhones, onTvs, { stdout: kind }] = await Promise.all([
    ask(categories[0]),
    ask(categories[1]),
    phone.run('getprop ro.build.characteristics', signal),
  ]);
  const isTv = kind.trim().split(',').includes('tv');
  const [usual, other] = isTv ? [onTvs, onPhones] : [onPhones, onTvs];
  return usual.length > 0 ? usual : other;
}

/** `query-activities --brief`. Source: AOSP PackageManagerShellCommand.printResolveInfo. */
function componentsOf(name: string, output: string): readonly string[] {
  const components = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`${name}/`) && !/\s/.test(line));
  return [...new Set(components)];
}

/** The device's form, the whole class name and the short form. */
function namesOf({ component }: Launcher): readonly string[] {
  return [component, className(component), shortName(component), component.slice(component.indexOf('/') + 1)];
}

function className(component: string): string {
  const [name = '', activity = ''] = component.split('/');
  return activity.startsWith('.') ? name + activity : activity;
}

function shortName(component: string): string {
  const [name = ''] = component.split('/');
  const whole = className(component);
  return whole.startsWith(`${name}.`) ? whole.slice(name.length) : whole;
}

function listed(launchers: readonly Launcher[]): string {
  return launchers.map(({ component }) => shortName(component)).join(', ');
}

function none(app: PhoneApp, output = ''): LaglensError {
  return new LaglensError({
    code: 'launch-failed',
    message: phrase`${app.name} has no activity that a launcher could start.`,
    next: phrase`Start it as it is usually started, then capture it while it runs.`,
    action: 'pickApp',
    output,
  });
}

function ambiguous(app: PhoneApp, launchers: readonly Launcher[]): LaglensError {
  return new LaglensError({
    code: 'launch-ambiguous',
    message: phrase`${app.name} has several launcher activities: ${listed(launchers)}.`,
    next: phrase`Name the one to start with --activity, or with “activity” in a keybinding’s arguments.`,
  });
}

function notAmong(app: PhoneApp, activity: string, launchers: readonly Launcher[]): LaglensError {
  const those = launchers.length === 0 ? phrase`it has none` : phrase`it has ${listed(launchers)}`;
  return new LaglensError({
    code: 'launch-failed',
    message: phrase`${activity} is no launcher activity of ${app.name}; ${those}.`,
    next: phrase`Name one of its launcher activities.`,
    action: 'pickApp',
  });
}
