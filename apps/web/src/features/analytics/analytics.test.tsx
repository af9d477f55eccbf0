import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sound } from '../../test/browser.ts'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { sampleChannels } from '../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../test/server/world.ts'
import { installStripe } from '../../test/stripe-js.ts'

withMemoryServer()

/** As the server writes it into the page. */
function parties(names: string) {
  document.head.insertAdjacentHTML('beforeend', `<meta name="third-parties" content="${names}">`)
  onTestFinished(() => document.querySelector('meta[name="third-parties"]')?.remove())
}
const countedBy = (party: 'counting:plausible' | 'counting:other' = 'counting:plausible') =>
  parties(`push:firebase ${party}`)
function browserSaysNever() {
  vi.stubGlobal('navigator', Object.assign(navigator, { globalPrivacyControl: true }))
  onTestFinished(() => void delete (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl)
}

const bar = () => screen.findByRole('region', { name: 'Counting visits' })
const noBar = () => expect(screen.queryByRole('region', { name: 'Counting visits' })).toBeNull()
const press = async (name: 'Allow' | 'No, thanks') => within(await bar()).getByRole('button', { name })
const follow = async (name: string) => (await screen.findAllByRole('link', { name }))[0]!
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const pagesOf = ({ counted }: { counted: { page: string; step?: string | null | undefined }[] }) =>
  counted.map(({ page, step }) => (step ? `${page}: ${step}` : page))

describe('the question whether visits may be counted', () => {
  test('is not put where nobody counts, and nothing is counted there', async () => {
    parties('push:firebase mail:server')
    localStorage.setItem('analytics', 'yes')
    const { api } = openApp('/settings')
    await screen.findByRole('switch', { name: 'Count my summaries in Popular' })
    expect(screen.queryByRole('switch', { name: 'Count my visits' })).toBeNull()
    noBar()
    expect(api.calls).not.toContain('analytics.count')
  })

  test('says what is counted and by whom, weighs both answers alike, and takes no focus', async () => {
    countedBy()
    openApp('/faq', { isSignedOut: true })
    const asked = await bar()
    expect(asked).toHaveTextContent(
      /^May we count which kinds of pages are opened, .* Told to Plausible Analytics, .* never who you are/,
    )
    const buttons = within(asked).getAllByRole('button')
    expect(buttons.map(button => button.textContent)).toEqual(['Allow', 'No, thanks'])
    expect(new Set(buttons.map(button => button.className)).size).toBe(1)
    expect(within(asked).getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy#counting')
    expect(asked).not.toContainElement(document.activeElement as HTMLElement)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('names no address of the operator’s own choice', async () => {
    countedBy('counting:other')
    openApp('/faq', { isSignedOut: true })
    expect(await bar()).toHaveTextContent('Told to an analytics service that the operator has chosen, with')
  })

  test.each([
    ['/login', 'Log in'],
    ['/registration', 'Create an account'],
    ['/reset-password', 'Reset your password'],
  ])('is not put over the form of %s', async (address, title) => {
    countedBy()
    const { user } = openApp(address, { isSignedOut: true })
    await heading(title)
    await user.click(await follow('Contact Us'))
    await bar()
    act(() => history.back())
    await heading(title)
    noBar()
  })

  test('is not put while somebody pays', async () => {
    countedBy()
    const { user } = openApp('/subscriptions')
    await heading('Subscriptions')
    await user.click(await follow('My Summaries'))
    await bar()
    await user.click(await screen.findByText('Basic Plan'))
    await heading('Subscriptions')
    noBar()
  })

  test('is not put, and nothing is counted, where the browser says no for its user', async () => {
    countedBy()
    browserSaysNever()
    localStorage.setItem('analytics', 'yes')
    const { user, api } = openApp('/settings')
    expect(await screen.findByText(/your browser says no for you \(Global Privacy Control\)/)).toBeInTheDocument()
    expect(screen.queryByRole('switch', { name: 'Count my visits' })).toBeNull()
    await user.click(await follow('My Summaries'))
    await heading('My Summaries')
    noBar()
    expect(api.world.counted).toEqual([])
  })
})

describe('what is counted', () => {
  test('is nothing before the yes, and then kinds of pages and steps, without number, query or session [spec 9.19]', async () => {
    countedBy()
    const world = addSummaries(createWorld(), [sampleSummary(41, Date.now())])
    const { user, api } = openApp('/tabs/history?q=bridges', { world })
    await user.click(await screen.findByRole('link', { name: /Why bridges hum/ }))
    await waitFor(() => expect(path()).toBe('/history-detail/41'))
    await screen.findAllByRole('button', { name: /^Listen(?! from)/ })
    await bar()
    expect(world.counted).toEqual([])
    await user.click(await press('Allow'))
    await waitFor(() => expect(pagesOf(world)).toEqual(['/history-detail']))
    noBar()
    expect(localStorage.getItem('analytics')).toBe('yes')

    await user.click((await screen.findAllByRole('button', { name: /^Listen(?! from)/ }))[0]!)
    act(() => sound.loaded(60))
    await user.click((await screen.findAllByRole('button', { name: /^Pause/ }))[0]!)
    await user.click((await screen.findAllByRole('button', { name: /^(Play|Listen)/ }))[0]!)
    await user.click(await follow('Popular'))
    await waitFor(() =>
      expect(pagesOf(world)).toEqual(['/history-detail', '/history-detail: summary listened', '/tabs/popular']),
    )
    for (const event of world.counted) {
      expect(Object.keys(event).sort()).toEqual(event.step ? ['page', 'step', 'token'] : ['page', 'token'])
      expect(event.token).toBe('')
    }
    expect(api.calls.filter(call => call === 'analytics.count')).toHaveLength(3)
  })

  test('is nothing after a no, which is kept [spec 9.19]', async () => {
    countedBy()
    const { user, api } = openApp('/tabs/history')
    await user.click(await press('No, thanks'))
    await waitFor(noBar)
    expect(screen.getByText('Nothing is counted.')).toBeInTheDocument()
    expect(localStorage.getItem('analytics')).toBe('no')
    await user.click(await follow('Popular'))
    await heading('Popular')
    noBar()
    expect(api.calls).not.toContain('analytics.count')
  })

  test('ends where it is taken back under Settings, and begins there too', async () => {
    countedBy()
    localStorage.setItem('analytics', 'yes')
    const { user, api } = openApp('/settings')
    const setting = await screen.findByRole('switch', { name: 'Count my visits' })
    expect(setting).toBeChecked()
    expect(setting).toHaveAccessibleDescription(/told to Plausible Analytics. Never who you are/)
    await waitFor(() => expect(pagesOf(api.world)).toEqual(['/settings']))
    await user.click(setting)
    expect(setting).not.toBeChecked()
    noBar()
    await user.click(await follow('Popular'))
    await heading('Popular')
    await user.click(await follow('Settings'))
    expect(pagesOf(api.world)).toEqual(['/settings'])
    await user.click(await screen.findByRole('switch', { name: 'Count my visits' }))
    await waitFor(() => expect(pagesOf(api.world)).toEqual(['/settings', '/settings']))
  })

  test('is taken back on the privacy page without an account', async () => {
    countedBy()
    const { user } = openApp('/privacy', { isSignedOut: true })
    await user.click(await press('Allow'))
    const answer = await screen.findByRole('switch', { name: 'Count my visits' })
    expect(answer).toBeChecked()
    await user.click(answer)
    expect(localStorage.getItem('analytics')).toBe('no')
  })

  test('ends with the session, and nobody is asked again before the page is loaded anew', async () => {
    countedBy()
    const { user, api } = openApp('/tabs/history')
    await user.click(await press('Allow'))
    await waitFor(() => expect(pagesOf(api.world)).toEqual(['/tabs/history']))
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await heading('Log in')
    expect(localStorage.getItem('analytics')).toBeNull()
    await user.click(await follow('Terms of Service'))
    await heading('Terms of Service')
    noBar()
    expect(pagesOf(api.world)).toEqual(['/tabs/history'])
  })

  test('follows an answer that was given in another tab', async () => {
    countedBy()
    const { api } = openApp('/tabs/history')
    await bar()
    localStorage.setItem('analytics', 'yes')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'analytics' })))
    await waitFor(() => expect(pagesOf(api.world)).toEqual(['/tabs/history']))
    noBar()
  })

  test.each(['unavailable', 'too_many_requests', 'not_found'] as const)(
    'is lost without a word when the service answers %s',
    async code => {
      countedBy()
      localStorage.setItem('analytics', 'yes')
      const { user, api } = openApp('/tabs/history', { setUp: server => server.break('analytics.count', code) })
      await waitFor(() => expect(api.calls).toContain('analytics.count'))
      await user.click(await follow('Popular'))
      await heading('Popular')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(localStorage.getItem('authToken')).not.toBeNull()
    },
  )
})

