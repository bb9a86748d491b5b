import { LaglensError } from '../../../../core/errors.ts';
import { AdbFailure } from '../../../../host/devices/android/adb/adbkit.ts';
import { uidOf } from '../../../../host/devices/android/android-processes.ts';
import { DeviceApps } from '../../../../host/devices/android/device-apps.ts';
import { packagesCommand, parsePackages } from '../../../../host/devices/android/installed-packages.ts';
import { timeoutSignal } from '../../../../host/time-limits.ts';
import { type Cleaned, dayText, kernelVersion, knownWords, productName, versionText } from '../../core/report/cleaned.ts';
import type { FieldDevice } from '../../core/report/field-report.ts';
import { Untried } from '../asking/probe.ts';
import { adbFeatures } from './adb-features.ts';
import { type AskedApp, type AskedPhone, featuresOf, outputOf } from './asked-phone.ts';
import { abis, pageSize, property, release } from './system-probes.ts';

const ANSWER_MS = 15_000;
/** Android's runtime as a module, since 10. */
const runtimeModules = ['com.android.art', 'com.android.runtime'];

/** The app's user and process. @throws LaglensError when it is missing or not debuggable */
export async function findApp({ phone, signal }: AskedPhone, id: string): Promise<AskedApp> {
  const apps = new DeviceApps(phone, []);
  const { name, user } = await apps.find(id, signal);
  const { stdout } = await phone.run(packagesCommand(name), signal);
  const appId = parsePackages(stdout).find((each) => each.name === name)?.appId ?? Number.NaN;
  const process = await apps.runningProcess({ app: id }, signal);
  return { name, user, uid: uidOf(appId, user), pid: process?.name === name ? process.pid : undefined };
}

/** An installed app that run-as has to refuse. */
export async function findClosedApp(asked: AskedPhone): Promise<string | undefined> {
  const output = await answer(asked.signal, () => outputOf(asked, packagesCommand()));
  return parsePackages(output ?? '').find((each) => each.appId >= 10_000 && !each.isDebuggable)?.name;
}

/** Facts on the phone that have no name, number or account of its owner. */
export async function deviceFacts(asked: AskedPhone): Promise<FieldDevice> {
  const { serial, server, signal, api } = asked;
  const text = async (name: string, clean: (value: string) => Cleaned): Promise<string | undefined> => {
    const value = await answer(signal, () => property(asked, name));
    return value === undefined ? undefined : clean(value) || undefined;
  };
  const secrets = [serial, (await answer(signal, () => property(asked, 'ro.serialno'))) ?? ''];
  const product = (value: string): Cleaned => productName(value, secrets);
  const packages = await answer(signal, () => outputOf(asked, packagesCommand()));
  // The whole dump of a phone has more bytes than an answer may have.
  const profileable = await answer(signal, () => outputOf(asked, "dumpsys package packages | grep -cE '\\bPROFILEABLE_BY_SHELL\\b'; true"));
  const traced = await answer(signal, () => property(asked, 'init.svc.traced'));
  return {
    vendor: await text('ro.product.manufacturer', product),
    model: await text('ro.product.model', product),
    system: await text('ro.build.version.release', versionText),
    api,
    kernel: (await answer(signal, async () => kernelVersion(await release(asked)))) || undefined,
    abis: (await answer(signal, () => abis(asked, 'ro.product.cpu.abilist'))) ?? [],
    pageSize: await answer(signal, () => pageSize(asked)),
    patch: await text('ro.build.version.security_patch', dayText),
    runtime: await answer(signal, () => runtime(asked)),
    adbServer: await answer(signal, () => server.version(AbortSignal.any([signal, timeoutSignal(ANSWER_MS)]))),
    adbFeatures: (await answer(signal, async () => knownWords(await featuresOf(asked), adbFeatures))) ?? [],
    traced: traced === undefined ? undefined : traced === 'running' ? 'running' : traced === '' ? 'absent' : 'stopped',
    debuggableApps: packages === undefined ? undefined : parsePackages(packages).filter((each) => each.isDebuggable).length,
    profileableApps: Number(/^\d{1,6}$/.exec(profileable?.trim() ?? '')?.[0] ?? 0) || undefined,
  };
}

/** The module's version code. */
async function runtime(asked: AskedPhone): Promise<string | undefined> {
  const output = await outputOf(asked, 'pm list packages --apex-only --show-versioncode');
  const [code] = runtimeModules.flatMap((name) => new RegExp(`^package:${name} versionCode:(\\d{1,12})\\s*$`, 'm').exec(output)?.[1] ?? []);
  return code;
}

/** Undefined where the phone does not say, is silent or gone: the facts tried before stay a report. */
async function answer<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Untried || error instanceof AdbFailure || error instanceof LaglensError) return undefined;
    throw error;
  }
}
