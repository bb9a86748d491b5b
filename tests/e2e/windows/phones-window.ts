import { AdbServer } from '../../simulated/android/adb-server.ts';
import type { Prepared } from './shared-window.ts';
import { type ShopWindow, shopWindow } from './shop-window.ts';

/** What tests share that plug in phones of their own. */
export interface PhonesWindow extends ShopWindow {
  /** Without phones between tests. */
  readonly adb: AdbServer;
  readonly settings: Readonly<Record<string, string>>;
}

export async function phonesWindow(): Promise<Prepared<PhonesWindow>> {
  const shop = await shopWindow();
  const adb = await AdbServer.start();
  const settings = { 'laglens.adbServer': `127.0.0.1:${adb.port}` };
  return {
    options: { ...shop.options, settings },
    given: { ...shop.given, adb, settings },
    dispose: async () => {
      await adb.stop();
      await shop.dispose();
    },
  };
}
