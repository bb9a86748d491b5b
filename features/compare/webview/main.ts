import { startContentPage } from '../../../webview/ui/content-page.ts';
import type { ToComparison } from '../protocol/comparison-protocol.ts';
import type { FromComparison } from '../protocol/parse-from-comparison.ts';
import { ComparisonView } from './comparison-view.ts';
import './comparison.css';

startContentPage<FromComparison, ToComparison>((root, post) => {
  const view = new ComparisonView(root, post);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    post({ type: 'swap' });
  });
  return ({ comparison }) => view.show(comparison);
});
