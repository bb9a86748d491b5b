import { once } from 'node:events';
import { guarded } from '../../../../../core/guarded.ts';
import { ConnectionEnded } from '../bytes/exact-bytes.ts';
import { withTimeout } from '../bytes/with-timeout.ts';
import { DeviceFailure } from '../device-failure.ts';
import { PlistChannel, type ServiceOpener } from '../lockdown/plist-channel.ts';
import { type PlistDict, textOf } from '../plist/value.ts';

const SERVICE = 'com.apple.mobile.mobile_image_mounter';
const IMAGE_TYPE = 'Developer';
/** Xcode's path; the device has moved the image by then. */
const IMAGE_PATH = '/private/var/mobile/Media/PublicStaging/staging.dimage';
const PIECE_BYTES = 64 << 10;
const ANSWER_MS = 10_000;
/** A piece takes well below a second over a slow cable. */
const PIECE_MS = 20_000;
/** The device checks the whole image on arrival and before mounting. */
const CHECK_MS = 60_000;
const GOOD_BYE_MS = 1_000;

/** The device's reason for refusing an image. */
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
 * Mounts developer images of iOS 15 and 16, one call at a time. Source: libimobiledevice, src/mobile_image_mounter.c
 * and tools/ideviceimagemounter.c.
 * @throws MountFailure when refused
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

  async isMounted(signal: AbortSignal): Promise<boolean> {
    const answer = await this.#ask({ Command: 'LookupImage', ImageType: IMAGE_TYPE }, ANSWER_MS, signal);
    const signatures = answer.ImageSignature;
    // A signature, or a possibly empty list.
    return answer.ImagePresent === true || (Array.isArray(signatures) ? signatures.length > 0 : signatures instanceof Uint8Array);
  }

  /**
   * @param bytes the device expects exactly as many
   * @param progress called with the bytes sent
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

  async mount(signature: Uint8Array, signal: AbortSignal): Promise<void> {
    const command = { Command: 'MountImage', ImageType: IMAGE_TYPE, ImagePath: IMAGE_PATH, ImageSignature: signature };
    const answer = await this.#ask(command, CHECK_MS, signal);
    if (textOf(answer, 'Status') !== 'Complete') throw new MountFailure('MountImage', `the device answered ${statusOf(answer)}`);
  }

  /** Says goodbye, except within an image. */
  close(): void {
    const { stream } = this.#channel;
    if (this.#isSending || !stream.writable) {
      stream.destroy();
      return;
    }
    this.#channel.send({ Command: 'Hangup' });
    stream.end();
    // The reply must be consumed to see the stream's end.
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

  /** Waits for the connection, so memory never holds a whole image. */
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
