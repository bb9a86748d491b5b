import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Prepared } from './shared-window.ts';

const shop = fileURLToPath(new URL('../../demo-app/shop', import.meta.url));

/** What tests share that look at sessions of the demo app. */
export interface ShopWindow {
  /** A copy of its sources, where tests put their own sessions. */
  readonly workspace: string;
}

export async function shopWindow(): Promise<Prepared<ShopWindow>> {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens shop '));
  await cp(shop, workspace, { recursive: true });
  return { options: { workspace }, given: { workspace }, dispose: () => rm(workspace, { recursive: true, force: true }) };
}