describe('the steps', () => {
  const allowed = (path: string, options: Parameters<typeof openApp>[1] = {}) => {
    countedBy()
    localStorage.setItem('analytics', 'yes')
    return openApp(path, options)
  }
  const begun = (world: World, page: string) => waitFor(() => expect(pagesOf(world)).toContain(page))

  test('are a registration', async () => {
    const { user, api } = allowed('/registration', { isSignedOut: true })
    await begun(api.world, '/registration')
    await user.type(await screen.findByLabelText('Email'), 'grace@example.com')
    await user.type(screen.getByLabelText('Password'), 'seven words 4u')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() => expect(pagesOf(api.world)).toContain('/registration: registered'))
    expect(JSON.stringify(api.world.counted)).not.toContain('grace')
  })

  test('are a summary that was asked for', async () => {
    const { videoInfo } = sampleSummary(1, Date.now())
    const videos = new Map([['dQw4w9WgXcQ', { videoInfo: { ...videoInfo, videoId: 'dQw4w9WgXcQ' } }]])
    const { user, api } = allowed('/tabs/summarize', { world: createWorld({ videos }) })
    await begun(api.world, '/tabs/summarize')
    const box = await screen.findByRole('textbox', { name: 'YouTube link, video ID or search' })
    fireEvent.change(box, { target: { value: 'https://youtu.be/dQw4w9WgXcQ' } })
    await user.click(await screen.findByRole('button', { name: 'Generate Summary' }))
    await waitFor(() => expect(pagesOf(api.world)).toContain('/tabs/summarize: summary asked'))
    expect(JSON.stringify(api.world.counted)).not.toContain('dQw4w9WgXcQ')
  })

  test('are a schedule that was made', async () => {
    const draft = { id: null, channels: sampleChannels(2), start: null, frequency: 'monthly' }
    localStorage.setItem('schedule', JSON.stringify(draft))
    const { user, api } = allowed('/schedule-wizard-frequency', {
      world: createWorld({ channels: sampleChannels(12) }),
    })
    await begun(api.world, '/schedule-wizard/frequency')
    const follows = await screen.findByRole('button', { name: 'Follow 2 channels' })
    await waitFor(() => expect(follows).toBeEnabled())
    await user.click(follows)
    await waitFor(() => expect(pagesOf(api.world)).toContain('/schedule-wizard/frequency: schedule made'))
  })

  test('are a plan that was chosen and paid', async () => {
    const world = createWorld({ plan: 'free' })
    installStripe(world)
    const { user } = allowed('/subscriptions', { world })
    await begun(world, '/subscriptions')
    await user.click(await screen.findByRole('button', { name: /: Pro$/ }))
    await user.type(await screen.findByLabelText('Card number'), '4242')
    await user.click(await screen.findByRole('button', { name: 'Pay $24.99' }))
    await waitFor(() => expect(pagesOf(world).slice(-2)).toEqual(['/subscriptions', '/subscriptions: plan chosen']))
  })
})
