import { formatLines } from '../core/format-texts.ts';

export const convertUsage = `laglens convert IN OUT [--to FORMAT] [--force] [--source-map MAP]
  Converts a session into another tool's profile, or such a profile into a session. The ending of
  OUT chooses, or --to:
${formatLines()}
  IN may be in a .zip, .tar, .tgz or .gz; FILE!/ENTRY names one of several files in it.
  What was read, skipped and assumed is printed; --force replaces OUT. --source-map names the
  JavaScript of a profile.`;
