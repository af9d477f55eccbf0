import { waitOf } from './wait-of.ts'

/** No more calls at once: the service counts those of a minute, and the line of a phone is narrow. */
const most = 4

/**
 * Calls for each, a few at once, and says for which it was done; the others are left as they were. Where they are too many for
 * a minute, all wait until the next begins.
 */
export async function fewAtOnce<T>(items: readonly T[], call: (item: T) => Promise<unknown>) {
  const isDone: boolean[] = []
  const waiting = [...items.entries()]
  let pause: Promise<void> = Promise.resolve()
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await pause
      const [at, item] = next
      try {
        await call(item)
        isDone[at] = true
      } catch (error) {
        const seconds = waitOf(error)
        if (seconds === null) continue
        pause = new Promise(resolve => setTimeout(resolve, seconds * 1000))
        waiting.push(next)
      }
    }
  }
  await Promise.all(Array.from({ length: most }, work))
  return { done: items.filter((_, at) => isDone[at]), left: items.filter((_, at) => !isDone[at]) }
}
