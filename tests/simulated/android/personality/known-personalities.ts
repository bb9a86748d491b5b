import { galaxyS22Ultra } from './known/galaxy-s22-ultra.ts';
import { huaweiP20 } from './known/huawei-p20.ts';
import { pixel8 } from './known/pixel-8.ts';
import { realmeC3 } from './known/realme-c3.ts';
import { redmi8a } from './known/redmi-8a.ts';
import type { KnownPersonality } from './personality.ts';

/** Simulated after public reports; none was run on that phone. */
export const knownPersonalities: readonly KnownPersonality[] = [galaxyS22Ultra, huaweiP20, pixel8, realmeC3, redmi8a];
