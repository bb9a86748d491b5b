import type { TimeRange } from '../../columns/time-range.ts';
import { ownerFrameNode } from '../lags/wait-owner.ts';
import { chainInRange } from '../locks/chain-in-range.ts';
import type { OwnerLink } from '../locks/owner-chain.ts';
import { hasLowPriority, hasLowQuality } from '../locks/priority.ts';
import { type CauseSentence, type CauseThread, type CauseValue, count, ofClass, words } from './facts/cause.ts';
import type { CauseFacts } from './facts/cause-facts.ts';
import { causeFrame } from './facts/time-use.ts';
import { holderSentence } from './holder.ts';

/** More would hide the sentences around them. */
const MOST_SENTENCES = 4;

/** The chain of waits behind an owner during main's wait; empty if the owner waits for no other thread. */
export function furtherOwners(facts: CauseFacts, owner: CauseThread, wait: TimeRange): readonly CauseSentence[] {
  const { model, thread } = facts;
  const [first, ...links] = (thread && chainInRange(model, thread, wait)?.links) ?? [];
  if (first?.owner !== owner.thread) return lowPriorities(facts, [owner.thread]);
  return [...chainSentences(facts, links), ...lowPriorities(facts, [owner.thread, ...links.map((link) => link.owner)])];
}

function chainSentences(facts: CauseFacts, links: readonly OwnerLink[]): readonly CauseSentence[] {
  const last = links.at(-1);
  if (last === undefined) return [];
  const lastOwner = facts.threadValue(last.owner);
  if (lastOwner === undefined || links.length > MOST_SENTENCES) return linkSentences(facts, links);
  return [
    ...linkSentences(facts, links.slice(0, -1)),
    ['causeWaitedFor', threadOf(facts, last.thread), objectOf(last)],
    holderSentence(facts, last, lastOwner, last),
  ];
}

/** Owners that get cores after others although main waits for them. */
function lowPriorities(facts: CauseFacts, owners: readonly number[]): readonly CauseSentence[] {
  const { model, thread } = facts;
  return owners.slice(0, MOST_SENTENCES).flatMap((row): readonly CauseSentence[] => {
    const { nice, quality } = model.threads[row] ?? {};
    const owner = facts.threadValue(row);
    if (owner === undefined) return [];
    if (quality !== undefined && hasLowQuality(model.threads[row], thread))
      return [['causeLowQuality', owner, words(qualityTexts[quality])]];
    return nice !== undefined && hasLowPriority(model.threads[row], thread) ? [['causeLowPriority', owner, count(nice)]] : [];
  });
}

const qualityTexts = {
  userInteractive: 'qualityUserInteractive',
  userInitiated: 'qualityUserInitiated',
  default: 'qualityDefault',
  utility: 'qualityUtility',
  background: 'qualityBackground',
} as const;

/** A waiting thread with its object, holder and the holder's frame. */
export function linkSentences(facts: CauseFacts, links: readonly OwnerLink[]): readonly CauseSentence[] {
  const sentences = links.slice(0, MOST_SENTENCES).map((link) => linkSentence(facts, link));
  return links.length > MOST_SENTENCES ? [...sentences, ['causeLinksMore', count(links.length - MOST_SENTENCES)]] : sentences;
}

function linkSentence(facts: CauseFacts, link: OwnerLink): CauseSentence {
  const { model, app } = facts;
  const node = ownerFrameNode(model, link, app);
  const parts = [threadOf(facts, link.thread), objectOf(link), threadOf(facts, link.owner)] as const;
  return node === 0 ? ['causeLink', ...parts] : ['causeLinkIn', ...parts, causeFrame(model, node)];
}

function objectOf({ objectClass, function: waiter }: OwnerLink): CauseValue {
  if (waiter !== '') return { kind: 'name', name: waiter };
  return objectClass === '' ? words('waitLock') : ofClass(objectClass);
}

function threadOf(facts: CauseFacts, row: number): CauseValue {
  return facts.threadValue(row) ?? words('unnamedThread');
}
