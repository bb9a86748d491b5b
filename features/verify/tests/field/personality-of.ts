import type { Personality } from '../../../../tests/simulated/android/personality/personality.ts';
import type { Abi, AndroidVersion } from '../../../../tests/simulated/android/system/android-release.ts';
import type { FactResult, FieldDevice, FieldReport } from '../../core/report/field-report.ts';
import { activityDifferences } from './activity-differences.ts';
import { captureDifferences } from './capture-differences.ts';
import { answering, type Difference, joined, type Part, type Unshown } from './difference.ts';
import { packageDifferences } from './package-differences.ts';
import { shellDifferences } from './shell-differences.ts';
import { abiLists, systemDifferences } from './system-differences.ts';

/** By fact. Facts without a line are of the app's runtime. */
export const differences: Readonly<Record<string, Difference | Unshown>> = {
  ...shellDifferences,
  ...systemDifferences,
  ...packageDifferences,
  ...activityDifferences,
  ...captureDifferences,
};

const simulatedAbis: readonly string[] = ['x86_64', 'x86', 'arm64-v8a', 'armeabi-v7a'] satisfies readonly Abi[];

/** A simulated phone on which `laglens verify` gives a report's answers. The report's texts are only printed there. */
export function personalityOf(report: FieldReport, id = 'from-a-report'): Personality {
  return { id, android: nearest(report.device.api ?? 0), ...joined([ofDevice(report.device), ...report.facts.map(ofFact)]) };
}

function ofFact({ id, answer, reason, seen }: FactResult): Part {
  const difference = Object.hasOwn(differences, id) ? differences[id] : undefined;
  if (difference === undefined || 'unshown' in difference) return {};
  if (answer === 'false') return difference.of(seen);
  if (difference.calls === undefined) return {};
  if (reason === 'not-permitted') return answering({ ...difference.calls, stderr: 'Permission denied\n', code: 1 });
  return reason === 'not-there' ? answering({ ...difference.calls, stderr: 'inaccessible or not found\n', code: 127 }) : {};
}

function nearest(api: number): AndroidVersion {
  if (api <= 28) return '9';
  return api <= 32 ? '11' : '14';
}

function ofDevice({
  system,
  api,
  patch,
  vendor = '',
  model = '',
  kernel,
  pageSize,
  abis,
  adbFeatures,
  traced,
  runtime,
}: FieldDevice): Part {
  const abi = abis[0];
  const is64 = (name: string): boolean => name.includes('64');
  const lists = abiLists({ '': abis, 64: abis.filter(is64), 32: abis.filter((name) => !is64(name)) });
  return joined([
    {
      release: { name: system ?? String(api), sdk: api ?? 0, buildId: 'REPORT', securityPatch: patch ?? '' },
      product: { manufacturer: vendor, brand: vendor, model, device: 'reported' },
      ...(kernel !== undefined && { kernel }),
      ...(pageSize !== undefined && { pageBytes: pageSize }),
      ...(isSimulated(abi) && { abi }),
      adbFeatures,
      properties: { 'init.svc.traced': traced === undefined || traced === 'absent' ? '' : traced },
    },
    abis.length > 0 ? lists : {},
    runtime === undefined || !/^\d+$/.test(runtime) ? {} : artModule(runtime),
  ]);
}

function isSimulated(abi: string | undefined): abi is Abi {
  return abi !== undefined && simulatedAbis.includes(abi);
}

function artModule(code: string): Part {
  return answering({ program: 'pm', words: ['--apex-only'], stdout: `package:com.android.art versionCode:${code}\n` });
}
