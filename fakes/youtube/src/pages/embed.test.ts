import { afterEach, describe, expect, it } from 'vitest'
import type { CatalogueVideo } from '../source.ts'
import { embedPage } from './embed.ts'

/** The few parts of jsdom that are used; its types would bring a browser's names into the whole repository. */
interface Page {
  window: EventTarget & {
    document: { title: string }
    MessageEvent: new (type: string, init: { data: string }) => Event
    close(): void
  }
}
const { JSDOM }: { JSDOM: new (html: string, options: object) => Page } = await import('jsdom' as string)

const video: CatalogueVideo = {
  videoId: 'Sli7FA6EbqI',
  title: 'Bread & <butter>',
  description: '',
  channelId: '',
  channel: '',
  durationSeconds: 600,
  viewCount: 0,
  publishedAt: null,
  privacy: 'public',
  broadcast: 'none',
  isAgeRestricted: false,
  picturePath: null,
  playerAnswer: '{}',
}

describe('the embedded player', () => {
  let dom: Page | undefined
  afterEach(() => dom?.window.close())

  const open = (query = '') => {
    const page = new JSDOM(embedPage(video), { runScripts: 'dangerously', url: `http://fake/embed/x${query}` })
    dom = page
    const heard: { event: string; info: { currentTime: number; playerState: number; duration: number } }[] = []
    page.window.addEventListener('message', event => {
      const message = JSON.parse('data' in event ? String(event.data) : '{}')
      if (message.channel === 'widget') heard.push(message)
    })
    const say = (message: object) =>
      page.window.dispatchEvent(new page.window.MessageEvent('message', { data: JSON.stringify(message) }))
    const settle = (ms = 20) => new Promise(resolve => setTimeout(resolve, ms))
    const command = (func: string, ...args: unknown[]) => say({ event: 'command', func, args })
    return {
      page,
      heard,
      say,
      settle,
      command,
      last: () => heard.findLast(({ event }) => event === 'infoDelivery')?.info,
    }
  }

  it('says nothing before it is listened to, and then that it is ready', async () => {
    const { heard, say, settle, command } = open()
    command('playVideo')
    await settle()
    expect(heard).toEqual([])
    say({ event: 'listening', id: 1 })
    await settle()
    expect(heard.map(({ event }) => event)).toEqual(['initialDelivery', 'onReady', 'infoDelivery'])
  })

  it('plays, seeks, pauses and tells its time', async () => {
    const { say, settle, command, last, heard } = open('?start=30')
    say({ event: 'listening' })
    command('seekTo', 125.5, true)
    await settle()
    expect(last()).toMatchObject({ currentTime: 125.5, duration: 600 })
    command('playVideo')
    await settle(300)
    expect(last()?.playerState).toBe(1)
    expect(last()?.currentTime).toBeGreaterThan(125.6)
    command('pauseVideo')
    await settle()
    expect(last()?.playerState).toBe(2)
    expect(heard.filter(({ event }) => event === 'onStateChange').map(({ info }) => info)).toEqual([1, 2])
  })

  it('ends at its end, and does not know what it is not told to', async () => {
    const { say, settle, command, last } = open()
    say({ event: 'listening' })
    command('seekTo', 599.9, true)
    command('playVideo')
    command('constructor')
    say({ event: 'command', func: 'unheardOf' })
    await settle(500)
    expect(last()).toMatchObject({ playerState: 0, currentTime: 600 })
  })

  it('shows the title as text', () => {
    expect(open().page.window.document.title).toBe('Bread & <butter>')
  })
})
