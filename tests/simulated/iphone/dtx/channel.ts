import type { PlistValue } from '../property-list.ts';
import type { NsError } from './keyed-archive.ts';

/** A channel's answers by selector; undefined is an answer without a value. */
export type Channel = Readonly<Record<string, (args: readonly PlistValue[]) => Promise<PlistValue | undefined>>>;

/** The device's error answer. */
export class DtxRefused extends Error {
  readonly error: NsError;

  constructor(error: NsError) {
    super(error.description);
    this.error = error;
  }
}
