import { LaglensError } from '../../core/errors.ts';
import type { AgentFiles } from '../devices/agent-files.ts';
import type { DeviceProvider } from '../devices/device.ts';
import { CORE_DEVICE_IOS, majorVersion, OLDEST_IOS } from '../devices/ios/phone/iphone-facts.ts';
import { type Usbmux, UsbmuxAbsent } from '../devices/ios/protocol/usbmux/usbmux.ts';
import { developerImages, type FoundImages, imageFor } from '../devices/ios/xcode/developer-image/find-image.ts';
import { imageSource } from '../devices/ios/xcode/developer-image/verdicts.ts';
import { builtApps, type ProductPlaces } from '../devices/ios/xcode/xcrun/built-apps.ts';
import { selectedMajor, xcodeVersion } from '../devices/ios/xcode/xcrun/xcode-version.ts';
import type { Xcrun } from '../devices/ios/xcode/xcrun/xcrun.ts';
import type { Verdict } from './steps.ts';

/** `devicectl` needs it for iOS 17 and newer. */
const OLDEST_XCODE = 15;
/** A Mac has dozens. */
const NAMED_BUILDS = 3;

export interface AppleParts {
  readonly xcrun: Xcrun;
  readonly usbmux: Usbmux;
  readonly phones: DeviceProvider;
  readonly simulators: DeviceProvider;
  readonly files: AgentFiles;
  readonly places: ProductPlaces;
  /** `/Applications` by default. */
  readonly applications?: string;
}

export interface Finding {
  readonly verdict: Verdict;
  readonly text: string;
  /** Required for `failed`. */
  readonly next?: string;
}

/** docs/ios.md has the manual items; a test compares them. */
export interface ChecklistItem {
  readonly title: string;
  readonly expected: string;
  /** Left out for manual items. */
  readonly check?: (parts: AppleParts, signal: AbortSignal) => Promise<Finding>;
  /** Manual steps. */
  readonly todo?: string;
}

/** About twenty minutes: automatic items first, then manual ones. */
export const iosChecklist: readonly ChecklistItem[] = [
  { title: 'Xcode', expected: `Xcode ${OLDEST_XCODE} or newer is selected`, check: xcode },
  { title: 'usbmuxd', expected: 'it answers, with a list of devices', check: usbmuxd },
  {
    title: 'Phones',
    expected: 'the phone on the cable, usable',
    check: ({ phones }, signal) => rows(phones, signal),
  },
  { title: 'Simulators', expected: 'at least one that is booted', check: ({ simulators }, signal) => rows(simulators, signal) },
  { title: 'Signing identities', expected: 'one named “Apple Development: …”', check: identities },
  { title: 'Builds', expected: 'your app, for phones and simulators', check: builds },
  { title: 'Developer images', expected: 'one for each phone with iOS 15 or 16', check: developerImagesFor },
  { title: 'Agents', expected: 'the libraries for phones and simulators', check: agents },
  {
    title: 'Capture on a simulator',
    todo: 'laglens record --device SIMULATOR --app BUNDLE --launch --seconds 5 -o simulator.laglens',
    expected: 'the app starts, “Recording” within 10 s; laglens report simulator.laglens names your functions and lines',
  },
  {
    title: 'Capture of a copy on the phone',
    todo: 'laglens record --device PHONE --app BUNDLE --launch --replace --restore --seconds 10 -o phone.laglens, and make the app hang',
    expected: 'a signed copy is installed and starts; the hang is listed while it lasts; at the end the original is reinstalled and starts',
  },
  {
    title: 'Developer image on a phone with iOS 15 or 16',
    todo: 'restart and unlock the phone, do not open Xcode, and capture a copy as above; then the same with the phone locked',
    expected: 'the developer image is sent and mounted, once, then all as above; locked: refused before anything is installed',
  },
  {
    title: 'Capture of an app that carries the agent',
    todo: 'link device-agents/ios as its README says, run the app from Xcode, then laglens record --device PHONE --app BUNDLE --seconds 5 -o linked.laglens',
    expected: 'nothing is installed or restarted; samples come; without Laglens the app runs as before',
  },
  {
    title: 'Cable',
    todo: 'record for 60 s, pull the cable out after 20 s, put it back after 10 s',
    expected: '“the device is gone”, then the same run after a gap',
  },
  {
    title: 'Background and lock',
    todo: 'record for 60 s; send the app to the background, lock the phone for 20 s, come back',
    expected: 'no hang for that time; the timeline says background',
  },
  {
    title: 'Refusals',
    todo: 'try an app from the App Store, and a build signed by another team',
    expected: 'each is refused, with reason and next step; the installed app still starts',
  },
];

/** Undefined for manual items. Throws only when cancelled. */
export async function checkItem(item: ChecklistItem, parts: AppleParts, signal: AbortSignal): Promise<Finding | undefined> {
  try {
    return await item.check?.(parts, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof LaglensError)) throw error;
    return { verdict: 'failed', text: error.message, next: error.next };
  }
}

async function xcode({ xcrun }: AppleParts, signal: AbortSignal): Promise<Finding> {
  const { major, text } = await xcodeVersion(xcrun, signal);
  if (major >= OLDEST_XCODE) return { verdict: 'ok', text };
  return { verdict: 'warning', text, next: `Phones with iOS 17 and newer need Xcode ${OLDEST_XCODE} or newer.` };
}

