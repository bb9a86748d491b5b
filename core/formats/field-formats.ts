import type { Format } from './formats.ts';
import { looksLikeMatrix, readMatrix } from './matrix/read.ts';

/** Reports of apps on users' devices, which are only read. */
export const fieldFormats: readonly Format[] = [
  {
    id: 'matrix',
    label: 'reports of Matrix for iOS and KSCrash',
    endings: ['.json'],
    reading: { looksLike: looksLikeMatrix, read: readMatrix, lost: 'registers, memory; Matrix keeps no length of a block' },
  },
];
