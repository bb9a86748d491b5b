import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Place } from '../truth-lags.ts';
import { shopSources } from './build-iphone-shop.ts';

interface Function {
  /** As in the debug file. */
  readonly name: string;
  /** Below `shop/Shop`. */
  readonly file: string;
}

const tree = 'Catalog/category_tree.c';
const payment = 'Payment/payment.m';

/** The app's innermost frame in each kind of lag; several if all are right. */
const culprits: Readonly<Record<string, readonly Function[]>> = {
  start: [{ name: 'load_fonts', file: 'App/fonts.c' }],
  // The compiler inlines mix into decode_photo.
  busy: [
    { name: 'decode_photo', file: 'Feed/photo_decoder.c' },
    { name: 'mix', file: 'Feed/photo_decoder.c' },
  ],
  lock: [{ name: 'cart_item_count', file: 'Cart/cart.c' }],
  unfair: [{ name: 'cart_total', file: 'Cart/cart.c' }],
  file: [{ name: 'catalog_read_all', file: 'Catalog/catalog.c' }],
  recursion: [{ name: 'count_level', file: tree }],
  tail: [{ name: 'round_price', file: 'Catalog/price_format.c' }],
  deep: [{ name: 'sort_leaf', file: tree }],
  storm: [{ name: 'price_changed', file: 'Feed/prices.c' }],
  sync: [{ name: '-[FeedViewController(Thumbnails) showThumbnails]', file: 'Feed/Thumbnails.m' }],
  semaphore: [{ name: 'payment_wait_for_answer', file: payment }],
  group: [{ name: 'payment_compare_offers', file: payment }],
  sleep: [{ name: 'payment_retry', file: payment }],
  readwrite: [{ name: 'stock_left', file: 'Stock/stock.c' }],
  condition: [{ name: 'delivery_days', file: 'Stock/delivery.c' }],
  chain: [{ name: 'goods_count', file: 'Stock/goods.c' }],
  deadlock: [{ name: 'audit_worth', file: 'Stock/audit.c' }],
};

export const shopLagKinds: readonly string[] = Object.keys(culprits).filter((kind) => kind !== 'start');

/** Places of all kinds; lines from a function's name at a line's begin to its closing brace. @throws Error for a missing function */
export async function findShopCulprits(): Promise<Map<string, readonly Place[]>> {
  const found = new Map<string, readonly Place[]>();
  for (const [kind, functions] of Object.entries(culprits)) found.set(kind, await Promise.all(functions.map(placeOf)));
  return found;
}

async function placeOf({ name, file }: Function): Promise<Place> {
  const lines = (await readFile(join(shopSources, 'Shop', file), 'utf8')).split('\n');
  // A method's selector, or a function's name, follows its type.
  const wanted = /^-\[\S+ (\w+)\]$/.exec(name)?.[1] ?? `${name}(`;
  const first = lines.findIndex((line) => /^\S.*\{/.test(line) && line.includes(wanted));
  const last = lines[first]?.endsWith('}') ? first : lines.indexOf('}', first);
  if (first < 0 || last < 0) throw new Error(`The shop has no ${name} in ${file}`);
  return { class: '', method: name, file: basename(file), firstLine: first + 1, lastLine: last + 1 };
}