async function usbmuxd({ usbmux }: AppleParts, signal: AbortSignal): Promise<Finding> {
  try {
    const devices = await usbmux.devices(signal);
    return { verdict: 'ok', text: `It knows ${devices.length === 1 ? 'one device' : `${devices.length} devices`}.` };
  } catch (error) {
    signal.throwIfAborted();
    const text = error instanceof UsbmuxAbsent ? 'Nothing listens where the agent should be.' : `It does not answer as it should: ${error}`;
    return { verdict: 'failed', text, next: 'Restart the Mac; on Linux install and start usbmuxd.' };
  }
}

/** Rows of the picker with their problems. */
async function rows(provider: DeviceProvider, signal: AbortSignal): Promise<Finding> {
  const found = await provider.rows(signal);
  if (found.length === 0) return { verdict: 'warning', text: 'There is none.', next: 'Connect or boot one, and ask again.' };
  const text = found.map(
    ({ name, detail, problem }) => `${name}${detail === '' ? '' : ` (${detail})`}${problem === undefined ? '' : `: ${problem.why}`}`,
  );
  const isUsable = found.some(({ problem }) => problem === undefined);
  const next = found.find(({ problem }) => problem !== undefined)?.problem?.next;
  return {
    verdict: isUsable ? 'ok' : 'warning',
    text: text.length === 1 ? `${text[0]}.` : text.map((line) => `\n- ${line}`).join(''),
    ...(isUsable || next === undefined ? {} : { next }),
  };
}

async function identities({ xcrun }: AppleParts, signal: AbortSignal): Promise<Finding> {
  const said = await xcrun.text('security', ['find-identity', '-v', '-p', 'codesigning'], {
    purpose: 'Listing the identities that can sign',
    signal,
  });
  const names = [...said.matchAll(/"(.*)"/g)].map(([, name]) => name);
  if (names.length > 0) return { verdict: 'ok', text: `${names.join('; ')}.` };
  const next = 'Sign in to Xcode (Settings, Accounts) and let it make a development certificate. Simulators need none.';
  return { verdict: 'warning', text: 'There is none.', next };
}

async function builds({ places }: AppleParts, signal: AbortSignal): Promise<Finding> {
  const [forPhones, forSimulators] = await Promise.all([
    builtApps(places, 'iphoneos', signal),
    builtApps(places, 'iphonesimulator', signal),
  ]);
  const named = (apps: typeof forPhones): string =>
    apps.length === 0
      ? 'none'
      : apps
          .slice(0, NAMED_BUILDS)
          .map(({ bundleId, configuration }) => `${bundleId} (${configuration})`)
          .join(', ') + (apps.length > NAMED_BUILDS ? ` and ${apps.length - NAMED_BUILDS} more` : '');
  const text = `For phones: ${named(forPhones)}. For simulators: ${named(forSimulators)}.`;
  if (forPhones.length > 0 && forSimulators.length > 0) return { verdict: 'ok', text };
  return { verdict: 'warning', text, next: 'Build your app in Xcode, once for a phone and once for a simulator.' };
}

async function agents({ files }: AppleParts): Promise<Finding> {
  await Promise.all([files.iosLibrary('device'), files.iosLibrary('simulator')]);
  return { verdict: 'ok', text: 'Both libraries are there.' };
}

/** For phones before iOS 17. */
async function developerImagesFor({ xcrun, phones, applications }: AppleParts, signal: AbortSignal): Promise<Finding> {
  const places = { xcrun, ...(applications === undefined ? {} : { applications }) };
  const [found, rows] = await Promise.all([developerImages(places, signal), phones.rows(signal)]);
  const old = rows.flatMap(({ name, detail }) => {
    const [, ios = ''] = /\biOS (\d+(?:\.\d+)*)/.exec(detail) ?? [];
    const major = majorVersion(ios);
    return major >= OLDEST_IOS && major < CORE_DEVICE_IOS ? [{ name, ios, image: imageFor(ios, found.images) }] : [];
  });
  if (old.length === 0) return { verdict: 'ok', text: `No phone with iOS 15 or 16 is here, others need none. ${imagesSentence(found)}` };
  const lines = old.map(({ name, ios, image }) =>
    image === undefined ? `${name} (iOS ${ios}): none` : `${name} (iOS ${ios}): that of iOS ${image.version}, ${image.path}`,
  );
  const text = `${lines.join('; ')}. ${imagesSentence(found)}`;
  if (old.every(({ image }) => image !== undefined)) return { verdict: 'ok', text };
  const missing = old.find(({ image }) => image === undefined);
  return { verdict: 'warning', text, next: `${imageSource(missing?.ios ?? '', await selectedMajor(xcrun, signal))}.` };
}

function imagesSentence({ images, searchedFolders }: FoundImages): string {
  const versions = [...new Set(images.map(({ version }) => version).filter((version) => majorVersion(version) >= OLDEST_IOS))];
  const xcodes = searchedFolders.length === 1 ? 'The one Xcode here' : `The ${searchedFolders.length} Xcodes here`;
  const has = searchedFolders.length === 1 ? 'has' : 'have';
  return `${xcodes} ${has} ${versions.length === 0 ? 'none since iOS 15' : `those of iOS ${versions.join(', ')}`}.`;
}
