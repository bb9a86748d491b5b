import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { CORE_DEVICE_IOS, majorVersion, refuseLocked } from '../phone/iphone-facts.ts';
import { launchByInstruments } from '../phone/process-control.ts';
import { piecesOf } from '../protocol/bytes/file-pieces.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';
import { LockdownFailure } from '../protocol/lockdown/lockdown.ts';
import { Afc } from '../protocol/services/afc.ts';
import { installFrom } from '../protocol/services/installation-proxy.ts';
import { ensureDeveloperImage } from '../xcode/developer-image/mount-image.ts';
import { servicesMissing } from '../xcode/developer-image/verdicts.ts';
import type { Installer } from './installer.ts';

const MEDIA_SERVICE = 'com.apple.afc';
/** installd's source folder. */
const STAGING = 'PublicStaging';
const THE_DEVICE = phrase`The device`;

/** iOS 15 and 16: copies over the cable, launches by Instruments. */
export const legacyInstaller: Installer = {
  name: phrase`a signed copy of the app over the cable`,

  unfit({ facts }) {
    return majorVersion(facts.ios) < CORE_DEVICE_IOS ? undefined : phrase`it is for iOS ${CORE_DEVICE_IOS - 1} and older`;
  },

  async prepare(device, options) {
    await refuseLocked(device.iphone, device.facts, options.signal);
    await ensureDeveloperImage(device, options);
  },

  async install({ iphone, facts }, app, progress, signal) {
    const staged = `${STAGING}/${basename(app)}`;
    let afc: Afc | undefined;
    try {
      afc = new Afc(await iphone.service(MEDIA_SERVICE, signal));
      await afc.remove(staged, signal);
      await afc.makeFolder(STAGING, signal);
      await upload(afc, app, staged, signal);
      let shownPercent = 0;
      await installFrom(
        iphone,
        staged,
        (percent) => {
          if (percent < shownPercent + 10) return;
          shownPercent = percent;
          progress(phrase`Installing the app: ${percent} %`);
        },
        signal,
      );
      await afc.remove(staged, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw (await iphone.isThere(signal)) ? installFailed(error) : gone(error, facts.name);
    } finally {
      afc?.close();
    }
  },

  async launch({ iphone }, bundleId, environment, signal) {
    try {
      const pid = await launchByInstruments(iphone, bundleId, environment, signal);
      if (pid > 0) return pid;
    } catch (error) {
      signal.throwIfAborted();
      throw launchFailed(error, bundleId);
    }
    throw launchFailed(undefined, bundleId);
  },
};

async function upload(afc: Afc, folder: string, to: string, signal: AbortSignal): Promise<void> {
  await afc.makeFolder(to, signal);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [from, onDevice] = [join(folder, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) await upload(afc, from, onDevice, signal);
    else if (entry.isSymbolicLink()) await afc.link(await readlink(from), onDevice, signal);
    else if (entry.isFile()) await afc.write(onDevice, piecesOf(from), signal);
  }
}

function gone(cause: unknown, name: string): LaglensError {
  return new LaglensError({
    code: 'device-lost',
    message: phrase`${name === '' ? THE_DEVICE : name} went away while the app was installed.`,
    next: phrase`Connect it again, and try again: what was installed before is still there.`,
    action: 'retry',
    cause,
  });
}

function installFailed(error: unknown): unknown {
  if (!isDeviceFailure(error)) return error;
  const isSignature = /ApplicationVerificationFailed|signature|provisioning/i.test(error.message);
  return new LaglensError({
    code: isSignature ? 'agent-signature' : 'install-failed',
    message: phrase`The device did not install the app: ${error.message}`,
    next: isSignature
      ? phrase`Run the app once from Xcode on this device, so that its provisioning profile names the device; then try again.`
      : phrase`Free some space on the device, unlock it, and try again.`,
    action: 'retry',
    cause: error,
  });
}

function launchFailed(error: unknown, bundleId: string): unknown {
  if (error !== undefined && !isDeviceFailure(error)) return error;
  const said = error === undefined ? phrase`no process id came back` : error.message;
  if (error instanceof LockdownFailure && error.reason === 'InvalidService') return servicesMissing(error);
  const isSignature = /invalid code signature|not been explicitly trusted/i.test(said);
  const isLocked = /could not be,? unlocked|was not, or could not be, unlocked/i.test(said);
  const next = isSignature
    ? phrase`On the device trust your developer certificate (Settings, General, VPN & Device Management), and try again.`
    : isLocked
      ? phrase`Unlock it, and try again.`
      : phrase`Start the app on the device by hand once, and try again.`;
  return new LaglensError({
    code: isSignature ? 'agent-signature' : isLocked ? 'device-locked' : 'launch-failed',
    message: phrase`The device did not start ${bundleId}: ${said}`,
    next,
    action: 'retry',
    cause: error,
  });
}
