import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testAudio } from '../../test/browser.ts'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const world = () =>
  addSummaries(
    createWorld(),
    [1, 2, 3].map(id => sampleSummary(id, now, { audioDurationMs: 684_000 })),
  )
const bar = () => screen.findByRole('region', { name: 'Audio player' })
const button = async (name: string | RegExp) => within(await bar()).getByRole('button', { name })
const title = async () => (await bar()).querySelector('.player-bar__title')?.textContent

async function playFirst() {
  const app = openApp('/tabs/history', { world: world() })
  await app.user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
  await waitFor(() => expect(testAudio.isOn()).toBe(true))
  act(() => testAudio.loaded(684))
  return app
}

async function queueAll() {
  const app = openApp('/tabs/history', { world: world() })
  await app.user.click(await screen.findByRole('button', { name: 'Select' }))
  await app.user.click(await screen.findByRole('button', { name: 'Select all' }))
  await app.user.click(screen.getByRole('button', { name: 'Add to queue' }))
  await waitFor(() => expect(testAudio.isOn()).toBe(true))
  return app
}

describe('player bar', () => {
  test('removes the player bar and stops the audio when the player is closed', async () => {
    const { user } = await playFirst()
    await user.click(await button('Close player'))
    expect(screen.queryByRole('region', { name: 'Audio player' })).not.toBeInTheDocument()
    expect(testAudio.isOn()).toBe(false)
  })

  test('shows the time as minutes and two-digit seconds [spec 2.35]', async () => {
    await playFirst()
    act(() => testAudio.at(232.4))
    expect(await within(await bar()).findByText('3:52 / 11:24')).toBeInTheDocument()
    expect(within(await bar()).getByRole('slider', { name: 'Position' })).toHaveAttribute(
      'aria-valuetext',
      '3:52 of 11:24',
    )
  })

  test('opens the summary from the thumbnail in the player bar [spec 2.32]', async () => {
    const { user } = await playFirst()
    await user.click(within(await bar()).getByRole('link', { name: /^Open summary/ }))
    await waitFor(() => expect(path()).toBe('/history-detail/1'))
    expect(testAudio.isOn()).toBe(true)
  })

  test('pauses and plays from the player bar', async () => {
    const { user } = await playFirst()
    await user.click(await button('Pause'))
    expect(testAudio.isOn()).toBe(false)
    await user.click(await button('Play'))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
  })

  test('shows Next while another track is queued, then Close; Previous returns to the last track [spec 2.32]', async () => {
    const { user } = await queueAll()
    expect(await title()).toMatch(/Why bridges/)
    await user.click(await button('Next'))
    expect(await title()).toMatch(/rivers/)
    await user.click(await button('Next'))
    expect(within(await bar()).queryByRole('button', { name: 'Next' })).not.toBeInTheDocument()
    expect(await button('Close player')).toBeInTheDocument()
    await user.click(await button('Previous'))
    expect(await title()).toMatch(/rivers/)
  })

  test('closing the player can be undone, with queue, history and position restored', async () => {
    const { user, api } = await queueAll()
    act(() => testAudio.loaded(684))
    await user.click(await button('Next'))
    act(() => {
      testAudio.loaded(684)
      testAudio.at(100)
    })
    await user.click(await button('Close player'))
    expect(screen.queryByRole('region', { name: 'Audio player' })).not.toBeInTheDocument()
    expect(testAudio.isOn()).toBe(false)
    await waitFor(() => expect(api.world.summaries.get(2)!.listenedMs).toBe(100_000))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await title()).toMatch(/rivers/)
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    act(() => testAudio.loaded(684))
    expect(testAudio.element().currentTime).toBe(100)
    await user.click(await button('Next'))
    expect(await title()).toMatch(/Sourdough/)
    await user.click(await button('Previous'))
    await user.click(await button('Previous'))
    expect(await title()).toMatch(/Why bridges/)
  })

  test('undoing a close keeps the player paused if it was paused before', async () => {
    const { user } = await queueAll()
    act(() => testAudio.loaded(684))
    await user.click(await button('Pause'))
    await user.click(await button('Close player'))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await title()).toMatch(/Why bridges/)
    expect(await button('Play')).toBeInTheDocument()
    expect(testAudio.isOn()).toBe(false)
  })

  test('undoing a close adds the old queue behind a track started since', async () => {
    const { user } = await queueAll()
    act(() => testAudio.loaded(684))
    await user.click(await button('Close player'))
    await user.click(await screen.findByRole('button', { name: /^Play .*rivers/ }))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await title()).toMatch(/rivers/)
    await user.click(await button('Next'))
    expect(await title()).toMatch(/Why bridges/)
    await user.click(await button('Next'))
    expect(await title()).toMatch(/Sourdough/)
    expect(within(await bar()).queryByRole('button', { name: 'Next' })).not.toBeInTheDocument()
  })

  test('saves the playback position on pause and shows it in the list at once', async () => {
    const { user, api } = await playFirst()
    act(() => testAudio.at(342))
    await user.click(await button('Pause'))
    await waitFor(() => expect(api.world.summaries.get(1)!.listenedMs).toBe(342_000))
    expect(screen.getByRole('progressbar', { name: 'Listening progress' })).toHaveValue(0.5)
  })

  const seekTo = async (ms: number) => {
    const slider = within(await bar()).getByRole('slider', { name: 'Position' })
    fireEvent.input(slider, { target: { value: String(ms) } })
    fireEvent(slider, new Event('change', { bubbles: true }))
  }

  test('saves a position sought while paused and resumes there after the player is reopened', async () => {
    const { user, api } = await playFirst()
    act(() => testAudio.at(300))
    await user.click(await button('Pause'))
    await seekTo(600_000)
    expect(await within(await bar()).findByText('10:00 / 11:24')).toBeInTheDocument()
    await user.click(await button('Close player'))
    await waitFor(() => expect(api.world.summaries.get(1)!.listenedMs).toBe(600_000))
    await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    act(() => testAudio.loaded(684))
    expect(testAudio.element().currentTime).toBe(600)
  })

  test('restarts a nearly finished summary from the beginning', async () => {
    const { user } = await playFirst()
    act(() => testAudio.at(670))
    await user.click(await button('Close player'))
    await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    act(() => testAudio.loaded(684))
    expect(testAudio.element().currentTime).toBe(0)
  })

  test('seeks when a screen reader moves the slider without a key or pointer event', async () => {
    await playFirst()
    const slider = within(await bar()).getByRole('slider', { name: 'Position' })
    fireEvent.input(slider, { target: { value: '342000' } })
    expect(testAudio.element().currentTime).toBe(0)
    fireEvent(slider, new Event('change', { bubbles: true }))
    expect(testAudio.element().currentTime).toBe(342)
  })

  test('keeps playing on the same audio element when the page changes', async () => {
    const { user } = await playFirst()
    const element = testAudio.element()
    await user.click(screen.getByRole('link', { name: 'Generate Summary' }))
    await waitFor(() => expect(path()).toBe('/tabs/summarize'))
    expect(testAudio.element()).toBe(element)
    expect(testAudio.isOn()).toBe(true)
  })

  test('does not move the focus when the bar disappears while the focus is elsewhere', async () => {
    await playFirst()
    ;(document.activeElement as HTMLElement).blur()
    act(() => testAudio.end())
    expect(screen.queryByRole('region', { name: 'Audio player' })).not.toBeInTheDocument()
    expect(document.body).toHaveFocus()
  })

  test('stops the audio on logout [ASVS 14.3.1]', async () => {
    const { user } = await playFirst()
    const element = testAudio.element()
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await screen.findByRole('heading', { name: 'Log in' })
    expect(element.paused).toBe(true)
    expect(document.querySelector('audio')).toBeNull()
  })
})

