import { knownPersonalities } from '../../../../tests/simulated/android/personality/known-personalities.ts';
import type { Personality } from '../../../../tests/simulated/android/personality/personality.ts';
import { RealPhone, realPhoneRefusal } from '../../../../tests/simulated/android/real/real-phone.ts';
import { startPhone } from '../../../../tests/simulated/android/start-phone.ts';
import type { AndroidVersion } from '../../../../tests/simulated/android/system/android-release.ts';
import type { FieldReport } from '../../core/report/field-report.ts';
import { verified } from './verified.ts';

const SHOP = { id: 'com.example.shop' };

/** A simulated phone whose report is kept in tests/field-reports/simulated. */
export interface FieldPhone {
  /** Of the kept report's file. */
  readonly name: string;
  /** Facts that are false there by the phone. */
  readonly planted: readonly string[];
  /** Why this computer cannot run it; undefined if it can. */
  refusal?(): Promise<string | undefined>;
  report(): Promise<FieldReport>;
}

/** Facts that are false by the stand-in: the process is of this computer's processor, whatever the phone claims. */
export const ofStandIn: readonly string[] = ['android.agent.abi'];

/**
 * What these say depends on the computer's load: pauses, waits for a core, lost samples and the agent's own share of the processor come or do
 * not come in a capture of seconds.
 */
export const unsteady: readonly string[] = [
  ...['android.agent.cost', 'android.agent.losses', 'android.gc.pauses', 'android.locks.holders', 'android.threads.no-core'],
  ...['android.looper.queue-time', 'android.frames.reported', 'android.frames.period', 'android.counters.heap', 'android.counters.memory'],
];

/** By personality: what `laglens verify` has to find. */
const plantedFacts: Readonly<Record<string, readonly string[]>> = {
  // Laglens names the user in each question, so the Secure Folder is in nobody's way.
  'galaxy-s22-ultra-secure-folder': [],
  'huawei-p20-emui-9': ['android.log.epoch', 'android.log.kept', 'android.log.threadtime'],
  'pixel-8-16-kib-pages': [],
  'realme-c3-coloros-7': ['android.am.attach-agent', 'android.agent.answers'],
  'redmi-8a-miui-12.5': ['android.am.attach-agent', 'android.agent.answers'],
};

export const fieldPhones: readonly FieldPhone[] = [
  plain('9'),
  { ...plain('11', 'art'), name: 'simulated-11-art' },
  plain('14'),
  { name: 'real-adbd-14', planted: [], refusal: () => realPhoneRefusal(), report: () => ofRealPhone('jvm') },
  { name: 'real-adbd-14-art', planted: [], refusal: realArtRefusal, report: () => ofRealPhone('art') },
  ...knownPersonalities.map((personality) => ({
    name: personality.id,
    planted: plantedFacts[personality.id] ?? [],
    report: () => ofPersonality(personality),
  })),
];

/** Of a phone with the demo app on this computer's JVM. */
export function ofPersonality(personality: Personality): Promise<FieldReport> {
  return ofSimulated({ android: personality.android, runtime: 'jvm', personality });
}

function plain(android: AndroidVersion, runtime: 'jvm' | 'art' = 'jvm'): FieldPhone {
  return { name: `simulated-${android}`, planted: [], report: () => ofSimulated({ android, runtime }) };
}

async function ofSimulated(options: Parameters<typeof startPhone>[0]): Promise<FieldReport> {
  const phone = await startPhone(options);
  try {
    await phone.launchApp();
    return await verified(phone, SHOP);
  } finally {
    await phone.stop();
  }
}

/** That runtime takes ten minutes to build. */
async function realArtRefusal(): Promise<string | undefined> {
  return process.env.LAGLENS_TESTS === 'all' ? realPhoneRefusal() : 'the Android Runtime 14 is built for `npm test -- all`';
}

async function ofRealPhone(runtime: 'jvm' | 'art'): Promise<FieldReport> {
  const phone = await RealPhone.start({ runtime });
  try {
    await phone.launchApp();
    return await verified(phone, SHOP);
  } finally {
    await phone.stop();
  }
}
