/** Faults of device and cable, which can change while it runs. */
export interface Faults {
  /** A slow cable: limit each way. */
  bytesPerSecond?: number | undefined;
  /** Splits the device's traffic into pieces of at most this size. `startIphone`'s `cable` splits usbmuxd's own. */
  splitBytes?: number | undefined;
  /** Unplugs the cable after this many more bytes, until `attach`. */
  detachAfterBytes?: number | undefined;
  /** lockdownd knows no host id: the device was reset, or the record is another device's. */
  hostIdUnknown?: boolean;
  /** Services that lockdownd denies. */
  invalidServices?: readonly string[];
  /** Ports that refuse connections. */
  refusedPorts?: readonly number[];
  /** Installing ends with installd's error. */
  install?: InstallError | undefined;
  /** `refused`: the device does not start the app of an untrusted developer; `killed`: dyld ends it over a library's signature. */
  signature?: 'refused' | 'killed' | undefined;
  /** The developer image's mount fails: a refused signature, or another error. */
  mount?: 'badSignature' | 'failed' | undefined;
}

interface InstallError {
  /** As in `ApplicationVerificationFailed`. */
  readonly error: string;
  readonly description: string;
}
