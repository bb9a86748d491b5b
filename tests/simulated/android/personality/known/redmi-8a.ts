import type { KnownPersonality } from '../personality.ts';

/**
 * 32-bit, with MIUI's switches *Install via USB* and *USB debugging (Security settings)* off. Its properties are from the first source, the
 * refusals from the others.
 */
export const redmi8a: KnownPersonality = {
  id: 'redmi-8a-miui-12.5',
  sources: [
    'https://github.com/getActivity/AndroidSystemPropertyCollect/issues/9',
    'https://github.com/rom1v/sndcpy/issues/64',
    'https://github.com/flutter/flutter/issues/49053',
  ],
  android: '11',
  release: { name: '10', sdk: 29, buildId: 'QKQ1.191014.001', securityPatch: '2021-10-01' },
  product: { manufacturer: 'Xiaomi', brand: 'Xiaomi', model: 'Redmi 8A', device: 'olivelite' },
  abi: 'armeabi-v7a',
  properties: {
    'ro.build.version.incremental': 'V12.5.3.0.QCPCNXM',
    'ro.vendor.miui.region': 'CN',
    'ro.vndk.version': '29',
    'ro.zygote': 'zygote32',
  },
  answers: [
    { program: 'pm', words: ['install'], stdout: 'Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n', code: 1 },
    { program: 'pm', words: ['install-commit'], stdout: 'Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n', code: 1 },
  ],
  faults: { securitySettings: true },
};
