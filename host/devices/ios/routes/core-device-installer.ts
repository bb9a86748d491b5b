import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { CORE_DEVICE_IOS, majorVersion, refuseLocked } from '../phone/iphone-facts.ts';
import type { Installer } from './installer.ts';

/** Xcode's devicectl for iOS 17 and newer. */
export const coreDeviceInstaller: Installer = {
  name: phrase`a signed copy of the app`,

  unfit({ facts }) {
    return majorVersion(facts.ios) >= CORE_DEVICE_IOS ? undefined : phrase`it is for iOS ${CORE_DEVICE_IOS} and newer`;
  },

  async prepare({ iphone, facts }, { signal }) {
    await refuseLocked(iphone, facts, signal);
  },

  async install({ devicectl, facts }, app, _progress, signal) {
    try {
      await devicectl.install(facts.udid, app, signal);
    } catch (error) {
      if (!(error instanceof LaglensError) || error.code !== 'xcode-failed') throw error;
      throw new LaglensError({
        code: 'install-failed',
        message: error.message,
        next: phrase`See below what the device says about it; run the app once from Xcode on this device, then try again.`,
        action: 'retry',
        ...(error.output === undefined ? {} : { output: error.output }),
        cause: error,
      });
    }
  },

  async launch({ devicectl, facts }, bundleId, environment, signal) {
    return await devicectl.launch(facts.udid, bundleId, environment, signal);
  },
};
