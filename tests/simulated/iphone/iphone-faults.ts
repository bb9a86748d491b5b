/** What is wrong with the device or its cable, on request. All of it can be changed while the device runs. */
export interface Faults {
  /** A slow cable: at most so many bytes a second each way. */
  bytesPerSecond?: number | undefined;
  /** Nothing passes to or from the device in larger pieces than this: frames come cut. usbmuxd's own are cut by `startIphone`'s `cable`. */
  splitBytes?: number | undefined;
  /** The cable comes out as soon as the device has sent so many bytes more; it then stays out until `attach`. */
  detachAfterBytes?: number | undefined;
  /** lockdownd does not know any host id: the device was reset, or the record is another device's. */
  hostIdUnknown?: boolean;
  /** Services that lockdownd says it does not have. */
  invalidServices?: readonly string[];
  /** Ports that refuse, whoever listens on them. */
  refusedPorts?: readonly number[];
  /** Installing ends with this error, as installd words it. */
  install?: InstallError | undefined;
  /** `refused`: the device does not start the app (nobody trusted its developer); `killed`: dyld ends it over a library's signature. */
  signature?: 'refused' | 'killed' | undefined;
  /** Mounting the developer image ends so: its signature is refused, or something else goes wrong. */
  mount?: 'badSignature' | 'failed' | undefined;
}

export interface InstallError {
  /** As in `ApplicationVerificationFailed`. */
  readonly error: string;
  readonly description: string;
}
