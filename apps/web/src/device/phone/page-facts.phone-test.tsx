// Before anything of the app is loaded.
import '../../test/phone/android.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { held } from '../../test/phone/android.ts'
import { factsKey, learnFacts, pageFact } from './page-facts.ts'

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
const overloaded = async () => new Response(null, { status: 503 })

test.each([
  ['a network comes', unreachable, () => dispatchEvent(new Event('online'))],
  ['the app is looked at again', overloaded, () => held.phone.comeBack()],
  ['half a minute is over', overloaded, () => vi.advanceTimersByTimeAsync(30_000)],
])(
  'a service that said nothing at the start is asked again when %s, until it has answered',
  async (when, fails, happen) => {
    vi.useFakeTimers()
    vi.spyOn(console, 'warn').mockReturnValue()
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(fails)
    onTestFinished(() => void vi.useRealTimers().restoreAllMocks())
    const onNews = vi.fn()
    void learnFacts(onNews)
    await vi.advanceTimersByTimeAsync(0)
    await happen()
    await vi.advanceTimersByTimeAsync(0)
    expect([asked.mock.calls.length, onNews.mock.calls.length]).toEqual([2, 0])

    asked.mockImplementation(async () => Response.json({ 'support-email': `${when}@talks.example` }))
    await happen()
    await vi.advanceTimersByTimeAsync(0)
    expect([asked.mock.calls.length, onNews.mock.calls.length]).toEqual([3, 1])
    expect(pageFact('support-email')).toBe(`${when}@talks.example`)
    await vi.waitFor(() => expect(held.phone.preferences.get(factsKey)).toContain(when))

    await happen()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveBeenCalledTimes(3)
  },
)
