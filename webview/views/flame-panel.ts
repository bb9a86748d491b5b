import type { ChosenFrame } from '../flame/content.ts';
import { FlamePane } from '../flame/pane/flame-pane.ts';
import type { ViewContent } from '../modes/mode/view-content.ts';
import { modeOf } from '../modes/modes.ts';
import type { Frame } from '../rendering/render-frame.ts';
import { emptyText, threadChoices, unmeasuredText } from '../rendering/session-texts.ts';
import type { Dispatch } from '../state/page-action.ts';
import type { ViewState } from '../state/view-state.ts';
import { element, setText, setTitle } from '../ui/dom.ts';
import type { Theme } from '../ui/theme.ts';
import type { Tooltip } from '../ui/tooltip.ts';
import { t } from '../ui/translated.ts';
import { FrameActions } from './frame-actions.ts';
import { Legend } from './legend.ts';
import { ViewBody } from './view-body.ts';
import { ViewControls } from './view-controls.ts';

interface FlamePanelEvents {
  /** A box was chosen. */
  frameChosen(): void;
  /** The pointer is at a moment, or left. */
  hovered(atUs: number | undefined): void;
}

type FlameFrame = Pick<Frame, 'session' | 'state' | 'live' | 'isComplete' | 'thread' | 'shown' | 'content' | 'legend' | 'lit'>;

/** The views with their controls, legend, frame menu, and the status line for screen readers. */
export class FlamePanel {
  readonly node: HTMLElement;
  readonly #controls: ViewControls;
  readonly #body: ViewBody;
  readonly #actions: FrameActions;
  readonly #status = element('span', { class: 'status', role: 'status' });
  readonly #legend: Legend;
  readonly #keys: HTMLElement;
  #state: ViewState | undefined;
  #content: ViewContent | undefined;

  constructor(theme: Theme, tooltip: Tooltip, details: HTMLElement, dispatch: Dispatch, { frameChosen, hovered }: FlamePanelEvents) {
    const say = (sentence: string): void => this.#say(sentence);
    const sayChosen = (sentence: string): void => {
      say(sentence);
      if (sentence !== '') frameChosen();
    };
    this.#actions = new FrameActions(dispatch, say);
    const pane = new FlamePane(theme, tooltip, t('Flame graph'), dispatch, sayChosen, hovered);
    this.#body = new ViewBody(pane, { theme, tooltip, dispatch, say: sayChosen });
    this.#controls = new ViewControls(dispatch, {
      undo: (at) => this.#state && this.#actions.undo(this.#state, at),
      setAppOnly: (isOn) => this.#state && this.#content && this.#actions.setAppOnly(isOn, this.#state, this.#content.frames),
      focus: () => this.#body.current.focus(),
    });
    this.#legend = new Legend(theme, dispatch);
    this.#keys = element('div', { class: 'legend' }, [this.#status, this.#legend.node]);
    this.node = element('section', { class: 'main', attributes: { 'aria-label': t('Flame graph') } }, [
      ...this.#controls.nodes,
      details,
      this.#body.node,
      this.#keys,
      this.#actions.menu.node,
    ]);
    this.#body.node.addEventListener('contextmenu', (event) => this.#pointerMenu(event));
  }

  /** Shows one of the views, or a text why there is nothing to show. */
  show(frame: FlameFrame): void {
    const { session, content, state, thread, shown, legend, lit } = frame;
    // The status is about a frame of the previous view.
    if (state.mode !== this.#state?.mode) this.#say('');
    this.#state = state;
    this.#content = content;
    this.#controls.showThreads(threadChoices(session.model, thread), thread?.index ?? -1);
    this.#controls.show(content, state);
    this.#legend.show(legend, lit);
    // Boxes of a comparison have no states.
    const isFlat = content?.isDifference === true && !['less', 'same', 'more'].includes(lit ?? '');
    this.#body.show(content, state, shown, emptyView(frame), isFlat ? undefined : lit);
  }

  /** Runs a letter's action on the selection or on all stacks; false for other keys. */
  key(event: KeyboardEvent): boolean {
    if (this.#state === undefined || this.#content === undefined) return false;
    const isInView = event.target instanceof Node && this.#body.node.contains(event.target);
    const chosen = isInView ? this.#body.current.chosen : undefined;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (chosen !== undefined) this.#openMenu(chosen, this.#body.current.chosenPlace);
      return chosen !== undefined;
    }
    return this.#actions.key(event.key, chosen, this.#state, this.#content);
  }

  /** The tooltip has it whole where the room is short. */
  #say(sentence: string): void {
    setText(this.#status, sentence);
    setTitle(this.#status, sentence);
    // It is in the legend's first line.
    if (sentence !== '') this.#keys.scrollTop = 0;
  }

  #pointerMenu(event: MouseEvent): void {
    event.preventDefault();
    const isChosen = this.#body.current.selectAt(event);
    const { chosen } = this.#body.current;
    if (isChosen && chosen !== undefined) this.#openMenu(chosen, { x: event.clientX, y: event.clientY });
  }

  #openMenu(chosen: ChosenFrame, { x, y }: { readonly x: number; readonly y: number }): void {
    if (this.#state && this.#content) this.#actions.openMenu(chosen, this.#state, this.#content, x, y);
  }

  setTheme(theme: Theme): void {
    this.#body.setTheme(theme);
    this.#legend.setTheme(theme);
  }

  /** Shows the pointer's moment, wherever the pointer is. */
  showHover(atUs: number | undefined): void {
    this.#body.showHover(atUs);
  }

  focusSearch(): void {
    this.#controls.focusSearch();
  }

  nextMatch(by: 1 | -1): void {
    this.#body.current.nextMatch(by);
  }
}

/** Calls at their times have no weight that may lack. */
function emptyView({ session, state, live, isComplete }: FlameFrame): string {
  if (modeOf(state).isOverTime) return emptyText('flame', session, live, isComplete);
  return unmeasuredText(state.weight, session, live, isComplete);
}
