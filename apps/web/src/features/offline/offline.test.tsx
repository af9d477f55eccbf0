import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  installOfflineStorage,
  type OfflineBrowser,
  removeOfflineStorage,
  setOnline,
} from '../../test/offline-browser.ts'
import { openApp, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../test/server/world.ts'

withMemoryServer()
let browser: OfflineBrowser
beforeEach(() => {
  browser = installOfflineStorage()
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  removeOfflineStorage()
})

const now = Date.now()
const world = (change: Parameters<typeof sampleSummary>[2] = {}) =>
  addSummaries(createWorld(), [sampleSummary(1, now, change), sampleSummary(2, now)])
const link = (name: string) => screen.getAllByRole('link', { name })[0]!
const saveButton = () => screen.findByRole('button', { name: 'Save offline' })
const savedButton = () => screen.findByRole('button', { name: /^Saved · 4\.\d.MB$/ })
const audioPath = '/audio/sample00001.mp3'

describe('saving a summary offline', () => {
  test('saves audio and thumbnail, shows their size and requests persistent storage', async () => {
    const { user } = openApp('/history-detail/1', { world: world() })
    await user.click(await saveButton())
    expect(await savedButton()).toBeInTheDocument()
    expect(browser.files()).toEqual([audioPath, '/thumbnails/sample00001.jpg'])
    expect(browser.wasPersistRequested).toBe(true)
  })

  test('shows a summary as saved after the app restarts', async () => {
    const first = openApp('/history-detail/1', { world: world() })
    await first.user.click(await saveButton())
    await savedButton()
    cleanup()
    openApp('/history-detail/1', { world: world() })
    expect(await savedButton()).toBeInTheDocument()
  })

  test('removes a saved summary from the menu of its Saved button', async () => {
    const { user } = openApp('/history-detail/1', { world: world() })
    await user.click(await saveButton())
    await user.click(await savedButton())
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from this device' }))
    expect(await saveButton()).toBeInTheDocument()
    await waitFor(() => expect(browser.files()).toEqual([]))
  })

  test('shows an error and keeps the saved summary if removing it fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp('/history-detail/1', { world: world() })
    await user.click(await saveButton())
    await user.click(await savedButton())
    const failing = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('Disk failure', 'UnknownError')
    })
    onTestFinished(() => failing.mockRestore())
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from this device' }))
    expect(await screen.findByText('Couldn’t remove this from your device. Try again.')).toBeInTheDocument()
    expect(await savedButton()).toBeInTheDocument()
    expect(browser.files()).toContain(audioPath)
  })

  test('shows an error and saves nothing if the device is full, then saves on retry', async () => {
    browser.space = { quota: 30_000_000, usage: 29_000_000 }
    const { user } = openApp('/history-detail/1', { world: world() })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await user.click(await saveButton())
    expect(await screen.findByText(/^Not enough space on this device/)).toBeInTheDocument()
    expect(browser.files()).toEqual([])
    browser.space = { quota: 2_000_000_000, usage: 0 }
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await savedButton()).toBeInTheDocument()
  })

  test('shows that the user is offline, and saves the summary on retry', async () => {
    const { user, api } = openApp('/history-detail/1', { world: world() })
    const button = await saveButton()
    api.break('file', () => Response.error())
    setOnline(false)
    await user.click(button)
    expect(await screen.findByText('You’re offline. Connect to the internet and try again.')).toBeInTheDocument()
    setOnline(true)
    api.repair('file')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await savedButton()).toBeInTheDocument()
  })

  test('adds a summary to the saved ones even after their cached list has expired', async () => {
    const { user, api } = openApp('/history-detail/1', { world: world() })
    await user.click(await saveButton())
    await savedButton()
    await user.click(link('My Summaries'))
    await user.click(await screen.findByRole('link', { name: /rivers/ }))
    const { promise: response, resolve: respond } = Promise.withResolvers<Response>()
    api.break('file', () => response)
    await user.click(await saveButton())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(link('Popular'))
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Popular' }), 20_000)
    await act(() => vi.advanceTimersByTimeAsync(301_000))
    vi.useRealTimers()
    api.repair('file')
    respond(new Response('x', { headers: { 'Content-Length': '1' } }))
    await screen.findByText(/^Saved on this device/)
    await user.click(link('Settings'))
    const card = await screen.findByRole('region', { name: 'Saved offline' })
    await waitFor(() => expect(within(card).getAllByRole('link')).toHaveLength(2))
  })

  test('shows no error of a failed save after the user has logged out', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = openApp('/history-detail/1', { world: world() })
    const { promise: response, resolve: respond } = Promise.withResolvers<Response>()
    api.break('file', () => response)
    await user.click(await saveButton())
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await screen.findByRole('heading', { name: 'Log in' })
    respond(Response.error())
    await waitFor(() => expect(console.error).toHaveBeenCalledWith(expect.any(TypeError)))
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    vi.mocked(console.error).mockRestore()
  })

  test('offers to save a summary again after its voice has changed, and replaces the old audio', async () => {
    const { user, api } = openApp('/history-detail/1', { world: world() })
    await user.click(await saveButton())
    await savedButton()
    api.change(1, { audioUrl: '/audio/another-voice.mp3', audio: 'pending' })
    api.change(1, { audio: 'ready' })
    await user.click(await saveButton())
    await savedButton()
    expect(browser.files()).toEqual(['/thumbnails/sample00001.jpg', '/audio/another-voice.mp3'])
  })

  test('does not offer saving without audio or in a browser without offline storage', async () => {
    openApp('/history-detail/1', { world: world({ audio: 'failed', audioUrl: null }) })
    await screen.findByRole('heading', { name: 'Key points' })
    expect(screen.queryByRole('button', { name: 'Save offline' })).not.toBeInTheDocument()
    cleanup()
    removeOfflineStorage()
    openApp('/history-detail/1', { world: world() })
    await screen.findByRole('heading', { name: 'Key points' })
    expect(screen.queryByRole('button', { name: 'Save offline' })).not.toBeInTheDocument()
  })

  test('removes a saved summary when it is deleted on another device', async () => {
    const { user, api } = openApp('/history-detail/1', { world: world() })
    await user.click(await saveButton())
    await savedButton()
    await waitFor(() => expect(api.calls).toContain('summaries.events'))
    act(() => api.change(1, { deleted: true }))
    await waitFor(() => expect(browser.files()).toEqual([]))
  })

  test('saves from the list, removes the files when the summary is deleted and saves them again on undo', async () => {
    const { user } = openApp('/tabs/history', { world: world() })
    const more = async () => user.click((await screen.findAllByRole('button', { name: /^More actions for/ }))[0]!)
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Save offline' }))
    await waitFor(() => expect(browser.files()).toContain(audioPath))
    await screen.findByText(/^Saved on this device/)
    await more()
    expect(await screen.findByRole('menuitem', { name: 'Remove from this device' })).toBeInTheDocument()
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await waitFor(() => expect(browser.files()).toEqual([]))
    await user.click(undo)
    await waitFor(() => expect(browser.files()).toContain(audioPath))
  })
})

