import type { Page } from '@playwright/test'
import type { Client } from '@recaps/contract'
import { accounts } from '../../scripts/demo-accounts.ts'
import { phoneOrigin } from '../demos.ts'
import {
  test as base,
  createReadySummary,
  expect,
  logInAs,
  type PhoneApp,
  platformsFor,
  registerUser,
  storeSessionOnPhone,
  talks,
} from './phone-fixtures.ts'

interface Listener {
  app: PhoneApp
  client: Client
  /** Two summaries with audio. */
  first: number
  second: number
  /** Restarts the app with a link to the summary, as in mails. */
  read(id: number): Promise<Page>
}

const test = base.extend<{ listener: Listener }>({
  listener: async ({ app, baseURL }, use) => {
    const { client, token } = await registerUser(baseURL!)
    const first = await createReadySummary(client, talks.radiators.link)
    const second = await createReadySummary(client, talks.bread.link)
    storeSessionOnPhone(app, token)
    const read = async (id: number) => {
      const page = await app.start({ link: `${baseURL}/history-detail/${id}` })
      await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
      return page
    }
    await use({ app, client, first, second, read })
  },
})

test.use({ actionTimeout: 30_000 })

const audio = (page: Page) =>
  page.evaluate(() => {
    const { currentTime, paused, duration, src } = document.querySelector('audio')!
    return { currentTime, paused, duration, scheme: src.split(':')[0] }
  })
const isOn = async (page: Page) => !(await audio(page)).paused
const seconds = async (page: Page) => (await audio(page)).currentTime

/** Pauses and resumes the audio as the system does when a call starts and ends. */
const interrupt = (page: Page) => page.evaluate(() => document.querySelector('audio')!.pause())
const resumeAfterCall = (page: Page) => page.evaluate(() => document.querySelector('audio')!.play())

async function setOnline({ context, phone }: PhoneApp, isOnline: boolean): Promise<void> {
  await context.setOffline(!isOnline)
  phone.setNetwork(isOnline)
}

const listen = async (page: Page) => {
  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await expect.poll(() => isOn(page)).toBe(true)
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Summaries', exact: true }).first().click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
}

async function saveOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save offline' }).click()
  await expect(page.getByRole('button', { name: /^Saved · \d/ })).toBeVisible()
}

/** The keys in the app's IndexedDB stores that hold offline data. */
const storedKeys = (page: Page) =>
  page.evaluate(async () => {
    const readKeys = (database: string, store: string) =>
      new Promise<string[]>((resolve, reject) => {
        const openRequest = indexedDB.open(database)
        openRequest.onerror = () => reject(openRequest.error)
        openRequest.onsuccess = () => {
          if (!openRequest.result.objectStoreNames.contains(store)) return resolve([])
          const keys = openRequest.result.transaction(store).objectStore(store).getAllKeys()
          keys.onsuccess = () => {
            openRequest.result.close()
            resolve(keys.result as string[])
          }
        }
      })
    const names = (await indexedDB.databases()).map(({ name }) => name)
    return {
      files: names.includes('recaps-files') ? await readKeys('recaps-files', 'files') : [],
      pins: names.includes('recaps') ? await readKeys('recaps', 'pins') : [],
      answers: names.includes('recaps') ? await readKeys('recaps', 'answers') : [],
    }
  })

