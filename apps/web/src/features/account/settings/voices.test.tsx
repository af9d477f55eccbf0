import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { createWorld, sampleSettings } from '../../../test/server/world.ts'

withMemoryServer()
afterEach(() => vi.restoreAllMocks())

const open = (options: Parameters<typeof openApp>[1] = {}) => openApp('/settings', options)
const group = () => screen.findByRole('group', { name: 'Voice' })
const radio = (name: RegExp) => screen.findByRole('radio', { name })

/** The element that plays previews, and how each of them begins. */
function watchSound(begin: (source: string) => Promise<void> = () => Promise.resolve()) {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    return begin(this.getAttribute('src') ?? '')
  })
  return { element: () => play.mock.contexts.at(-1) as HTMLAudioElement }
}

describe('the voice that reads', () => {
  test('is the default one for who has chosen none', async () => {
    open()
    expect(await radio(/Heart, American/)).toBeChecked()
    expect(within(await group()).getAllByRole('radio')).toHaveLength(4)
    expect(screen.getByText(/When it cannot, the first of the built-in voices reads instead/)).toBeInTheDocument()
  })

  test('is chosen by pressing it, and by the arrow keys', async () => {
    const { user, api } = open()
    await user.click(await radio(/Fable, British/))
    await waitFor(() => expect(api.world.settings.voice).toBe('kokoro:bm_fable'))
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(api.world.settings.voice).toBe('rms'))
    expect(await radio(/Built-in voice, deeper/)).toBeChecked()
  })

  test('is told to be the one that was chosen before', async () => {
    open({ world: createWorld({ settings: sampleSettings({ voice: 'slt' }) }) })
    expect(await radio(/Built-in voice, higher/)).toBeChecked()
  })

  test('is not shown where the list cannot be had; the rest of the page is, and it is asked for again', async () => {
    const { user, api } = open({ setUp: api => api.break('voices.list', 'forbidden') })
    expect(await screen.findByText('The voices could not be loaded.')).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'Long' })).toBeInTheDocument()
    api.mend('voices.list')
    await user.click(within(await group()).getByRole('button', { name: 'Try again' }))
    expect(await radio(/Heart, American/)).toBeChecked()
  })
})

describe('a voice before it is chosen', () => {
  test('is heard, stopped, and heard to its end', async () => {
    const sound = watchSound()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Listen to Fable, British' }))
    const stop = await screen.findByRole('button', { name: 'Stop Fable, British' })
    expect(sound.element().getAttribute('src')).toBe('/audio/voices/kokoro%3Abm_fable?signature=x')
    await user.click(stop)
    expect(sound.element().hasAttribute('src')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Listen to Fable, British' }))
    await screen.findByRole('button', { name: 'Stop Fable, British' })
    sound.element().dispatchEvent(new Event('ended'))
    expect(await screen.findByRole('button', { name: 'Listen to Fable, British' })).toBeInTheDocument()
    expect(await radio(/Heart, American/)).toBeChecked()
  })

  test('is the only one that is heard', async () => {
    const sound = watchSound()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Listen to Fable, British' }))
    await user.click(await screen.findByRole('button', { name: 'Listen to Heart, American' }))
    expect(await screen.findByRole('button', { name: 'Stop Heart, American' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Listen to Fable, British' })).toBeInTheDocument()
    expect(sound.element().getAttribute('src')).toMatch(/af_heart/)
  })

  test('shows that it comes, and says when it cannot', async () => {
    let fail = (_: Error) => {}
    watchSound(
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
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This voice cannot be played right now. Try again in a minute.',
    )
    watchSound()
    await user.click(screen.getByRole('button', { name: 'Listen to Fable, British' }))
    expect(await screen.findByRole('button', { name: 'Stop Fable, British' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('falls silent when the page is left', async () => {
    const sound = watchSound()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Listen to Fable, British' }))
    await screen.findByRole('button', { name: 'Stop Fable, British' })
    await user.click(screen.getByRole('link', { name: 'Contact us' }))
    await waitFor(() => expect(sound.element().hasAttribute('src')).toBe(false))
  })
})
