// Must come before any import of the app.
import '../../test/phone/android.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installedPhone } from '../../test/phone/android.ts'
import { factsKey, fetchFacts, pageFact } from './page-facts.ts'

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
const overloaded = async () => new Response(null, { status: 503 })

test.each([
  ['the network comes back', unreachable, () => dispatchEvent(new Event('online'))],
  ['the app is resumed', overloaded, () => installedPhone.phone.moveToForeground()],
  ['half a minute has passed', overloaded, () => vi.advanceTimersByTimeAsync(30_000)],
])(
  'installation facts that could not be fetched at the start are fetched again when %s, until the server answers',
  async (when, fails, trigger) => {
    vi.useFakeTimers()
    vi.spyOn(console, 'warn').mockReturnValue()
    const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(fails)
    onTestFinished(() => void vi.useRealTimers().restoreAllMocks())
    const onChange = vi.fn()
    void fetchFacts(onChange)
    await vi.advanceTimersByTimeAsync(0)
    await trigger()
    await vi.advanceTimersByTimeAsync(0)
    expect([fetchSpy.mock.calls.length, onChange.mock.calls.length]).toEqual([2, 0])

    fetchSpy.mockImplementation(async () => Response.json({ 'support-email': `${when}@talks.example` }))
    await trigger()
    await vi.advanceTimersByTimeAsync(0)
    expect([fetchSpy.mock.calls.length, onChange.mock.calls.length]).toEqual([3, 1])
    expect(pageFact('support-email')).toBe(`${when}@talks.example`)
    await vi.waitFor(() => expect(installedPhone.phone.preferences.get(factsKey)).toContain(when))

    await trigger()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetchSpy).toHaveBeenCalledTimes(3)
  },
)
