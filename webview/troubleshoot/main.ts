import type { FromTroubleshoot } from '../../protocol/parse-from-troubleshoot.ts';
import type { ToTroubleshoot } from '../../protocol/troubleshoot-protocol.ts';
import { startContentPage } from '../ui/content-page.ts';
import { ChecksView } from './checks-view.ts';
import './troubleshoot.css';

startContentPage<FromTroubleshoot, ToTroubleshoot>((root, post) => {
  const view = new ChecksView(root, (button) => post({ type: 'press', button }));
  return ({ checks }) => view.show(checks);
});
