import { execFile } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DemoBuild } from './build-demo-app.ts';
import type { Place } from './truth-lags.ts';

const execute = promisify(execFile);

/** A method of the shop; `inlined` if the compiler copied another's lines into it. */
interface Method {
  readonly class: string;
  readonly method: string;
  readonly inlined?: { readonly class: string; readonly method: string };
}

const shopSources = fileURLToPath(new URL('shop/app/src', import.meta.url));
const shop = 'com.example.shop';
const priceCache = `${shop}.catalog.PriceCache`;
const priceHistory = `${shop}.catalog.PriceHistory`;
const bestOffer = { class: `${shop}.offers.BestOfferKt`, method: 'bestOffer' };
const totals = { class: `${shop}.offers.CartTotalsKt`, method: 'totalWithOffers' };

/** The app's top frame in each kind of lag; several if all are right. */
const culprits: Readonly<Record<string, readonly Method[]>> = {
  start: [{ class: `${shop}.ShopApplication`, method: 'loadFonts' }],
  busy: [{ class: `${shop}.feed.ImageDecoder`, method: 'decode' }],
  lock: [{ class: `${shop}.cart.CartRepository`, method: 'itemCount' }],
  file: [{ class: `${shop}.catalog.Catalog`, method: 'readAll' }],
  network: [{ class: `${shop}.cart.PaymentClient`, method: 'readAnswer' }],
  sleep: [{ class: `${shop}.cart.PaymentClient`, method: 'retry' }],
  frame: [{ class: `${shop}.feed.BannerAnimation`, method: 'drawShadow' }],
  recursion: [{ class: `${shop}.catalog.CategoryTree`, method: 'countBelow' }],
  storm: [
    { class: priceCache, method: 'average' },
    { class: priceCache, method: 'onPriceChanged' },
  ],
  gc: [
    { class: priceHistory, method: 'load' },
    { class: priceHistory, method: 'parseDay' },
  ],
  idle: [{ class: `${shop}.search.SearchIndex`, method: 'buildIndex' }],
  input: [{ class: `${shop}.product.ProductScreen`, method: 'resample' }],
  launch: [{ class: `${shop}.cart.CheckoutScreen`, method: 'inflateForm' }],
  inline: [totals, { ...totals, inlined: bestOffer }, bestOffer],
  lambda: [{ class: `${shop}.wishlist.WishList`, method: 'sort$lambda$0' }],
  coroutine: [{ class: `${shop}.recommendations.Recommendations$refresh$ranking$1`, method: 'invokeSuspend' }],
  future: [{ class: `${shop}.cart.CheckoutScreen`, method: 'showDeliveryQuote' }],
  outline: [{ class: `${shop}.cart.CheckoutScreen`, method: 'printReceipt' }],
  notify: [{ class: `${shop}.catalog.PriceFeed`, method: 'awaitPrices' }],
  latch: [{ class: `${shop}.orders.OrderUpload`, method: 'awaitUpload' }],
  readwrite: [{ class: `${shop}.orders.OrderHistory`, method: 'count' }],
  cores: [{ class: `${shop}.photos.Panorama`, method: 'project' }],
  binder: [{ class: `${shop}.delivery.DeliveryDate`, method: 'show' }],
  preferences: [{ class: `${shop}.settings.ShopSettings`, method: 'save' }],
  library: [{ class: `${shop}.photos.PhotoFilters`, method: 'load' }],
  classes: [{ class: `${shop}.plugins.PluginLoader`, method: 'define' }],
  chain: [{ class: `${shop}.warehouse.Warehouse`, method: 'count' }],
  deadlock: [{ class: `${shop}.warehouse.StockCheck`, method: 'countLeft' }],
};

/** The Android Runtime here lacks them; reasons in README.md. */
const notOnArt: ReadonlySet<string> = new Set(['binder', 'preferences', 'classes']);

/** Every kind of lag that the app can be asked for. */
export const lagKinds: readonly string[] = Object.keys(culprits).filter((kind) => kind !== 'start');

/** Those that the Android Runtime here runs. */
export const artLagKinds: readonly string[] = lagKinds.filter((kind) => !notOnArt.has(kind));

/** Places of all kinds; lines from the classes' line tables by the JDK's javap. @throws Error for a missing method */
export async function findCulprits({ javaHome, classPath }: DemoBuild): Promise<Map<string, readonly Place[]>> {
  const methods = Object.values(culprits).flat();
  const classes = new Set(methods.flatMap((method) => [method.class, ...(method.inlined ? [method.inlined.class] : [])]));
  const { stdout } = await execute(`${javaHome}/bin/javap`, ['-l', '-p', '-cp', classPath.join(':'), ...classes]);
  const lines = linesOfMethods(stdout);
  for (const [name, { file, firstLine, lastLine }] of lines) {
    // Kotlin's compiler numbers inlined lines behind the file's end.
    if (file.endsWith('.kt')) lines.set(name, { file, firstLine, lastLine: Math.min(lastLine, await lengthOf(file)) });
  }
  const place = ({ class: name, method, inlined }: Method): Place => {
    const source = inlined ?? { class: name, method };
    const found = lines.get(`${source.class} ${source.method}`);
    if (found === undefined) throw new Error(`The demo app has no ${source.class}.${source.method}`);
    return { class: name, method, ...found };
  };
  return new Map(Object.entries(culprits).map(([kind, list]) => [kind, list.map(place)]));
}

/** Number of lines of a shop's source. */
async function lengthOf(file: string): Promise<number> {
  for await (const path of glob(`**/${file}`, { cwd: shopSources }))
    return (await readFile(join(shopSources, path), 'utf8')).split('\n').length;
  throw new Error(`The demo app has no ${file}`);
}

/** Parses `javap -l -p`: by `class method`, first and last line of its overloads. */
function linesOfMethods(text: string): Map<string, Pick<Place, 'file' | 'firstLine' | 'lastLine'>> {
  const found = new Map<string, Pick<Place, 'file' | 'firstLine' | 'lastLine'>>();
  let file = '';
  let className = '';
  let method = '';
  for (const row of text.split('\n')) {
    file = /^Compiled from "(.*)"/.exec(row)?.[1] ?? file;
    className = /^\S.*?\b(?:class|interface) ([\w.$]+)/.exec(row)?.[1] ?? className;
    if (/^ {2}\S/.test(row)) method = /([\w$]+)\(.*;$/.exec(row)?.[1] ?? '';
    const line = Number(/^ {6}line (\d+):/.exec(row)?.[1]);
    if (!line) continue;
    const key = `${className} ${method}`;
    const { firstLine, lastLine } = found.get(key) ?? { firstLine: line, lastLine: line };
    found.set(key, { file, firstLine: Math.min(firstLine, line), lastLine: Math.max(lastLine, line) });
  }
  return found;
}
