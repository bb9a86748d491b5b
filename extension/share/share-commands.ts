import type { ShareKind } from '../../protocol/page-protocol.ts';

/** What each command for sharing wishes of the page that is looked at. */
export const shareCommands = {
  share: 'choose',
  sharePage: 'page',
  shareFile: 'file',
  keepLag: 'lag',
  copyMarkdown: 'markdown',
  openAsText: 'text',
} as const satisfies Readonly<Record<string, ShareKind>>;