describe('playback speed', () => {
  test('offers the speeds in a sheet titled "Playback Speed" and shows the choice as Nx [spec 2.34]', async () => {
    const { user } = await playFirst()
    await user.click(await button('Playback speed 1x'))
    const sheet = await screen.findByRole('dialog', { name: 'Playback Speed' })
    const offered = within(sheet)
      .getAllByRole('button')
      .map(choice => choice.textContent)
    expect(offered).toEqual(['1x', '1.1x', '1.2x', '1.3x', '1.4x', '1.5x', '1.75x', '2x', 'Cancel'])
    await user.click(within(sheet).getByRole('button', { name: '1.75x' }))
    expect(await button('Playback speed 1.75x')).toHaveTextContent('1.75x')
    expect(testAudio.element().playbackRate).toBe(1.75)
    expect(localStorage.getItem('playbackSpeed')).toBe('1.75')
  })
})

describe('player sheet', () => {
  test('skips by 15 s and plays any queued track from the player sheet', async () => {
    const { user } = await queueAll()
    act(() => {
      testAudio.loaded(684)
      testAudio.at(100)
    })
    await user.click(await button(/^Show player/))
    const sheet = await screen.findByRole('dialog', { name: 'Audio player' })
    await user.click(within(sheet).getByRole('button', { name: 'Forward 15 seconds' }))
    expect(testAudio.element().currentTime).toBe(115)
    await user.click(within(sheet).getByRole('button', { name: 'Back 15 seconds' }))
    expect(testAudio.element().currentTime).toBe(100)
    await user.click(within(sheet).getByRole('button', { name: /^Remove The city/ }))
    await user.click(within(sheet).getByRole('button', { name: /^Play\s*Sourdough/ }))
    expect(await title()).toMatch(/Sourdough/)
    expect(within(sheet).getByText('Nothing up next.')).toBeInTheDocument()
  })

  test('opens the sleep timer and speed sheets inside the player sheet, which makes the page behind it inert', async () => {
    const { user } = await playFirst()
    await user.click(await button(/^Show player/))
    const sheet = within(await screen.findByRole('dialog', { name: 'Audio player' }))
    await user.click(sheet.getByRole('button', { name: 'Sleep timer' }))
    await user.click(await sheet.findByRole('button', { name: '15 minutes' }))
    expect(await sheet.findByText('15 min')).toBeInTheDocument()
    await user.click(sheet.getByRole('button', { name: 'Playback speed 1x' }))
    await user.click(await sheet.findByRole('button', { name: '1.5x' }))
    expect(testAudio.element().playbackRate).toBe(1.5)
  })

  test('clears and restores the upcoming tracks while the current one keeps playing', async () => {
    const { user } = await queueAll()
    await user.click(await button(/^Show player/))
    const sheet = within(await screen.findByRole('dialog', { name: 'Audio player' }))
    await user.click(sheet.getByRole('button', { name: 'Clear queue' }))
    expect(sheet.getByText('Nothing up next.')).toBeInTheDocument()
    expect(sheet.getByRole('heading', { name: 'Up next' })).toHaveFocus()
    expect(sheet.queryByRole('button', { name: 'Clear queue' })).not.toBeInTheDocument()
    expect(sheet.getByText('2 summaries removed from the queue')).toBeInTheDocument()
    expect(testAudio.isOn()).toBe(true)
    await user.click(sheet.getByRole('button', { name: 'Undo' }))
    expect(sheet.getAllByRole('button', { name: /^Remove / })).toHaveLength(2)
    expect(testAudio.isOn()).toBe(true)
  })

  test('closing the player from the sheet moves the focus to the page heading and offers Undo', async () => {
    const { user } = await queueAll()
    await user.click(await button(/^Show player/))
    const sheet = within(await screen.findByRole('dialog', { name: 'Audio player' }))
    await user.click(sheet.getByRole('button', { name: 'Close player' }))
    expect(screen.queryByRole('region', { name: 'Audio player' })).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  })

  test('keeps the focus in the queue when the focused row is removed or played', async () => {
    const { user } = await queueAll()
    await user.click(await button(/^Show player/))
    const sheet = within(await screen.findByRole('dialog', { name: 'Audio player' }))
    sheet.getByRole('button', { name: /^Remove The city/ }).focus()
    await user.keyboard('{Enter}')
    expect(sheet.getByRole('button', { name: /^Play\s*Sourdough/ })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await title()).toMatch(/Sourdough/)
    expect(sheet.getByRole('heading', { name: 'Up next' })).toHaveFocus()
  })

  test('closes the sheet after the last track, focuses the page heading, and does not reopen with the next track', async () => {
    const { user } = await playFirst()
    await user.click(await button(/^Show player/))
    const sheet = await screen.findByRole('dialog', { name: 'Audio player' })
    within(sheet).getByRole('button', { name: 'Pause' }).focus()
    act(() => testAudio.end())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: /^Play Why bridges/ }))
    await bar()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('shows a playback failure with Try again inside the open player sheet', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = await playFirst()
    await user.click(await button(/^Show player/))
    const sheet = await screen.findByRole('dialog', { name: 'Audio player' })
    act(() => testAudio.fail())
    await user.click(await within(sheet).findByRole('button', { name: 'Try again' }))
    expect(sheet).toContainElement(document.activeElement as HTMLElement)
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
  })

  test('moves a toast from the player sheet to the page when the sheet closes', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = await playFirst()
    // Screen readers only announce changes to a live region that already exists.
    const region = document.querySelector('.toast-region')
    await user.click(await button(/^Show player/))
    const sheet = await screen.findByRole('dialog', { name: 'Audio player' })
    act(() => testAudio.fail())
    await user.click(await within(sheet).findByRole('button', { name: 'Hide player' }))
    expect(sheet).not.toContainElement(screen.getByText('Couldn’t play this audio.'))
    expect(region).toContainElement(screen.getByText('Couldn’t play this audio.'))
  })
})

