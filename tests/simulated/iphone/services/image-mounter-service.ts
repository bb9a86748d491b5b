import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { signatureOfDigest } from '../developer-image.ts';
import { exactly, ProtocolError } from '../input.ts';
import { readMessage, sendMessage } from '../plist-messages.ts';
import { type Dictionary, dataAt, numberAt, textAt } from '../property-list.ts';
import type { Iphone } from '../simulated-iphone.ts';

/** Larger than any developer image. */
const LARGEST_IMAGE_BYTES = 1 << 28;

/** The mounted developer image's path. */
const MOUNT_PATH = '/Developer';

interface Received {
  /** As announced, and as this image's would be. */
  readonly signature: Buffer;
  readonly expected: Buffer;
}

/** Mounts the developer image of iOS 15 and 16 (libimobiledevice, src/mobile_image_mounter.c). */
export async function serveImageMounter(iphone: Iphone, stream: Duplex): Promise<void> {
  let received: Received | undefined;
  for (;;) {
    const message = await readMessage(stream);
    const command = textAt(message, 'Command') ?? '';
    iphone.heard(`mobile_image_mounter ${command}`);
    switch (command) {
      case 'LookupImage':
        sendMessage(stream, lookup(iphone, message));
        break;
      case 'CopyDevices':
        sendMessage(stream, { EntryList: entries(iphone), Status: 'Complete' });
        break;
      case 'QueryDeveloperModeStatus':
        sendMessage(stream, { DeveloperModeStatus: iphone.release.major < 16 || iphone.developerMode });
        break;
      case 'ReceiveBytes':
        received = await receive(stream, message);
        break;
      case 'MountImage':
        sendMessage(stream, mount(iphone, received, message));
        break;
      case 'UnmountImage':
        iphone.mountedImage = undefined;
        sendMessage(stream, { Status: 'Complete' });
        break;
      case 'Hangup':
        sendMessage(stream, { Goodbye: true });
        return;
      default:
        sendMessage(stream, { Error: 'UnknownCommand' });
    }
  }
}

function lookup({ mountedImage }: Iphone, message: Dictionary): Dictionary {
  const present = mountedImage && message.ImageType === 'Developer';
  return present ? { ImagePresent: true, ImageSignature: [mountedImage], Status: 'Complete' } : { ImageSignature: [], Status: 'Complete' };
}

function entries({ mountedImage }: Iphone): { [key: string]: Dictionary[string] }[] {
  if (!mountedImage) return [];
  return [
    {
      DiskImageType: 'Developer',
      ImageSignature: mountedImage,
      IsMounted: true,
      MountPath: MOUNT_PATH,
      PersonalizedImageType: 'DeveloperDiskImage',
    },
  ];
}

/** The image comes between two answers, as bytes without a frame; only its digest is kept. */
async function receive(stream: Duplex, message: Dictionary): Promise<Received | undefined> {
  const bytes = numberAt(message, 'ImageSize') ?? 0;
  if (bytes > LARGEST_IMAGE_BYTES) throw new ProtocolError(`an image of ${bytes} bytes`);
  const signature = dataAt(message, 'ImageSignature');
  if (bytes <= 0 || message.ImageType !== 'Developer' || !signature) {
    sendMessage(stream, { Error: 'MissingImageInformation' });
    return undefined;
  }
  sendMessage(stream, { Status: 'ReceiveBytesAck' });
  const digest = createHash('sha512');
  for (let left = bytes; left > 0; left -= Math.min(left, 1 << 16)) digest.update(await exactly(stream, Math.min(left, 1 << 16)));
  sendMessage(stream, { Status: 'Complete' });
  return { signature, expected: signatureOfDigest(digest.digest()) };
}

function mount(iphone: Iphone, received: Received | undefined, message: Dictionary): Dictionary {
  const refused = (error: string, detail: string): Dictionary => {
    iphone.log.write('mobile_storage_proxy[61]', 'Error', detail);
    return { Error: error, DetailedError: detail };
  };
  const signature = dataAt(message, 'ImageSignature');
  if (iphone.locked) return refused('DeviceLocked', 'The device is locked.');
  if (iphone.release.major >= 17) return refused('ImageMountFailed', 'Developer images of this kind are not for this version of iOS.');
  if (iphone.release.major >= 16 && !iphone.developerMode) return refused('ImageMountFailed', 'Developer mode is not enabled.');
  if (iphone.mountedImage) return refused('ImageMountFailed', `Error: The disk image is already mounted at ${MOUNT_PATH}.`);
  if (!received || message.ImageType !== 'Developer') return refused('ImageMountFailed', 'Error: There is no such image.');
  const isSigned = signature?.equals(received.signature) && signature.equals(received.expected);
  if (!signature || !isSigned || iphone.faults.mount === 'badSignature')
    return refused('ImageMountFailed', 'Error: Failed to verify the image signature.');
  if (iphone.faults.mount === 'failed') return refused('ImageMountFailed', 'Error: Failed to attach the image.');
  iphone.mountedImage = signature;
  return { Status: 'Complete' };
}
