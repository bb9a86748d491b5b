import type { KnownPersonality } from '../personality.ts';

/** Pages of 16 KiB, a developer option; 64-bit only. Laglens needs nothing else there, so no fact is false. */
export const pixel8: KnownPersonality = {
  id: 'pixel-8-16-kib-pages',
  sources: [
    'https://source.android.com/docs/core/architecture/16kb-page-size/getting-page-size',
    'https://source.android.com/docs/core/architecture/16kb-page-size/system-properties',
    'https://github.com/badabing2005/PixelFlasher/issues/211',
  ],
  android: '14',
  release: { name: '15', sdk: 35, buildId: 'AP4A.241205.013', securityPatch: '2024-12-05' },
  product: { manufacturer: 'Google', brand: 'google', model: 'Pixel 8', device: 'shiba' },
  abi: 'arm64-v8a',
  pageBytes: 16_384,
  properties: {
    'ro.product.build.16k_page.enabled': 'true',
    'ro.product.cpu.abilist': 'arm64-v8a',
    'ro.product.cpu.abilist32': '',
    'ro.product.cpu.pagesize.max': '16384',
  },
};
