import { phrase } from '../../core/text/phrase.ts';

/** Sentences about devices that several places say. */
export const deviceTexts = {
  nonePlugged: phrase`No phone is connected.`,
  connectIt: phrase`Connect it, or select another device.`,
  restored: phrase`The original is installed again.`,
} as const;
