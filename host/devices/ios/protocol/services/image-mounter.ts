import { once } from 'node:events';
import { guarded } from '../../../../../core/guarded.ts';
import { ConnectionEnded } from '../bytes/exact-bytes.ts';
import { withTimeout } from '../bytes/with-timeout.ts';
import { DeviceFailure } from '../device-failure.ts';
import { PlistChannel, type ServiceOpener } from '../lockdown/plist-channel.ts';
import { type PlistDict, textOf } from '../plist/value.ts';

const SERVICE = 'com.apple.mobile.mobile_image_mounter';
const IMAGE_TYPE = 'Developer';
/** Where Xcode says that the image lies; the device has put what it received elsewhere by then. */
const IMAGE_PATH = '/private/var/mobile/Media/PublicStaging/staging.dimage';
const PIECE_BYTES = 64 << 10;
const ANSWER_MS = 10_000;
/** A piece over a slow cable takes well below a second. */
const PIECE_MS = 20_000;
/** The device checks all of the image before it says that it has come, and again before it mounts it. */
const CHECK_MS = 60_000;
const GOOD_BYE_MS = 1_000;

/** The device did not take or mount an image, with the name of its reason and what it says about it. */
export class MountFailure extends DeviceFailure {
  override readonly name = 'MountFailure';
  /** Such as `DeviceLocked` or `ImageMountFailed`. */
  readonly reason: string;
  readonly detail: string;

  constructor(reason: string, detail: string) {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * The service that mounts the developer image of iOS 15 and 16. One call after the other. Throws `MountFailure` for what the device
 * refuses. Source: libimobiledevice, src/mobile_image_mounter.c and tools/ideviceimagemounter.c.
 */
export class ImageMounter {
  readonly #channel: PlistChannel;
  #isSending = false;

  constructor(channel: PlistChannel) {
    this.#channel = channel;
  }

  static async open(device: ServiceOpener, signal: AbortSignal): Promise<ImageMounter> {
    return new ImageMounter(new PlistChannel(await device.service(SERVICE, signal)));
  }

  /** Whether a developer image is mounted, by whomever. */
  async isMounted(signal: AbortSignal): Promise<boolean> {
    const answer = await this.#ask({ Command: 'LookupImage', ImageType: IMAGE_TYPE }, ANSWER_MS, signal);
    const signatures = answer.ImageSignature;
    // One signature, or a list of them that is empty when there is none.
    return answer.ImagePresent === true || (Array.isArray(signatures) ? signatures.length > 0 : signatures instanceof Uint8Array);
  }

  /**
   * Sends the image's bytes.
   * @param bytes how many there are; the device waits for just so many
   * @param progress called after each piece with the bytes that are on their way
   */
  async send(
    image: AsyncIterable<Buffer>,
    bytes: number,
    signature: Uint8Array,
    progress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const announced = { Command: 'ReceiveBytes', ImageType: IMAGE_TYPE, ImageSize: bytes, ImageSignature: signature };
    const ready = await this.#ask(announced, ANSWER_MS, signal);
    if (textOf(ready, 'Status') !== 'ReceiveBytesAck') throw new MountFailure('ReceiveBytes', `the device answered ${statusOf(ready)}`);
    let sentBytes = 0;
    this.#isSending = true;
    for await (const some of image) {
      for (let at = 0; at < some.length; at += PIECE_BYTES) await this.#write(some.subarray(at, at + PIECE_BYTES), signal);
      sentBytes += some.length;
      progress(sentBytes);
    }
    this.#isSending = false;
    const whole = this.#checked(await this.#answer('ReceiveBytes', CHECK_MS, signal));
    if (textOf(whole, 'Status') !== 'Complete') throw new MountFailure('ReceiveBytes', `the device answered ${statusOf(whole)}`);
  }

  /** Mounts the image that was sent. */
  async mount(signature: Uint8Array, signal: AbortSignal): Promise<void> {
    const command = { Command: 'MountImage', ImageType: IMAGE_TYPE, ImagePath: IMAGE_PATH, ImageSignature: signature };
    const answer = await this.#ask(command, CHECK_MS, signal);
    if (textOf(answer, 'Status') !== 'Complete') throw new MountFailure('MountImage', `the device answered ${statusOf(answer)}`);
  }

  /** Ends the conversation as the service wants it, unless it is in the middle of an image. */
  close(): void {
    const { stream } = this.#channel;
    if (this.#isSending || !stream.writable) {
      stream.destroy();
      return;
    }
    this.#channel.send({ Command: 'Hangup' });
    stream.end();
    // Its good-bye is not read, but it has to pass for the end behind it to be seen.
    stream.resume();
    setTimeout(() => stream.destroy(), GOOD_BYE_MS).unref();
  }

  async #ask(command: PlistDict, limitMs: number, signal: AbortSignal): Promise<PlistDict> {
    this.#channel.send(command);
    return this.#checked(await this.#answer(textOf(command, 'Command'), limitMs, signal));
  }

  async #answer(command: string, limitMs: number, signal: AbortSignal): Promise<PlistDict> {
    return await withTimeout(limitMs, `${command} by the device’s image mounter`, signal, (limited) => this.#channel.receive(limited));
  }

  #checked(answer: PlistDict): PlistDict {
    const reason = textOf(answer, 'Error');
    if (reason !== '') throw new MountFailure(reason, textOf(answer, 'DetailedError'));
    return answer;
  }

  /** Writes a piece, and waits until the connection takes more: an image is not to lie in memory as a whole. */
  async #write(piece: Buffer, signal: AbortSignal): Promise<void> {
    const { stream } = this.#channel;
    if (stream.destroyed) throw new ConnectionEnded('The connection was closed while the image was sent.');
    if (stream.write(piece)) return;
    await withTimeout(PIECE_MS, 'A piece of the image', signal, async (limited) => {
      const over = new AbortController();
      const closed = (): void => over.abort(new ConnectionEnded('The connection was closed while the image was sent.'));
      stream.once(
        'close',
        guarded(closed, (error) => over.abort(error)),
      );
      try {
        await once(stream, 'drain', { signal: AbortSignal.any([limited, over.signal]) });
      } catch (error) {
        if (over.signal.aborted) throw over.signal.reason;
        throw error;
      } finally {
        stream.off('close', closed);
      }
    });
  }
}

function statusOf(answer: PlistDict): string {
  return `“${textOf(answer, 'Status') || 'nothing'}”`;
}
