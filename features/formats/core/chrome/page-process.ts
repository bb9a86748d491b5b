import { field, listField, textField } from '../../../../core/text/json-fields.ts';
import { idText } from '../import/written-id.ts';

/** Events of DevTools that name a page's process. */
const OF_BROWSER = new Set(['TracingStartedInBrowser', 'FrameCommittedInBrowser', 'ProcessReadyInBrowser']);
const OF_PAGE = new Set(['TracingStartedInPage', 'TracingStartedInPageForDevTools']);

/** The process of the page that a trace is about, as its events name it: the file knows it better than a count of events. */
export class PageProcess {
  /** Process of the recorded page's outermost frame. */
  #named: string | undefined;

  /** Undefined where no event names one. */
  get pid(): string | undefined {
    return this.#named;
  }

  /** @returns true if the event is one that may name the page's process */
  take(name: string, event: unknown): boolean {
    if (OF_PAGE.has(name)) this.#named ??= idText(event, 'pid') || undefined;
    else if (OF_BROWSER.has(name)) this.#ofBrowser(field(field(event, 'args'), 'data'));
    else return false;
    return true;
  }

  #ofBrowser(data: unknown): void {
    const frames = listField(data, 'frames');
    const outermost = frames.find((frame) => isOutermost(frame) && idText(frame, 'processId') !== '');
    const found = outermost ?? (isOutermost(data) ? data : undefined);
    this.#named ??= idText(found, 'processId') || undefined;
  }
}

/** A page's own frame has no parent; frames in it, such as advertisements, may run in other processes. */
function isOutermost(frame: unknown): boolean {
  return textField(frame, 'parent') === '';
}
