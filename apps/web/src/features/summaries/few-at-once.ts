/** No more calls at once: the service counts those of a minute, and the line of a phone is narrow. */
const most = 4

/** Calls for each, a few at once, and says for which it was done; the others are left as they were. */
export async function fewAtOnce<T>(items: readonly T[], call: (item: T) => Promise<unknown>) {
  const isDone: boolean[] = []
  const waiting = [...items.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, item] = next
      isDone[at] = await call(item).then(
        () => true,
        () => false,
      )
    }
  }
  await Promise.all(Array.from({ length: most }, work))
  return { done: items.filter((_, at) => isDone[at]), left: items.filter((_, at) => !isDone[at]) }
}
