import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { installKeeping, type KeepingBrowser, removeKeeping, setOnline } from '../../test/keeping-browser.ts'
import { openApp, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../test/server/world.ts'

withMemoryServer()
let browser: KeepingBrowser
beforeEach(() => {
  browser = installKeeping()
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  removeKeeping()
})

const now = Date.now()
const world = (change: Parameters<typeof sampleSummary>[2] = {}) =>
  addSummaries(createWorld(), [sampleSummary(1, now, change), sampleSummary(2, now)])
const link = (name: string) => screen.getAllByRole('link', { name })[0]!
const keep = () => screen.findByRole('button', { name: 'Keep offline' })
const isKept = () => screen.findByRole('button', { name: /^Kept · 4\.\d.MB$/ })
const sound = '/audio/sample00001.mp3'

describe('keeping a summary offline', () => {
  test('lays sound, picture and text down, says how large they are, and asks the browser to let them lie', async () => {
    const { user } = openApp('/history-detail/1', { world: world() })
    await user.click(await keep())
    expect(await isKept()).toBeInTheDocument()
    expect(browser.files()).toEqual([sound, '/thumbnails/sample00001.jpg'])
    expect(browser.wasAskedToStay).toBe(true)
  })

  test('is remembered when the app is opened again', async () => {
    const first = openApp('/history-detail/1', { world: world() })
    await first.user.click(await keep())
    await isKept()
    cleanup()
    openApp('/history-detail/1', { world: world() })
    expect(await isKept()).toBeInTheDocument()
  })

  test('is taken back in the same place', async () => {
    const { user } = openApp('/history-detail/1', { world: world() })
    await user.click(await keep())
    await user.click(await isKept())
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from this device' }))
    expect(await keep()).toBeInTheDocument()
    await waitFor(() => expect(browser.files()).toEqual([]))
  })

  test('says so where it could not be taken back, and it is there as before', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp('/history-detail/1', { world: world() })
    await user.click(await keep())
    await user.click(await isKept())
    const shut = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The disk is gone', 'UnknownError')
    })
    onTestFinished(() => shut.mockRestore())
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from this device' }))
    expect(await screen.findByText('It could not be removed from this device. Try again.')).toBeInTheDocument()
    expect(await isKept()).toBeInTheDocument()
    expect(browser.files()).toContain(sound)
  })

  test('keeps nothing where there is no room, and says so', async () => {
    browser.room = { quota: 30_000_000, usage: 29_000_000 }
    const { user } = openApp('/history-detail/1', { world: world() })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await user.click(await keep())
    expect(await screen.findByText(/^There is no room for it on this device/)).toBeInTheDocument()
    expect(browser.files()).toEqual([])
    browser.room = { quota: 2_000_000_000, usage: 0 }
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await isKept()).toBeInTheDocument()
  })

  test('says that there is no network, and tries again', async () => {
    const { user, api } = openApp('/history-detail/1', { world: world() })
    const button = await keep()
    api.break('file', () => Response.error())
    setOnline(false)
    await user.click(button)
    expect(await screen.findByText('You are offline. Connect, and try again.')).toBeInTheDocument()
    setOnline(true)
    api.mend('file')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await isKept()).toBeInTheDocument()
  })

  test('adds to what is kept, also when nobody has looked at that for long', async () => {
    const { user, api } = openApp('/history-detail/1', { world: world() })
    await user.click(await keep())
    await isKept()
    await user.click(link('My Summaries'))
    await user.click(await screen.findByRole('link', { name: /rivers/ }))
    const { promise: answer, resolve: give } = Promise.withResolvers<Response>()
    api.break('file', () => answer)
    await user.click(await keep())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(link('Popular'))
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Popular' }), 20_000)
    await act(() => vi.advanceTimersByTimeAsync(301_000))
    vi.useRealTimers()
    api.mend('file')
    give(new Response('x', { headers: { 'Content-Length': '1' } }))
    await screen.findByText(/^Kept on this device/)
    await user.click(link('Settings'))
    const card = await screen.findByRole('region', { name: 'Kept offline' })
    await waitFor(() => expect(within(card).getAllByRole('link')).toHaveLength(2))
  })

  test('says nothing to who has logged out meanwhile', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = openApp('/history-detail/1', { world: world() })
    const { promise: answer, resolve: give } = Promise.withResolvers<Response>()
    api.break('file', () => answer)
    await user.click(await keep())
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await screen.findByRole('heading', { name: 'Log in' })
    give(Response.error())
    await waitFor(() => expect(console.error).toHaveBeenCalledWith(expect.any(TypeError)))
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    vi.mocked(console.error).mockRestore()
  })

  test('is offered anew when another voice has spoken', async () => {
    const { user, api } = openApp('/history-detail/1', { world: world() })
    await user.click(await keep())
    await isKept()
    api.change(1, { audioUrl: '/audio/another-voice.mp3', audio: 'pending' })
    api.change(1, { audio: 'ready' })
    await user.click(await keep())
    await isKept()
    expect(browser.files()).toEqual(['/thumbnails/sample00001.jpg', '/audio/another-voice.mp3'])
  })

  test('is not offered where there is no sound, nor by a browser that lets nobody keep', async () => {
    openApp('/history-detail/1', { world: world({ audio: 'failed', audioUrl: null }) })
    await screen.findByRole('heading', { name: 'Key points' })
    expect(screen.queryByRole('button', { name: 'Keep offline' })).not.toBeInTheDocument()
    cleanup()
    removeKeeping()
    openApp('/history-detail/1', { world: world() })
    await screen.findByRole('heading', { name: 'Key points' })
    expect(screen.queryByRole('button', { name: 'Keep offline' })).not.toBeInTheDocument()
  })

  test('ends with the summary, also where that is deleted on another device', async () => {
    const { user, api } = openApp('/history-detail/1', { world: world() })
    await user.click(await keep())
    await isKept()
    await waitFor(() => expect(api.calls).toContain('summaries.events'))
    act(() => api.change(1, { deleted: true }))
    await waitFor(() => expect(browser.files()).toEqual([]))
  })

  test('works from the list, and ends with the summary until that is brought back', async () => {
    const { user } = openApp('/tabs/history', { world: world() })
    const more = async () => user.click((await screen.findAllByRole('button', { name: /^More actions for/ }))[0]!)
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Keep offline' }))
    await waitFor(() => expect(browser.files()).toContain(sound))
    await screen.findByText(/^Kept on this device/)
    await more()
    expect(await screen.findByRole('menuitem', { name: 'Remove from this device' })).toBeInTheDocument()
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await waitFor(() => expect(browser.files()).toEqual([]))
    await user.click(undo)
    await waitFor(() => expect(browser.files()).toContain(sound))
  })
})