test.describe('Android lock screen', () => {
  test('the Android lock screen shows and controls the playing summary until the player is closed', async ({
    listener: { app, first, read },
  }) => {
    const page = await read(first)
    const { media } = app.phone
    await listen(page)
    await expect
      .poll(() => media)
      .toMatchObject({ isShown: true, state: 'playing', title: expect.stringMatching(talks.radiators.title) })
    expect(media.artist).not.toBe('')
    expect(media.notificationText).toMatch(/^.+ - .+$/)
    // The page loads the image itself, so that the lock screen doesn't need to fetch it.
    await expect.poll(() => media.artwork?.slice(0, 23)).toBe('data:image/jpeg;base64,')
    await expect.poll(() => media.position.duration).toBeGreaterThan(60)

    app.phone.pressMediaKey('seekto', { seekTime: 40 })
    await expect.poll(async () => Math.round((await seconds(page)) / 5)).toBe(8)
    await expect.poll(() => media.position.position).toBeGreaterThanOrEqual(40)
    app.phone.pressMediaKey('pause')
    await expect.poll(() => media.state).toBe('paused')
    expect(await isOn(page)).toBe(false)
    // Must stay visible while paused, so that playback can be resumed from it.
    expect(media.isShown).toBe(true)
    app.phone.pressMediaKey('play')
    await expect.poll(() => isOn(page)).toBe(true)
    await page.getByRole('button', { name: 'Playback speed 1x' }).click()
    await page.getByRole('button', { name: '1.5x' }).click()
    await expect.poll(() => media.position.playbackRate).toBe(1.5)

    await page.getByRole('button', { name: 'Close player' }).click()
    await expect.poll(() => media).toMatchObject({ isShown: false, title: '', artist: '', artwork: null })
    expect(app.phone.calls.filter(({ plugin }) => plugin === 'Haptics')).toHaveLength(1)
  })

  test('Next and Previous on the Android lock screen step through the queue, and its end clears the screen', async ({
    listener: { app, first, read },
  }) => {
    const page = await read(first)
    const { media } = app.phone
    // The queue starts with the newest summary.
    const [newest, next] = [talks.bread.title, talks.radiators.title]
    await page.getByRole('link', { name: 'Summaries', exact: true }).click()
    await page.getByRole('button', { name: 'Select' }).click()
    for (const name of [next, newest]) await page.getByRole('checkbox', { name }).check({ force: true })
    await page.getByRole('button', { name: 'Add to queue' }).click()
    await expect.poll(() => media).toMatchObject({ isShown: true, title: expect.stringMatching(newest) })
    app.phone.pressMediaKey('nexttrack')
    await expect.poll(() => media.title).toMatch(next)
    // The previous summary's image is replaced.
    await expect.poll(() => media.artwork?.slice(0, 23)).toBe('data:image/jpeg;base64,')
    app.phone.pressMediaKey('previoustrack')
    await expect.poll(() => media.title).toMatch(newest)
    app.phone.pressMediaKey('nexttrack')
    await expect.poll(() => media.title).toMatch(next)
    await expect.poll(async () => media.position.duration - (await audio(page)).duration).toBeCloseTo(0)
    await expect.poll(() => isOn(page)).toBe(true)
    await page.evaluate(() => {
      const audioElement = document.querySelector('audio')!
      audioElement.currentTime = audioElement.duration - 0.3
    })
    await expect.poll(() => media).toMatchObject({ isShown: false, title: '', artwork: null })
  })

  test('logging out clears the Android lock screen', async ({ listener: { app, first, read } }) => {
    const page = await read(first)
    await listen(page)
    await expect.poll(() => app.phone.media.isShown).toBe(true)
    await logOut(page)
    await expect.poll(() => app.phone.media).toMatchObject({ isShown: false, title: '', artist: '', artwork: null })
  })
})