describe('keyboard shortcuts', () => {
  test('K and Space play and pause, J and L skip, < and > change the speed', async () => {
    const { user } = await playFirst()
    act(() => testAudio.at(100))
    ;(document.activeElement as HTMLElement).blur()
    await user.keyboard('k')
    expect(testAudio.isOn()).toBe(false)
    await user.keyboard(' ')
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    await user.keyboard('l')
    expect(testAudio.element().currentTime).toBe(115)
    await user.keyboard('jj')
    expect(testAudio.element().currentTime).toBe(85)
    await user.keyboard('>>')
    expect(testAudio.element().playbackRate).toBe(1.2)
    await user.keyboard('<')
    expect(testAudio.element().playbackRate).toBe(1.1)
  })

  test('Space pauses while the seek bar is focused', async () => {
    const { user } = await playFirst()
    await user.click(within(await bar()).getByRole('slider', { name: 'Position' }))
    await user.keyboard(' ')
    expect(testAudio.isOn()).toBe(false)
  })

  test('ignores shortcuts while typing in a search box', async () => {
    const { user } = await playFirst()
    await user.type(screen.getByRole('searchbox'), 'k l')
    expect(testAudio.isOn()).toBe(true)
    expect(screen.getByRole('searchbox')).toHaveValue('k l')
  })

  test('holding K or Space toggles playback once, and holding L keeps seeking', async () => {
    const { user } = await playFirst()
    act(() => testAudio.at(100))
    ;(document.activeElement as HTMLElement).blur()
    await user.keyboard('{k>2/}')
    expect(await button('Play')).toBeInTheDocument()
    await user.keyboard('{l>3/}')
    expect(testAudio.element().currentTime).toBe(145)
    // A held Space must not scroll the page either.
    expect(fireEvent.keyDown(document.body, { key: ' ', repeat: true })).toBe(false)
    expect(await button('Play')).toBeInTheDocument()
  })

  test('ignores single-key shortcuts when they are off in Settings, but not Space and Ctrl+K', async () => {
    const { user } = await playFirst()
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    const keys = await screen.findByRole('switch', { name: 'Use single-key shortcuts' })
    expect(keys).toBeChecked()
    await user.click(keys)
    expect(keys).not.toBeChecked()
    keys.blur()
    act(() => testAudio.at(100))
    await user.keyboard('kjl>gh?/')
    expect(testAudio.isOn()).toBe(true)
    expect([testAudio.element().currentTime, testAudio.element().playbackRate]).toEqual([100, 1])
    expect(path()).toBe('/settings')
    await user.keyboard(' ')
    expect(testAudio.isOn()).toBe(false)
    await user.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('combobox', { name: 'Find a page or summary' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument()
  })

  test('handles single-key shortcuts again after they are turned back on', async () => {
    localStorage.setItem('keys', 'off')
    const { user } = await playFirst()
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    const keys = await screen.findByRole('switch', { name: 'Use single-key shortcuts' })
    await user.click(keys)
    keys.blur()
    await user.keyboard('k')
    expect(testAudio.isOn()).toBe(false)
    await user.keyboard('gh')
    await waitFor(() => expect(path()).toBe('/tabs/history'))
  })

  test('ignores shortcuts while a row menu is open and handles them again after it closes', async () => {
    const { user } = await playFirst()
    act(() => testAudio.at(100))
    await user.click(screen.getAllByRole('button', { name: /^More actions/ })[0]!)
    const menu = await screen.findByRole('menu')
    await waitFor(() => expect(menu).toHaveFocus())
    await user.keyboard(' kj>gs')
    expect(testAudio.isOn()).toBe(true)
    expect([testAudio.element().currentTime, testAudio.element().playbackRate]).toEqual([100, 1])
    expect(path()).toBe('/tabs/history')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    await user.keyboard('k')
    expect(testAudio.isOn()).toBe(false)
  })

  test('ignores shortcuts while an action sheet is open', async () => {
    const { user } = await playFirst()
    await user.click(await button('Playback speed 1x'))
    await screen.findByRole('dialog', { name: 'Playback Speed' })
    await user.keyboard('kgs')
    expect(testAudio.isOn()).toBe(true)
    expect(path()).toBe('/tabs/history')
  })

  test('ignores shortcuts behind an open dialog, except player shortcuts in the player sheet', async () => {
    const { user } = await playFirst()
    await user.click(await button(/^Show player/))
    await screen.findByRole('dialog', { name: 'Audio player' })
    await user.keyboard('k')
    expect(testAudio.isOn()).toBe(false)
    await user.keyboard('gs{Control>}k{/Control}')
    expect(path()).toBe('/tabs/history')
    expect(screen.queryByRole('combobox', { name: 'Find a page or summary' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Hide player' }))
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.keyboard('kgs')
    expect(testAudio.isOn()).toBe(false)
    expect(path()).toBe('/tabs/history')
  })
})

describe('lock screen controls', () => {
  const handlers = new Map<string, MediaSessionActionHandler | null>()
  const media = {
    metadata: null as { title: string; artist: string } | null,
    playbackState: 'none',
    setPositionState: vi.fn(),
    setActionHandler: (name: string, handler: MediaSessionActionHandler | null) => void handlers.set(name, handler),
  }
  beforeEach(() => {
    handlers.clear()
    Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: media })
    vi.stubGlobal(
      'MediaMetadata',
      class {
        constructor(init: object) {
          Object.assign(this, init)
        }
      },
    )
    return () => void Reflect.deleteProperty(navigator, 'mediaSession')
  })

  test('shows the current track on the lock screen and handles its media keys', async () => {
    await queueAll()
    expect(media.metadata).toMatchObject({ title: expect.stringMatching(/Why bridges/), artist: 'Plain Structures' })
    expect(media.playbackState).toBe('playing')
    act(() => handlers.get('pause')!({ action: 'pause' }))
    expect(testAudio.isOn()).toBe(false)
    act(() => handlers.get('nexttrack')!({ action: 'nexttrack' }))
    expect(media.metadata?.title).toMatch(/rivers/)
    // No seekbackward or seekforward: phones would show them instead of next and previous.
    expect([...handlers.keys()]).toEqual(['play', 'pause', 'nexttrack', 'previoustrack', 'seekto'])
  })

  test('seeks from the lock screen and reports the position only on changes or drift', async () => {
    const { user } = await playFirst()
    media.setPositionState.mockClear()
    act(() => handlers.get('seekto')!({ action: 'seekto', seekTime: 100 }))
    expect(testAudio.element().currentTime).toBe(100)
    expect(media.setPositionState.mock.lastCall).toEqual([{ duration: 684, position: 100, playbackRate: 1 }])
    act(() => testAudio.at(100.2))
    expect(media.setPositionState).toHaveBeenCalledTimes(1)
    act(() => testAudio.at(103))
    expect(media.setPositionState.mock.lastCall).toEqual([{ duration: 684, position: 103, playbackRate: 1 }])
    await user.click(await button('Playback speed 1x'))
    await user.click(await screen.findByRole('button', { name: '2x' }))
    expect(media.setPositionState.mock.lastCall).toMatchObject([{ playbackRate: 2 }])
  })

  test('clears the lock screen when the player closes and fills it again with the next track', async () => {
    const { user } = await playFirst()
    expect(media.playbackState).toBe('playing')
    await user.click(await button('Close player'))
    expect(media).toMatchObject({ metadata: null, playbackState: 'none' })
    await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
    await waitFor(() => expect(media).toMatchObject({ metadata: expect.anything(), playbackState: 'playing' }))
  })

  test('clears the lock screen on logout', async () => {
    const { user } = await playFirst()
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await screen.findByRole('heading', { name: 'Log in' })
    expect(media).toMatchObject({ metadata: null, playbackState: 'none' })
  })
})

test('shows a toast when playback fails, and Try again fetches a fresh URL', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, api } = await playFirst()
  act(() => testAudio.fail())
  expect(await screen.findByText('Couldn’t play this audio.')).toBeInTheDocument()
  expect(await within(await bar()).findByText('0:00 / 0:00')).toBeInTheDocument()
  api.world.summaries.get(1)!.audioUrl = '/audio/renewed.mp3'
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(testAudio.element().getAttribute('src')).toBe('/audio/renewed.mp3'))
  await waitFor(() => expect(testAudio.isOn()).toBe(true))
})

