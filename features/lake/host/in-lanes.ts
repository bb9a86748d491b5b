/** Works on all items, in their order, one per lane at a time. Rejects with the first error, once no lane works any more. */
export async function inLanes<Lane, Item>(
  lanes: readonly Lane[],
  items: Iterable<Item>,
  work: (lane: Lane, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let isFailed = false;
  const ends = await Promise.allSettled(
    lanes.map(async (lane) => {
      for (let next = waiting.next(); !next.done && !isFailed; next = waiting.next()) {
        try {
          await work(lane, next.value);
        } catch (error) {
          isFailed = true;
          throw error;
        }
      }
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