test.describe('iPhone lock screen and videos', () => {
  test.use({ platform: 'ios' })

  test('the iPhone lock screen shows the playing summary through the web view, without the plugin', async ({
    listener: { app, first, read },
  }) => {
    const page = await read(first)
    await listen(page)
    const shown = () =>
      page.evaluate(() => {
        const { metadata, playbackState } = navigator.mediaSession
        return {
          playbackState,
          title: metadata?.title ?? null,
          artwork: metadata?.artwork[0]?.src.slice(0, 23) ?? null,
        }
      })
    await expect.poll(shown).toEqual({
      playbackState: 'playing',
      title: expect.stringMatching(talks.radiators.title),
      artwork: 'data:image/jpeg;base64,',
    })
    // The plugin would add a second entry.
    expect(app.phone.calls.filter(({ plugin }) => plugin === 'MediaSession')).toEqual([])
    await page.getByRole('button', { name: 'Close player' }).click()
    await expect.poll(shown).toEqual({ playbackState: 'none', title: null, artwork: null })
  })

  test('a citation on an iPhone opens the video at its second outside the app', async ({
    listener: { app, first, read },
  }) => {
    const openedVideos: string[] = []
    await app.context.route('https://www.youtube.com/**', async route => {
      openedVideos.push(route.request().url())
      await route.fulfill({ body: '' })
    })
    const page = await read(first)
    await page.locator('.time-chip').nth(1).click()
    await expect
      .poll(() => openedVideos)
      .toEqual([expect.stringMatching(/^https:\/\/www\.youtube\.com\/watch\?v=WL5NPuWAKJo&t=\d+s$/)])
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})

test('playback pauses when the headset is unplugged and resumes after a call', async ({
  listener: { app, first, read },
}) => {
  const page = await read(first)
  await listen(page)
  await interrupt(page)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect.poll(() => app.phone.media.state).toBe('paused')
  await resumeAfterCall(page)
  await expect(page.getByRole('button', { name: 'Pause', exact: true }).first()).toBeVisible()
  await expect.poll(() => app.phone.media.state).toBe('playing')
  expect(await isOn(page)).toBe(true)

  // Sent by MainActivity.
  await page.evaluate(() =>
    (window as unknown as { Capacitor: { triggerEvent(name: string, target: string): void } }).Capacitor.triggerEvent(
      'audioBecomingNoisy',
      'window',
    ),
  )
  await expect.poll(() => isOn(page)).toBe(false)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

for (const platform of platformsFor('android'))
  test.describe(`offline audio on ${platform}`, () => {
    test.use({ platform })

    test('a summary saved offline can be read and played after an offline start, and its position syncs later', async ({
      listener: { app, client, first, second, read },
    }) => {
      let page = await read(second)
      await expect.poll(async () => (await storedKeys(page)).answers).toContain(`["summaries","detail",${second}]`)
      page = await read(first)
      await saveOffline(page)
      const before = (await client.summaries.detail({ params: { id: first } })).listenedMs ?? 0
      await setOnline(app, false)
      page = await app.start()
      await expect(page.getByText(/^You’re offline\./)).toBeVisible()
      await page.getByRole('link', { name: 'Summaries', exact: true }).first().click()
      await page.getByRole('link', { name: talks.radiators.title }).click()
      await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
      await listen(page)
      await expect.poll(async () => (await audio(page)).duration).toBeGreaterThan(60)
      expect((await audio(page)).scheme).toBe('blob')
      const to = before > 60_000 ? 20 : 80
      await page.evaluate(at => {
        document.querySelector('audio')!.currentTime = at
      }, to)
      await expect.poll(async () => (await seconds(page)) > to && (await seconds(page)) < to + 30).toBe(true)
      if (platform === 'android')
        await expect.poll(() => app.phone.media.artwork?.slice(0, 23)).toBe('data:image/jpeg;base64,')
      await page.getByRole('button', { name: 'Pause', exact: true }).first().click()

      // A summary not saved offline shows a message, and the app's icon instead of its image.
      await page.goBack()
      await page.getByRole('link', { name: talks.bread.title }).click()
      await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
      await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
      await expect(page.getByText('You’re offline, and this audio isn’t saved on this device.')).toBeVisible()
      if (platform === 'android')
        await expect.poll(() => app.phone.media.artwork?.slice(0, 22)).toBe('data:image/png;base64,')

      await setOnline(app, true)
      const savedPositionMs = async () => (await client.summaries.detail({ params: { id: first } })).listenedMs ?? 0
      await expect.poll(async () => Math.abs((await savedPositionMs()) - to * 1000) < 30_000).toBe(true)
    })

    test('offline audio is deleted by Remove and at logout', async ({ listener: { app, first, read } }) => {
      const page = await read(first)
      await saveOffline(page)
      expect((await storedKeys(page)).files).toHaveLength(2)
      await page.getByRole('button', { name: /^Saved · / }).click()
      await page
        .getByRole('menuitem', { name: 'Remove from this device' })
        .or(page.getByRole('button', { name: 'Remove from this device' }))
        .click()
      await expect.poll(() => storedKeys(page)).toMatchObject({ files: [], pins: [] })
      await saveOffline(page)
      await listen(page)
      await logOut(page)
      await expect.poll(() => storedKeys(page)).toMatchObject({ files: [], pins: [] })
      await app.start()
      await expect(app.page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      expect(await storedKeys(app.page)).toMatchObject({ files: [], pins: [] })
    })
  })

test('an offline download that breaks off or is interrupted by an app exit leaves no partial data', async ({
  listener: { app, first, read },
}) => {
  const page = await read(first)
  let share = 0.5
  await app.context.route('**/audio/**', async route => {
    const answer = await route.fetch()
    const body = await answer.body()
    // A cut connection: fewer bytes than announced.
    await route.fulfill({
      response: answer,
      body: body.subarray(0, Math.round(body.length * share)),
      headers: { ...answer.headers(), 'content-length': String(body.length) },
    })
  })
  await page.getByRole('button', { name: 'Save offline' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await storedKeys(page)).toMatchObject({ files: [], pins: [] })

  // The audio is stored but not the row that refers to it: the app was ended in between.
  share = 1
  await page.evaluate(async () => {
    const transaction = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...args: Parameters<typeof transaction>) {
      if (this.name === 'recaps' && args[0] === 'pins' && args[1] === 'readwrite') throw new Error('ended')
      return transaction.apply(this, args)
    }
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await storedKeys(page)).files.length).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await read(first)
  expect(await storedKeys(app.page)).toMatchObject({ files: [], pins: [] })
  await saveOffline(app.page)
})

test('saving a summary offline on a full phone fails with a message', async ({ listener: { app, first, read } }) => {
  await app.context.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 50_000_000, usage: 49_000_000 })
  })
  const page = await read(first)
  await page.getByRole('button', { name: 'Save offline' }).click()
  await expect(page.getByText('Not enough space on this device.')).toBeVisible()
  expect(await storedKeys(page)).toMatchObject({ files: [], pins: [] })
})

test('an app first started offline shows a message and works once it is online', async ({ app, baseURL }) => {
  const { token } = await logInAs(baseURL!, accounts.pro)
  await setOnline(app, false)
  const page = await app.start()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect.poll(() => app.phone.isSplashShown.is).toBe(false)
  await page.getByLabel('Email').fill(accounts.pro.email)
  await page.getByLabel('Password', { exact: true }).fill(accounts.pro.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('You’re offline. Connect to the internet and try again.').first()).toBeVisible()
  await setOnline(app, true)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeVisible()

  // A logged-in user without offline data sees the same.
  storeSessionOnPhone(app, token)
  await setOnline(app, false)
  await page.evaluate(() => indexedDB.deleteDatabase('recaps'))
  await app.start()
  await expect(app.page.getByText(/^You’re offline\./)).toBeVisible()
  await setOnline(app, true)
  await expect(app.page.getByText(/^You’re offline\./)).toHaveCount(0)
})

for (const platform of platformsFor('ios'))
  test.describe(`system features on ${platform}`, () => {
    test.use({ platform })

    test('a user shares, copies and exports a summary, and logout deletes the exported file', async ({
      listener: { app, first, read },
      baseURL,
    }) => {
      await app.context.grantPermissions(['clipboard-read', 'clipboard-write', 'local-network-access'], {
        origin: phoneOrigin,
      })
      const page = await read(first)
      await page.getByRole('button', { name: 'Share' }).click()
      await page
        .getByRole('button', { name: 'Create link' })
        .or(page.getByRole('button', { name: 'Copy' }))
        .click()
      const link = await page.getByRole('textbox', { name: 'Link to this summary' }).inputValue()
      expect(new URL(link).origin).toBe(baseURL)
      await page.getByRole('button', { name: 'Share via…' }).click()
      await expect
        .poll(() => app.phone.shared)
        .toEqual([{ title: expect.stringMatching(talks.radiators.title), url: link }])
      await page.getByRole('button', { name: 'Close' }).click()

      await page.getByRole('button', { name: 'Export' }).click()
      await page
        .getByRole('menuitem', { name: /^Copy/ })
        .or(page.getByRole('button', { name: /^Copy/ }))
        .click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(talks.radiators.title)
      for (const form of [/Markdown/, /E-book/]) {
        await page.getByRole('button', { name: 'Export' }).click()
        await page
          .getByRole('menuitem', { name: form })
          .or(page.getByRole('button', { name: form }))
          .click()
        // Only the last export is stored.
        await expect.poll(() => [...app.phone.files.keys()]).toHaveLength(1)
        await expect.poll(() => String(app.phone.shared.at(-1)?.files)).toContain('file:///cache/handed-over/')
      }
      await logOut(page)
      await expect.poll(() => app.phone.files.size).toBe(0)
    })

    test('the chosen theme applies to the system bars and before the first paint of the next start', async ({
      listener: { app, first, read },
    }) => {
      const page = await read(first)
      await expect.poll(() => app.phone.bars.style).toBe('LIGHT')
      await page.getByRole('link', { name: 'Summaries', exact: true }).click()
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: /dark/i }).click()
      await expect.poll(() => app.phone.bars.style).toBe('DARK')
      // Without the app's scripts, only the early theme script can set it.
      await app.context.route('**/assets/*.js', route => route.abort())
      const next = await app.start()
      expect(await next.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    })
  })
