import { startContentPage } from '../../../webview/ui/content-page.ts';
import { PageDocument } from '../../../webview/ui/document/page-document.ts';
import type { ToLake } from '../protocol/lake-protocol.ts';
import type { FromLake } from '../protocol/parse-from-lake.ts';
import './panel.css';
import './lake.css';
import './sort-tables.js';

startContentPage<FromLake, ToLake>((root, post) => {
  const shown = new PageDocument(root, (link) => post({ type: 'open', link: Number(link) }));
  return ({ page }) => shown.show(page.main);
});
