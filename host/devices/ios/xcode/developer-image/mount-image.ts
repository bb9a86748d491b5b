import { readFile, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { phrase } from '../../../../../core/text/phrase.ts';
import type { DeployOptions } from '../../../device.ts';
import type { Iphone } from '../../phone/iphone.ts';
import type { IphoneFacts } from '../../phone/iphone-facts.ts';
import { INSTRUMENTS_SERVICE } from '../../phone/process-control.ts';
import { piecesOf } from '../../protocol/bytes/file-pieces.ts';
import { isDeviceFailure } from '../../protocol/device-failure.ts';
import { LockdownFailure } from '../../protocol/lockdown/lockdown.ts';
import { ImageMounter, MountFailure } from '../../protocol/services/image-mounter.ts';
import { selectedMajor } from '../xcrun/xcode-version.ts';
import { type DeveloperImage, developerImages, imageFor, type XcodePlaces } from './find-image.ts';
import { damagedImage, mountFailed, noImage, servicesMissing } from './verdicts.ts';

/** Images of iOS 15 and 16 have some 20 MB. */
const MAX_IMAGE_BYTES = 256 << 20;
const MAX_SIGNATURE_BYTES = 8 << 10;
/** lockdownd learns of the image's services. */
const SERVICES_MS = 5_000;
const SERVICES_PAUSE_MS = 200;
const PROGRESS_STEP_PERCENT = 10;

interface ImageGround {
  readonly facts: Pick<IphoneFacts, 'ios' | 'name'>;
  readonly iphone: Iphone;
  readonly xcodes: XcodePlaces;
}

/**
 * Without the image, iOS 15 and 16 neither launch with variables nor list processes. It stays mounted until a restart.
 * @throws LaglensError
 */
export async function ensureDeveloperImage(
  ground: ImageGround,
  options: Pick<DeployOptions, 'progress' | 'log' | 'signal'>,
): Promise<void> {
  const { facts, iphone } = ground;
  const { signal, log } = options;
  try {
    if (await isImageMounted(iphone, signal)) return log('The developer image is mounted already.');
    const found = await developerImages(ground.xcodes, signal);
    const image = imageFor(facts.ios, found.images);
    if (image === undefined) throw noImage(facts.ios, found, await selectedMajor(ground.xcodes.xcrun, signal));
    log(`Mounting the developer image of iOS ${image.version} on iOS ${facts.ios}: ${image.path}`);
    await mountImage(iphone, image, options);
    await awaitServices(iphone, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isDeviceFailure(error)) throw error;
    throw mountFailed(error, await iphone.isThere(signal), facts);
  }
}

async function isImageMounted(iphone: Iphone, signal: AbortSignal): Promise<boolean> {
  const mounter = await ImageMounter.open(iphone, signal);
  try {
    return await mounter.isMounted(signal);
  } finally {
    mounter.close();
  }
}

async function mountImage(
  iphone: Iphone,
  image: DeveloperImage,
  { progress, log, signal }: Pick<DeployOptions, 'progress' | 'log' | 'signal'>,
): Promise<void> {
  const [bytes, signature] = await sizeAndSignature(image);
  const mounter = await ImageMounter.open(iphone, signal);
  try {
    progress(phrase`Sending the developer image`);
    let shownPercent = 0;
    const showProgress = (sentBytes: number): void => {
      const percent = Math.floor((100 * sentBytes) / bytes);
      if (percent < shownPercent + PROGRESS_STEP_PERCENT) return;
      shownPercent = percent;
      progress(phrase`Sending the developer image: ${percent} %`);
    };
    await mounter.send(bytesOf(image.path, bytes), bytes, signature, showProgress, signal);
    progress(phrase`Mounting the developer image`);
    await mounter.mount(signature, signal);
  } catch (error) {
    // Xcode may have mounted it meanwhile.
    if (!(error instanceof MountFailure && /already mounted/i.test(error.detail))) throw error;
    log('The developer image has been mounted in the meantime.');
  } finally {
    mounter.close();
  }
}

/** Undefined for implausible sizes. */
async function sizeAndSignature({ path, signaturePath }: DeveloperImage): Promise<readonly [number, Uint8Array]> {
  const [image, signature] = await Promise.all([stat(path), stat(signaturePath)]).catch((cause: unknown) => {
    throw damagedImage(path, cause);
  });
  const isSane = image.size > 0 && image.size <= MAX_IMAGE_BYTES && signature.size > 0 && signature.size <= MAX_SIGNATURE_BYTES;
  if (!isSane) throw damagedImage(path);
  return [image.size, new Uint8Array(await readFile(signaturePath))];
}

/** The device expects exactly so many bytes. Throws when the file changed meanwhile. */
async function* bytesOf(path: string, bytes: number): AsyncGenerator<Buffer, void> {
  let left = bytes;
  try {
    for await (const piece of piecesOf(path)) {
      left -= piece.length;
      if (left < 0) break;
      yield piece;
    }
  } catch (cause) {
    throw damagedImage(path, cause);
  }
  if (left !== 0) throw damagedImage(path);
}

async function awaitServices(iphone: Iphone, signal: AbortSignal): Promise<void> {
  const beganMs = performance.now();
  for (;;) {
    try {
      (await iphone.service(INSTRUMENTS_SERVICE, signal)).destroy();
      return;
    } catch (error) {
      if (!(error instanceof LockdownFailure) || error.reason !== 'InvalidService') throw error;
      if (performance.now() - beganMs > SERVICES_MS) throw servicesMissing(error);
    }
    await pause(SERVICES_PAUSE_MS, undefined, { signal });
  }
}
