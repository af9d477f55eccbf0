import { afterEach, describe, expect, it } from 'vitest'
import type { CatalogueVideo } from '../source.ts'
import { embedPage } from './embed.ts'

/** The parts of jsdom used here; its own types would add the DOM types to the whole repository. */
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

describe('embedded player page', () => {
  let dom: Page | undefined
  afterEach(() => dom?.window.close())

  const open = (query = '') => {
    const page = new JSDOM(embedPage(video), { runScripts: 'dangerously', url: `http://fake/embed/x${query}` })
    dom = page
    const received: { event: string; info: { currentTime: number; playerState: number; duration: number } }[] = []
    page.window.addEventListener('message', event => {
      const message = JSON.parse('data' in event ? String(event.data) : '{}')
      if (message.channel === 'widget') received.push(message)
    })
    const send = (message: object) =>
      page.window.dispatchEvent(new page.window.MessageEvent('message', { data: JSON.stringify(message) }))
    const wait = (ms = 20) => new Promise(resolve => setTimeout(resolve, ms))
    const command = (func: string, ...args: unknown[]) => send({ event: 'command', func, args })
    return {
      page,
      received,
      send,
      wait,
      command,
      last: () => received.findLast(({ event }) => event === 'infoDelivery')?.info,
    }
  }

  it('sends no messages until it receives `listening`, then reports that it is ready', async () => {
    const { received, send, wait, command } = open()
    command('playVideo')
    await wait()
    expect(received).toEqual([])
    send({ event: 'listening', id: 1 })
    await wait()
    expect(received.map(({ event }) => event)).toEqual(['initialDelivery', 'onReady', 'infoDelivery'])
  })

  it('plays, seeks, pauses and reports the playback position', async () => {
    const { send, wait, command, last, received } = open('?start=30')
    send({ event: 'listening' })
    command('seekTo', 125.5, true)
    await wait()
    expect(last()).toMatchObject({ currentTime: 125.5, duration: 600 })
    command('playVideo')
    await wait(300)
    expect(last()?.playerState).toBe(1)
    expect(last()?.currentTime).toBeGreaterThan(125.6)
    command('pauseVideo')
    await wait()
    expect(last()?.playerState).toBe(2)
    expect(received.filter(({ event }) => event === 'onStateChange').map(({ info }) => info)).toEqual([1, 2])
  })

  it('stops at the end of the video and ignores unknown commands', async () => {
    const { send, wait, command, last } = open()
    send({ event: 'listening' })
    command('seekTo', 599.9, true)
    command('playVideo')
    command('constructor')
    send({ event: 'command', func: 'unheardOf' })
    await wait(500)
    expect(last()).toMatchObject({ playerState: 0, currentTime: 600 })
  })

  it('escapes the video title in the page', () => {
    expect(open().page.window.document.title).toBe('Bread & <butter>')
  })
})
