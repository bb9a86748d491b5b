import { bandsUs } from '../../core/analysis/lags/lag.ts';
import type { PageStringKey } from '../../protocol/page-protocol.ts';
import { type LegendKey, legendKeys } from '../state/legend-key.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, setLabel, setTitle } from '../ui/dom.ts';
import { formatDuration } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';
import { RovingStop } from '../ui/roving-stop.ts';
import type { FrameCategory, Theme } from '../ui/theme.ts';
import { t } from '../ui/translated.ts';

/** Owners and steps of a comparison have the colours of boxes; severities and states have classes of style sheets. */
interface Entry {
  readonly word: PageStringKey;
  readonly hint?: PageStringKey;
  readonly colors?: readonly FrameCategory[];
  /** Classes of the swatch. */
  readonly sign?: string;
  /** Bound of lags, named by the hint. */
  readonly boundUs?: number;
}

const entries: Readonly<Record<LegendKey, Entry>> = {
  app: { word: 'legendApp', colors: ['app'] },
  library: { word: 'legendLibrary', colors: ['library'] },
  native: { word: 'legendNative', colors: ['native'] },
  framework: { word: 'legendFramework', colors: ['framework'] },
  runtime: { word: 'legendRuntime', colors: ['runtime'] },
  nameless: { word: 'legendUnowned', colors: ['unknown'] },
  hitch: { word: 'legendHitch', hint: 'legendBelow', boundUs: bandsUs.hang, sign: 'band hitch' },
  hang: { word: 'legendHang', hint: 'legendFrom', boundUs: bandsUs.hang, sign: 'band hang' },
  longHang: { word: 'legendLongHang', hint: 'legendFrom', boundUs: bandsUs.longHang, sign: 'band longHang' },
  anr: { word: 'anr', hint: 'legendFrom', boundUs: bandsUs.anr, sign: 'band anr' },
  severeHang: { word: 'legendSevereHang', hint: 'legendFrom', boundUs: bandsUs.anr, sign: 'band anr' },
  busy: { word: 'busy', hint: 'busyHint', sign: 'busy' },
  blocked: { word: 'blocked', hint: 'blockedHint', sign: 'blocked' },
  ready: { word: 'ready', hint: 'readyHint', sign: 'ready' },
  waiting: { word: 'activityWaiting', hint: 'waitingHint', sign: 'waiting' },
  garbage: { word: 'legendGarbage', hint: 'garbageHint', sign: 'gc' },
  idle: { word: 'activityIdle', hint: 'idleHint', sign: 'idle' },
  unknown: { word: 'unknown', hint: 'unknownHint', sign: 'unknown' },
  noData: { word: 'legendNoData', hint: 'legendNoDataHint', sign: 'no-data' },
  unsure: { word: 'legendUnsure', hint: 'legendUnsureHint' },
  less: { word: 'legendLess', colors: ['less3', 'less2', 'less1'] },
  same: { word: 'legendSame', colors: ['same'] },
  more: { word: 'legendMore', colors: ['more1', 'more2', 'more3'] },
};

/** The page's only legend: what occurs. An entry chosen by a click, or by arrow keys and Enter, fades all that it does not mean. */
export class Legend {
  readonly node: HTMLElement;
  readonly #buttons: ReadonlyMap<LegendKey, HTMLButtonElement>;
  readonly #swatches: (readonly [FrameCategory, HTMLElement])[] = [];
  readonly #stop: RovingStop;

  constructor(theme: Theme, dispatch: Dispatch) {
    this.#buttons = new Map(legendKeys.map((key) => [key, this.#button(key, dispatch)]));
    this.node = element('div', { class: 'legend-keys', role: 'toolbar' }, [...this.#buttons.values()]);
    setLabel(this.node, t('Legend'));
    this.#stop = new RovingStop(this.node, [...this.#buttons.values()]);
    this.setTheme(theme);
  }

  show(keys: readonly LegendKey[], lit: LegendKey | undefined): void {
    for (const [key, button] of this.#buttons) {
      button.hidden = !keys.includes(key);
      button.ariaPressed = String(key === lit);
    }
    this.node.classList.toggle('filters', lit !== undefined);
    this.#stop.keep();
  }

  /** Exactly as boxes are painted. */
  setTheme(theme: Theme): void {
    for (const [category, swatch] of this.#swatches) {
      const [shade] = theme.frame[category];
      swatch.style.background = (theme.highContrast ? theme.background : shade?.fill) ?? '';
      swatch.style.border = theme.highContrast ? `${category === 'app' ? 2 : 1}px solid ${shade?.outline}` : '';
    }
  }

  #button(key: LegendKey, dispatch: Dispatch): HTMLButtonElement {
    const { word, hint, colors = [], sign, boundUs } = entries[key];
    const shown = colors.map((category) => [category, element('i', { class: 'swatch' })] as const);
    this.#swatches.push(...shown);
    const swatches = sign === undefined ? shown.map(([, swatch]) => swatch) : [element('i', { class: `swatch ${sign}` })];
    const button = element('button', { class: `key key-${key}`, attributes: { type: 'button' } }, [
      ...swatches,
      element('span', { text: text(word) }),
    ]);
    const about = hint === undefined ? [] : [text(hint, ...(boundUs === undefined ? [] : [formatDuration(boundUs)]))];
    setTitle(button, [...about, t('Click to see only this, again or Escape for all.')].join('\n'));
    button.addEventListener('click', () => {
      dispatch({ type: 'change', change: { lit: button.ariaPressed === 'true' ? undefined : key } });
    });
    return button;
  }
}
