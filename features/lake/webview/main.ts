import { startContentPage } from '../../../webview/ui/content-page.ts';
import type { ToLake } from '../protocol/lake-protocol.ts';
import type { FromLake } from '../protocol/parse-from-lake.ts';
import { drawPage } from './lake-view.ts';
import './panel.css';
import './lake.css';
import './sort-tables.js';

startContentPage<FromLake, ToLake>((root, post) => {
  return ({ page }) => root.replaceChildren(drawPage(page.main, (link) => post({ type: 'open', link: Number(link) })));
});
