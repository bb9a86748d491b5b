import { CORE_DEVICE_IOS, majorVersion, OLDEST_IOS } from '../devices/ios/phone/iphone-facts.ts';
import { developerImages, type FoundImages, imageFor } from '../devices/ios/xcode/developer-image/find-image.ts';
import { imageSource } from '../devices/ios/xcode/developer-image/verdicts.ts';
import { selectedMajor } from '../devices/ios/xcode/xcrun/xcode-version.ts';
import type { AppleParts, Finding } from './ios-checklist.ts';

/** Whether an Xcode has the developer image for each phone that needs one: those before iOS 17. */
export async function developerImagesFor({ xcrun, phones, applications }: AppleParts, signal: AbortSignal): Promise<Finding> {
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
