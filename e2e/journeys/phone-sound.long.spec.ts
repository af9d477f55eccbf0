import type { Page } from '@playwright/test'
import type { Client } from '@recaps/contract'
import { accounts } from '../../scripts/demo-accounts.ts'
import { phoneOrigin } from '../demos.ts'
import {
  test as base,
  enterPhone,
  expect,
  type HeldPhone,
  known,
  newcomer,
  platformsInTurn,
  readySummary,
  talks,
} from './phone.ts'

interface Listener {
  held: HeldPhone
  client: Client
  /** Two summaries that can be heard. */
  first: number
  second: number
  /** Opens the page of a summary by a link as it stands in mails: the app is started anew. */
  read(id: number): Promise<Page>
}

const test = base.extend<{ listener: Listener }>({
  listener: async ({ held, baseURL }, use) => {
    const { client, token } = await newcomer(baseURL!)
    const first = await readySummary(client, talks.radiators.link)
    const second = await readySummary(client, talks.bread.link)
    enterPhone(held, token)
    const read = async (id: number) => {
      const page = await held.start({ link: `${baseURL}/history-detail/${id}` })
      await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
      return page
    }
    await use({ held, client, first, second, read })
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

/** What the system does when a call comes in, and when it is over. */
const interrupt = (page: Page) => page.evaluate(() => document.querySelector('audio')!.pause())
const giveBack = (page: Page) => page.evaluate(() => document.querySelector('audio')!.play())

/** The phone has no network any more, or has one again. */
async function setNetwork({ context, phone }: HeldPhone, isThere: boolean): Promise<void> {
  await context.setOffline(!isThere)
  phone.setNetwork(isThere)
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

async function keepOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await expect(page.getByRole('button', { name: /^Kept · \d/ })).toBeVisible()
}

/** What lies in the databases of the page, by name. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const keysOf = (database: string, store: string) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open(database)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          if (!opening.result.objectStoreNames.contains(store)) return resolve([])
          const keys = opening.result.transaction(store).objectStore(store).getAllKeys()
          keys.onsuccess = () => {
            opening.result.close()
            resolve(keys.result as string[])
          }
        }
      })
    const names = (await indexedDB.databases()).map(({ name }) => name)
    return {
      files: names.includes('recaps-files') ? await keysOf('recaps-files', 'files') : [],
      pins: names.includes('recaps') ? await keysOf('recaps', 'pins') : [],
      answers: names.includes('recaps') ? await keysOf('recaps', 'answers') : [],
    }
  })

test.describe('on the lock screen of android', () => {
  test('stands what plays with its picture, its keys are obeyed, and what is closed leaves nothing there', async ({
    listener: { held, first, read },
  }) => {
    const page = await read(first)
    const { media } = held.phone
    await listen(page)
    await expect
      .poll(() => media)
      .toMatchObject({ isShown: true, state: 'playing', title: expect.stringMatching(talks.radiators.title) })
    expect(media.artist).not.toBe('')
    expect(media.line).toMatch(/^.+ - .+$/)
    // Read by the page: what draws the lock screen would have to fetch it.
    await expect.poll(() => media.artwork?.slice(0, 23)).toBe('data:image/jpeg;base64,')
    await expect.poll(() => media.position.duration).toBeGreaterThan(60)

    held.phone.pressMediaKey('seekto', { seekTime: 40 })
    await expect.poll(async () => Math.round((await seconds(page)) / 5)).toBe(8)
    await expect.poll(() => media.position.position).toBeGreaterThanOrEqual(40)
    held.phone.pressMediaKey('pause')
    await expect.poll(() => media.state).toBe('paused')
    expect(await isOn(page)).toBe(false)
    // Still there, or nobody could play on from it.
    expect(media.isShown).toBe(true)
    held.phone.pressMediaKey('play')
    await expect.poll(() => isOn(page)).toBe(true)
    await page.getByRole('button', { name: 'Playback speed 1x' }).click()
    await page.getByRole('button', { name: '1.5x' }).click()
    await expect.poll(() => media.position.playbackRate).toBe(1.5)

    await page.getByRole('button', { name: 'Close player' }).click()
    await expect.poll(() => media).toMatchObject({ isShown: false, title: '', artist: '', artwork: null })
    expect(held.phone.calls.filter(({ plugin }) => plugin === 'Haptics')).toHaveLength(1)
  })

  test('next and previous go through the queue, and the end of it leaves nothing there', async ({
    listener: { held, first, read },
  }) => {
    const page = await read(first)
    const { media } = held.phone
    // The newest is heard first.
    const [heard, next] = [talks.bread.title, talks.radiators.title]
    await page.getByRole('link', { name: 'Summaries', exact: true }).click()
    await page.getByRole('button', { name: 'Select' }).click()
    for (const name of [next, heard]) await page.getByRole('checkbox', { name }).check({ force: true })
    await page.getByRole('button', { name: 'Add to queue' }).click()
    await expect.poll(() => media).toMatchObject({ isShown: true, title: expect.stringMatching(heard) })
    held.phone.pressMediaKey('nexttrack')
    await expect.poll(() => media.title).toMatch(next)
    // Nothing of the one before stays there meanwhile.
    await expect.poll(() => media.artwork?.slice(0, 23)).toBe('data:image/jpeg;base64,')
    held.phone.pressMediaKey('previoustrack')
    await expect.poll(() => media.title).toMatch(heard)
    held.phone.pressMediaKey('nexttrack')
    await expect.poll(() => media.title).toMatch(next)
    await expect.poll(async () => media.position.duration - (await audio(page)).duration).toBeCloseTo(0)
    await expect.poll(() => isOn(page)).toBe(true)
    await page.evaluate(() => {
      const sound = document.querySelector('audio')!
      sound.currentTime = sound.duration - 0.3
    })
    await expect.poll(() => media).toMatchObject({ isShown: false, title: '', artwork: null })
  })

  test('nothing of it is left after a log-out', async ({ listener: { held, first, read } }) => {
    const page = await read(first)
    await listen(page)
    await expect.poll(() => held.phone.media.isShown).toBe(true)
    await logOut(page)
    await expect.poll(() => held.phone.media).toMatchObject({ isShown: false, title: '', artist: '', artwork: null })
  })
})

test.describe('on the lock screen of an iphone', () => {
  test.use({ platform: 'ios' })

  test('the web view itself shows what plays, with the picture, and the place is counted on', async ({
    listener: { held, first, read },
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
    // The plug-in's own would be counted beside it.
    expect(held.phone.calls.filter(({ plugin }) => plugin === 'MediaSession')).toEqual([])
    await page.getByRole('button', { name: 'Close player' }).click()
    await expect.poll(shown).toEqual({ playbackState: 'none', title: null, artwork: null })
  })

  test('a video opens at its second where the system shows it', async ({ listener: { held, first, read } }) => {
    const opened: string[] = []
    await held.context.route('https://www.youtube.com/**', async route => {
      opened.push(route.request().url())
      await route.fulfill({ body: '' })
    })
    const page = await read(first)
    await page.locator('.time-chip').nth(1).click()
    await expect
      .poll(() => opened)
      .toEqual([expect.stringMatching(/^https:\/\/www\.youtube\.com\/watch\?v=WL5NPuWAKJo&t=\d+s$/)])
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})

test('a headset that is pulled out pauses on android, and a call gives the sound back on both', async ({
  listener: { held, first, read },
}) => {
  const page = await read(first)
  await listen(page)
  await interrupt(page)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect.poll(() => held.phone.media.state).toBe('paused')
  await giveBack(page)
  await expect(page.getByRole('button', { name: 'Pause', exact: true }).first()).toBeVisible()
  await expect.poll(() => held.phone.media.state).toBe('playing')
  expect(await isOn(page)).toBe(true)

  // As MainActivity tells it.
  await page.evaluate(() =>
    (window as unknown as { Capacitor: { triggerEvent(name: string, target: string): void } }).Capacitor.triggerEvent(
      'audioBecomingNoisy',
      'window',
    ),
  )
  await expect.poll(() => isOn(page)).toBe(false)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

for (const platform of platformsInTurn('android'))
  test.describe(`what is kept on ${platform}`, () => {
    test.use({ platform })

    test('is read, heard and sought after a start without a network, and its place is told later', async ({
      listener: { held, client, first, second, read },
    }) => {
      let page = await read(second)
      await expect.poll(async () => (await keptIn(page)).answers).toContain(`["summaries","detail",${second}]`)
      page = await read(first)
      await keepOffline(page)
      const before = (await client.summaries.detail({ params: { id: first } })).listenedMs ?? 0
      await setNetwork(held, false)
      page = await held.start()
      await expect(page.getByText(/^You are offline\./)).toBeVisible()
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
        await expect.poll(() => held.phone.media.artwork?.slice(0, 23)).toBe('data:image/jpeg;base64,')
      await page.getByRole('button', { name: 'Pause', exact: true }).first().click()

      // One that is not kept says so, and has the app's icon in place of its picture.
      await page.goBack()
      await page.getByRole('link', { name: talks.bread.title }).click()
      await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
      await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
      await expect(page.getByText('You’re offline, and this audio isn’t saved on this device.')).toBeVisible()
      if (platform === 'android')
        await expect.poll(() => held.phone.media.artwork?.slice(0, 22)).toBe('data:image/png;base64,')

      await setNetwork(held, true)
      const told = async () => (await client.summaries.detail({ params: { id: first } })).listenedMs ?? 0
      await expect.poll(async () => Math.abs((await told()) - to * 1000) < 30_000).toBe(true)
    })

    test('goes when it is removed, and with a log-out', async ({ listener: { held, first, read } }) => {
      const page = await read(first)
      await keepOffline(page)
      expect((await keptIn(page)).files).toHaveLength(2)
      await page.getByRole('button', { name: /^Kept · / }).click()
      await page
        .getByRole('menuitem', { name: 'Remove from this device' })
        .or(page.getByRole('button', { name: 'Remove from this device' }))
        .click()
      await expect.poll(() => keptIn(page)).toMatchObject({ files: [], pins: [] })
      await keepOffline(page)
      await listen(page)
      await logOut(page)
      await expect.poll(() => keptIn(page)).toMatchObject({ files: [], pins: [] })
      await held.start()
      await expect(held.page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      expect(await keptIn(held.page)).toMatchObject({ files: [], pins: [] })
    })
  })

test('a download that breaks off, or whose app is ended, leaves nothing half', async ({
  listener: { held, first, read },
}) => {
  const page = await read(first)
  let share = 0.5
  await held.context.route('**/audio/**', async route => {
    const answer = await route.fetch()
    const body = await answer.body()
    // As a connection that is cut: fewer bytes than were promised.
    await route.fulfill({
      response: answer,
      body: body.subarray(0, Math.round(body.length * share)),
      headers: { ...answer.headers(), 'content-length': String(body.length) },
    })
  })
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await keptIn(page)).toMatchObject({ files: [], pins: [] })

  // The sound is here, and the row that names it is not: the app was ended in between.
  share = 1
  await page.evaluate(async () => {
    const transaction = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...args: Parameters<typeof transaction>) {
      if (this.name === 'recaps' && args[0] === 'pins' && args[1] === 'readwrite') throw new Error('ended')
      return transaction.apply(this, args)
    }
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await keptIn(page)).files.length).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await read(first)
  expect(await keptIn(held.page)).toMatchObject({ files: [], pins: [] })
  await keepOffline(held.page)
})

test('where there is no room nothing is kept, and that is said', async ({ listener: { held, first, read } }) => {
  await held.context.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 50_000_000, usage: 49_000_000 })
  })
  const page = await read(first)
  await page.getByRole('button', { name: 'Keep offline' }).click()
  await expect(page.getByText('There is no room for it on this device.')).toBeVisible()
  expect(await keptIn(page)).toMatchObject({ files: [], pins: [] })
})

test('an app that has never met its service is there, says what is wrong, and works once there is a network', async ({
  held,
  baseURL,
}) => {
  const { token } = await known(baseURL!, accounts.pro)
  await setNetwork(held, false)
  const page = await held.start()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect.poll(() => held.phone.isSplashShown.is).toBe(false)
  await page.getByLabel('Email').fill(accounts.pro.email)
  await page.getByLabel('Password', { exact: true }).fill(accounts.pro.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('You are offline. Connect, and try again.').first()).toBeVisible()
  await setNetwork(held, true)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeVisible()

  // The same with somebody who is signed in and has nothing on this phone yet.
  enterPhone(held, token)
  await setNetwork(held, false)
  await page.evaluate(() => indexedDB.deleteDatabase('recaps'))
  await held.start()
  await expect(held.page.getByText(/^You are offline\./)).toBeVisible()
  await setNetwork(held, true)
  await expect(held.page.getByText(/^You are offline\./)).toHaveCount(0)
})

for (const platform of platformsInTurn('ios'))
  test.describe(`the ways of ${platform}`, () => {
    test.use({ platform })

    test('a summary is shared, copied and handed over as a file, of which nothing stays after a log-out', async ({
      listener: { held, first, read },
      baseURL,
    }) => {
      await held.context.grantPermissions(['clipboard-read', 'clipboard-write', 'local-network-access'], {
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
        .poll(() => held.phone.shared)
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
        // One file at a time: the former has been taken.
        await expect.poll(() => [...held.phone.files.keys()]).toHaveLength(1)
        await expect.poll(() => String(held.phone.shared.at(-1)?.files)).toContain('file:///cache/handed-over/')
      }
      await logOut(page)
      await expect.poll(() => held.phone.files.size).toBe(0)
    })

    test('the theme that is chosen holds for the bars of the system, and stands before anything is drawn', async ({
      listener: { held, first, read },
    }) => {
      const page = await read(first)
      await expect.poll(() => held.phone.bars.style).toBe('LIGHT')
      await page.getByRole('link', { name: 'Summaries', exact: true }).click()
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: /dark/i }).click()
      await expect.poll(() => held.phone.bars.style).toBe('DARK')
      // Before any script of the app, which asks the phone.
      await held.context.route('**/assets/*.js', route => route.abort())
      const next = await held.start()
      expect(await next.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    })
  })
