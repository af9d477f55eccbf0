import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { createWorld, sampleSettings } from '../../../test/server/world.ts'

withMemoryServer()
afterEach(() => vi.restoreAllMocks())

const open = (options: Parameters<typeof openApp>[1] = {}) => openApp('/settings', options)
const group = () => screen.findByRole('group', { name: 'Voice' })
const radio = (name: RegExp) => screen.findByRole('radio', { name })

/** Mocks the preview's audio element. `start` decides what `play()` returns for a source. */
function mockPlayback(start: (source: string) => Promise<void> = () => Promise.resolve()) {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    return start(this.getAttribute('src') ?? '')
  })
  return { element: () => play.mock.contexts.at(-1) as HTMLAudioElement }
}

describe('voice picker', () => {
  test('checks the default voice if the user has chosen none', async () => {
    open()
    expect(await radio(/Heart, American/)).toBeChecked()
    expect(within(await group()).getAllByRole('radio')).toHaveLength(4)
    expect(screen.getByText(/If it isn’t available, the first built-in voice is used/)).toBeInTheDocument()
  })

  test('chooses a voice by click and by arrow keys', async () => {
    const { user, api } = open()
    await user.click(await radio(/Fable, British/))
    await waitFor(() => expect(api.world.settings.voice).toBe('kokoro:bm_fable'))
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(api.world.settings.voice).toBe('rms'))
    expect(await radio(/Built-in voice, deeper/)).toBeChecked()
  })

  test('checks the voice that was chosen before', async () => {
    open({ world: createWorld({ settings: sampleSettings({ voice: 'slt' }) }) })
    expect(await radio(/Built-in voice, higher/)).toBeChecked()
  })

  test('shows an error with a retry when the voices cannot be loaded, and keeps the other settings', async () => {
    const { user, api } = open({ setUp: api => api.break('voices.list', 'forbidden') })
    expect(await screen.findByText('Couldn’t load the voices.')).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'Long' })).toBeInTheDocument()
    api.repair('voices.list')
    await user.click(within(await group()).getByRole('button', { name: 'Try again' }))
    expect(await radio(/Heart, American/)).toBeChecked()
  })
})

describe('voice preview', () => {
  test('plays, stops and finishes a voice preview', async () => {
    const playback = mockPlayback()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Listen to Fable, British' }))
    const stop = await screen.findByRole('button', { name: 'Stop Fable, British' })
    expect(playback.element().getAttribute('src')).toBe('/audio/voices/kokoro%3Abm_fable?signature=x')
    await user.click(stop)
    expect(playback.element().hasAttribute('src')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Listen to Fable, British' }))
    await screen.findByRole('button', { name: 'Stop Fable, British' })
    playback.element().dispatchEvent(new Event('ended'))
    expect(await screen.findByRole('button', { name: 'Listen to Fable, British' })).toBeInTheDocument()
    expect(await radio(/Heart, American/)).toBeChecked()
  })

  test('stops a voice preview when another one starts', async () => {
    const playback = mockPlayback()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Listen to Fable, British' }))
    await user.click(await screen.findByRole('button', { name: 'Listen to Heart, American' }))
    expect(await screen.findByRole('button', { name: 'Stop Heart, American' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Listen to Fable, British' })).toBeInTheDocument()
    expect(playback.element().getAttribute('src')).toMatch(/af_heart/)
  })

  test('shows that a voice preview is loading, and an error when it fails', async () => {
    let fail = (_: Error) => {}
    mockPlayback(
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Listen to Fable, British' }))
    const busy = await screen.findByRole('button', { name: 'Stop Fable, British' })
    expect(busy).toHaveAttribute('aria-busy', 'true')
    fail(new DOMException('no sound', 'NotSupportedError'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t play this voice. Try again in a minute.')
    mockPlayback()
    await user.click(screen.getByRole('button', { name: 'Listen to Fable, British' }))
    expect(await screen.findByRole('button', { name: 'Stop Fable, British' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('stops the voice preview when the user leaves the page', async () => {
    const playback = mockPlayback()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Listen to Fable, British' }))
    await screen.findByRole('button', { name: 'Stop Fable, British' })
    await user.click(screen.getByRole('link', { name: 'Contact us' }))
    await waitFor(() => expect(playback.element().hasAttribute('src')).toBe(false))
  })
})