test('a row plays its summary in the new voice while the player still has the old one', async () => {
  const { user, api } = await playFirst()
  act(() => api.change(1, { audio: 'pending', audioUrl: null }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Pause Why bridges/ })).not.toBeInTheDocument())
  act(() => api.change(1, { audio: 'ready', audioUrl: '/audio/fable.mp3' }))
  await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
  await waitFor(() => expect(testAudio.element().getAttribute('src')).toBe('/audio/fable.mp3'))
  await waitFor(() => expect(testAudio.isOn()).toBe(true))
  expect(await screen.findByRole('button', { name: /^Pause Why bridges/ })).toBeInTheDocument()
})

describe('adding to the queue after a playback failure', () => {
  const addSecond = async ({ user }: Awaited<ReturnType<typeof playFirst>>) => {
    act(() => testAudio.fail())
    await user.click(screen.getByRole('button', { name: /^More actions for The city/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to queue' }))
  }
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

  test('adding to the queue retries the failed track with a fresh URL', async () => {
    const app = await playFirst()
    app.api.world.summaries.get(1)!.audioUrl = '/audio/renewed.mp3'
    await addSecond(app)
    await waitFor(() => expect(testAudio.element().getAttribute('src')).toBe('/audio/renewed.mp3'))
    expect(testAudio.isOn()).toBe(true)
    expect(await title()).toMatch(/Why bridges/)
    expect(await button('Next')).toBeInTheDocument()
  })

  test('adding to the queue plays nothing and shows the failure when no fresh URL is available', async () => {
    const app = await playFirst()
    app.api.break('summaries.detail', () => Response.error())
    await addSecond(app)
    await waitFor(() => expect(app.api.calls).toContain('summaries.detail'))
    expect(await within(await bar()).findByRole('button', { name: 'Play' })).toBeInTheDocument()
    expect(screen.getByText('Couldn’t play this audio.')).toBeInTheDocument()
    expect(await button('Next')).toBeInTheDocument()
    expect(testAudio.isOn()).toBe(false)
  })
})

describe('expired audio URL', () => {
  const expiredUrl = '/audio/1/old.mp3?session=1&expires=1000&signature=x'
  const queueWithExpiredUrl = async (id: number) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const oldWorld = world()
    oldWorld.summaries.get(id)!.audioUrl = expiredUrl
    const app = openApp('/tabs/history', { world: oldWorld })
    await app.user.click(await screen.findByRole('button', { name: 'Select' }))
    await app.user.click(await screen.findByRole('button', { name: 'Select all' }))
    await app.user.click(screen.getByRole('button', { name: 'Add to queue' }))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    app.api.world.summaries.get(id)!.audioUrl = '/audio/1/new.mp3'
    return app
  }

  test('replaces an expired audio URL and resumes at the same position', async () => {
    await queueWithExpiredUrl(1)
    act(() => {
      testAudio.loaded(684)
      testAudio.at(300)
      testAudio.fail()
    })
    await waitFor(() => expect(testAudio.element().getAttribute('src')).toBe('/audio/1/new.mp3'))
    act(() => testAudio.loaded(684))
    expect(testAudio.isOn()).toBe(true)
    expect(testAudio.element().currentTime).toBe(300)
    expect(screen.queryByText('Couldn’t play this audio.')).not.toBeInTheDocument()
  })

  test('renews an expired URL of the next track before the current one ends', async () => {
    await queueWithExpiredUrl(2)
    const fetched = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => fetched.mockRestore())
    act(() => {
      testAudio.loaded(684)
      testAudio.at(630)
    })
    await waitFor(() => expect(fetched).toHaveBeenCalledWith('/audio/1/new.mp3', expect.anything()))
    act(() => testAudio.end())
    expect(testAudio.element().getAttribute('src')).toBe('/audio/1/new.mp3')
    expect(testAudio.isOn()).toBe(true)
  })
})

test('shows the playback failure again after each failed attempt', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, api } = await playFirst()
  let responseGate = Promise.resolve()
  api.break('summaries.detail', async () => {
    await responseGate
    return Response.error()
  })
  act(() => testAudio.fail())
  for (let tries = 0; tries < 3; tries++) {
    const again = await screen.findByRole('button', { name: 'Try again' })
    let openGate = () => {}
    responseGate = new Promise(resolve => {
      openGate = resolve
    })
    await user.click(again)
    expect(screen.queryByText('Couldn’t play this audio.')).not.toBeInTheDocument()
    openGate()
  }
  expect(await screen.findByText('Couldn’t play this audio.')).toBeInTheDocument()
})

test('prefetches the next audio one minute before the current one ends', async () => {
  const fetched = vi.fn()
  const original = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (String(input).startsWith('/audio/')) {
      fetched(input)
      return Promise.resolve(new Response('x'))
    }
    return original(input, init)
  })
  await queueAll()
  act(() => {
    testAudio.loaded(684)
    testAudio.at(600)
  })
  expect(fetched).not.toHaveBeenCalled()
  act(() => testAudio.at(630))
  await waitFor(() => expect(fetched).toHaveBeenCalledWith('/audio/sample00002.mp3'))
  vi.mocked(globalThis.fetch).mockRestore()
})