describe('saved summaries in the settings', () => {
  test('lists saved summaries with their size and the free space, and removes them', async () => {
    const { user } = openApp('/history-detail/1', { world: world() })
    await user.click(await saveButton())
    await savedButton()
    cleanup()
    openApp('/settings', { world: world() })
    const card = await screen.findByRole('region', { name: 'Saved offline' })
    expect(await within(card).findByRole('link')).toHaveAttribute('href', '/history-detail/1')
    await waitFor(() => expect(card).toHaveTextContent(/1 summary, 4\.\d.MB\. 2\.0.GB available in this browser\./))
    await user.click(within(card).getByRole('button', { name: /^Remove/ }))
    expect(await within(card).findByText(/^Nothing saved yet\./)).toBeInTheDocument()
    expect(within(card).getByRole('heading', { name: 'Saved offline' })).toHaveFocus()
    await waitFor(() => expect(browser.files()).toEqual([]))
  })
})

describe('the app without a network', () => {
  test('shows the list and opened summaries offline, and deletes them at logout', async () => {
    const before = openApp('/tabs/history', { world: world() })
    await before.user.click(await screen.findByRole('link', { name: /Why bridges hum/ }))
    await screen.findByRole('heading', { name: 'Key points' })
    await waitFor(async () => expect(await storedQueryKeys()).toContain('["summaries","list",{}]'))
    cleanup()

    setOnline(false)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp('/tabs/history', { world: world(), setUp: breakNetwork })
    expect(await screen.findByText(/^You’re offline\./)).toBeInTheDocument()
    await user.click(await screen.findByRole('link', { name: /Why bridges hum/ }))
    expect(await screen.findByRole('heading', { name: 'Key points' })).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Log out' })[0]!)
    await waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
  })
})

const breakNetwork = (api: { break(route: string, fault: () => Response): void }) => {
  for (const route of ['summaries.list', 'summaries.detail', 'users.profile']) api.break(route, () => Response.error())
}

const storedQueryKeys = () =>
  new Promise<unknown[]>(resolve => {
    const request = indexedDB.open('recaps')
    request.onsuccess = () => {
      const database = request.result
      if (!database.objectStoreNames.contains('answers')) return resolve([])
      const keys = database.transaction('answers').objectStore('answers').getAllKeys()
      keys.onsuccess = () => {
        database.close()
        resolve(keys.result)
      }
    }
  })
