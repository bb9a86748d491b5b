import { startContentPage } from '../../../webview/ui/content-page.ts';
import { PageDocument } from '../../../webview/ui/document/page-document.ts';
import type { ToComparison } from '../protocol/comparison-protocol.ts';
import type { FromComparison } from '../protocol/parse-from-comparison.ts';
import { DrawnStacks } from './drawn-stacks.ts';
import './comparison.css';

startContentPage<FromComparison, ToComparison>((root, post) => {
  const press = (id: string, beside: boolean): void => post({ type: 'press', id, beside });
  const page = new PageDocument(root, press);
  const stacks = new DrawnStacks(root);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    press('swap', false);
  });
  return ({ main }) => {
    page.show(main);
    stacks.update();
  };
});
