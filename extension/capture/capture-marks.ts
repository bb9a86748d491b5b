import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import type { Capture } from '../../host/capture/capture.ts';
import { inform } from '../surface/notifications.ts';
import { askForText } from '../surface/pickers.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';

/** Characters of a mark's name; the timeline has no room for more. */
const LONGEST_MARK = 200;

export class CaptureMarks {
  readonly #capture: Capture;
  #count = 0;

  constructor(capture: Capture) {
    this.#capture = capture;
  }

  /** Sets a numbered mark without a question, as its key may be pressed repeatedly. */
  addNumbered(): void {
    if (this.#capture.mark(this.#nextName)) this.#count++;
  }

  /** Marks this moment; its name may come later. @throws LaglensError if nothing is recorded */
  async add(name: string | undefined): Promise<void> {
    const moment = this.#capture.moment();
    if (moment === undefined) throw nothingToMark();
    const value = this.#nextName;
    const given = name ?? (await askForText(vscode.l10n.t('Add Marker'), vscode.l10n.t('Marker name'), value));
    if (given === undefined) return;
    const isMarked = this.#capture.mark(given.trim().slice(0, LONGEST_MARK) || value, moment);
    if (isMarked) this.#count++;
    else background(inform(vscode.l10n.t('The capture ended before the marker had a name, so it was not added.')), unexpected);
  }

  get #nextName(): string {
    return vscode.l10n.t('Marker {0}', this.#count + 1);
  }
}

export function nothingToMark(): LaglensError {
  return new LaglensError({
    code: 'usage',
    message: vscode.l10n.t('Nothing is being recorded.'),
    next: vscode.l10n.t('Markers can be added while a capture is running.'),
  });
}