describe('the settings', () => {
  test('show what is kept, how large it is and what room there is, and remove it', async () => {
    const { user } = openApp('/history-detail/1', { world: world() })
    await user.click(await keep())
    await isKept()
    cleanup()
    openApp('/settings', { world: world() })
    const card = await screen.findByRole('region', { name: 'Kept offline' })
    expect(await within(card).findByRole('link')).toHaveAttribute('href', '/history-detail/1')
    await waitFor(() =>
      expect(card).toHaveTextContent(/1 summary, 4\.\d.MB\. This browser has room for 2\.0.GB more\./),
    )
    await user.click(within(card).getByRole('button', { name: /^Remove/ }))
    expect(await within(card).findByText(/^Nothing yet\./)).toBeInTheDocument()
    expect(within(card).getByRole('heading', { name: 'Kept offline' })).toHaveFocus()
    await waitFor(() => expect(browser.files()).toEqual([]))
  })
})

describe('without a network', () => {
  test('the list and what was read are there, and go at log-out', async () => {
    const before = openApp('/tabs/history', { world: world() })
    await before.user.click(await screen.findByRole('link', { name: /Why bridges hum/ }))
    await screen.findByRole('heading', { name: 'Key points' })
    await waitFor(async () => expect(await namesOfAnswers()).toContain('["summaries","list",{}]'))
    cleanup()

    setOnline(false)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp('/tabs/history', { world: world(), setUp: cutOff })
    expect(await screen.findByText(/^You are offline\./)).toBeInTheDocument()
    await user.click(await screen.findByRole('link', { name: /Why bridges hum/ }))
    expect(await screen.findByRole('heading', { name: 'Key points' })).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Log out' })[0]!)
    await waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
  })
})

const cutOff = (api: { break(route: string, fault: () => Response): void }) => {
  for (const route of ['summaries.list', 'summaries.detail', 'users.profile']) api.break(route, () => Response.error())
}

const namesOfAnswers = () =>
  new Promise<unknown[]>(resolve => {
    const opening = indexedDB.open('recaps')
    opening.onsuccess = () => {
      const base = opening.result
      if (!base.objectStoreNames.contains('answers')) return resolve([])
      const keys = base.transaction('answers').objectStore('answers').getAllKeys()
      keys.onsuccess = () => {
        base.close()
        resolve(keys.result)
      }
    }
  })
