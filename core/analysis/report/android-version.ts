/** Versions by API level, as phones name them in their settings (developer.android.com, "<uses-sdk>"). */
const versions: Readonly<Record<number, string>> = {
  28: '9',
  29: '10',
  30: '11',
  31: '12',
  32: '12L',
  33: '13',
  34: '14',
  35: '15',
  36: '16',
};

/** `Android 14`; `Android API 99` for a later one. */
export function androidVersion(apiLevel: number): string {
  const version = versions[apiLevel];
  return version === undefined ? `Android API ${apiLevel}` : `Android ${version}`;
}
