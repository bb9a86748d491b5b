import { bandsUs } from '../../core/analysis/lags/lag.ts';
import { type LegendKey, legendKeys } from '../state/legend-key.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, setLabel, setTitle } from '../ui/dom.ts';
import { formatDuration } from '../ui/format.ts';
import { RovingStop } from '../ui/roving-stop.ts';
import { activityHints, activityWords } from '../ui/sentences/activity-text.ts';
import type { FrameCategory, Theme } from '../ui/theme.ts';
import { t } from '../ui/translated.ts';

/** Owners and steps of a comparison have the colours of boxes; severities and states have classes of style sheets. */
interface Entry {
  word(): string;
  hint?(): string;
  readonly colors?: readonly FrameCategory[];
  /** Classes of the swatch. */
  readonly sign?: string;
}

export const legendEntries: Readonly<Record<LegendKey, Entry>> = {
  app: { word: () => t('app'), colors: ['app'] },
  library: { word: () => t('libraries'), colors: ['library'] },
  native: { word: () => t('native libraries'), colors: ['native'] },
  framework: { word: () => t('system'), colors: ['framework'] },
  runtime: { word: () => t('language'), colors: ['runtime'] },
  nameless: { word: () => t('owner unknown'), colors: ['unknown'] },
  hitch: { word: () => t('hitch'), hint: () => t('Lags below {0}', formatDuration(bandsUs.hang)), sign: 'band hitch' },
  hang: { word: () => t('hang'), hint: () => t('Lags from {0}', formatDuration(bandsUs.hang)), sign: 'band hang' },
  longHang: { word: () => t('long hang'), hint: () => t('Lags from {0}', formatDuration(bandsUs.longHang)), sign: 'band longHang' },
  anr: { word: () => t('ANR'), hint: () => t('Lags from {0}', formatDuration(bandsUs.anr)), sign: 'band anr' },
  severeHang: { word: () => t('hang over 5 s'), hint: () => t('Lags from {0}', formatDuration(bandsUs.anr)), sign: 'band anr' },
  busy: { word: activityWords.running, hint: activityHints.running, sign: 'busy' },
  blocked: { word: activityWords.blocked, hint: activityHints.blocked, sign: 'blocked' },
  ready: { word: activityWords.ready, hint: activityHints.ready, sign: 'ready' },
  waiting: { word: activityWords.waiting, hint: activityHints.waiting, sign: 'waiting' },
  garbage: { word: () => t('GC'), hint: activityHints.pause, sign: 'gc' },
  idle: { word: activityWords.idle, hint: activityHints.idle, sign: 'idle' },
  unknown: { word: activityWords.unknown, hint: activityHints.unknown, sign: 'unknown' },
  noData: { word: () => t('no data'), hint: () => t('Nothing arrived from the app.'), sign: 'no-data' },
  unsure: { word: () => t('name uncertain'), hint: () => t('Slanted names: of another build, without lines, or obfuscated.') },
  less: { word: () => t('less in A'), colors: ['less3', 'less2', 'less1'] },
  same: { word: () => t('as much'), colors: ['same'] },
  more: { word: () => t('more in A'), colors: ['more1', 'more2', 'more3'] },
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
    const { word, hint, colors = [], sign } = legendEntries[key];
    const shown = colors.map((category) => [category, element('i', { class: 'swatch' })] as const);
    this.#swatches.push(...shown);
    const swatches = sign === undefined ? shown.map(([, swatch]) => swatch) : [element('i', { class: `swatch ${sign}` })];
    const button = element('button', { class: `key key-${key}`, attributes: { type: 'button' } }, [
      ...swatches,
      element('span', { text: word() }),
    ]);
    const about = hint === undefined ? [] : [hint()];
    setTitle(button, [...about, t('Click to see only this, again or Escape for all.')].join('\n'));
    button.addEventListener('click', () => {
      dispatch({ type: 'change', change: { lit: button.ariaPressed === 'true' ? undefined : key } });
    });
    return button;
  }
}
