import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStorage } from '../../device/storage.ts'
import { sound } from '../../test/browser.ts'
import { createPlayer } from './engine.ts'
import type { Track } from './track.ts'

const track = (id: number, change: Partial<Track> = {}): Track => ({
  id,
  title: `Talk ${id}`,
  channel: 'Channel',
  thumbnailUrl: null,
  audioUrl: `/audio/${id}.mp3`,
  durationMs: 60_000,
  heardMs: 0,
  isOwn: true,
  shareToken: null,
  ...change,
})

function openPlayer() {
  const audio = document.createElement('audio')
  document.body.append(audio)
  const storage = createStorage(() => localStorage)
  storage.initialise()
  const listened: [number, number][] = []
  const renew = vi.fn<(track: Track) => Promise<string | null>>(async () => '/audio/fresh.mp3')
  const player = createPlayer({
    audio,
    storage,
    now: () => Date.now(),
    onListened: (...place) => listened.push(place),
    renew,
  })
  const letGo = player.attach()
  return { player, audio, listened, renew, letGo }
}

let opened: ReturnType<typeof openPlayer>
beforeEach(() => {
  vi.useFakeTimers()
  opened = openPlayer()
})
afterEach(() => {
  opened.letGo()
  for (const audio of document.querySelectorAll('audio')) audio.remove()
  vi.useRealTimers()
})

const source = () => opened.audio.getAttribute('src')
const sounding = (...tracks: Track[]) => {
  opened.player.playList(tracks)
  vi.advanceTimersByTime(300)
  sound.loaded(60)
}

describe('the sound', () => {
  test('of a pushed list starts after 5 ms and about 250 ms [spec 4.15, 4.18]', () => {
    opened.player.playList([track(1), track(2)])
    expect(source()).toBeNull()
    vi.advanceTimersByTime(5)
    expect(source()).toBe('/audio/1.mp3')
    expect(sound.isOn()).toBe(false)
    vi.advanceTimersByTime(249)
    expect(sound.isOn()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(sound.isOn()).toBe(true)
  })

  test('goes on with the next one in the same turn in which one ends, on the same element [spec 4.16]', () => {
    sounding(track(1), track(2))
    sound.end()
    expect(source()).toBe('/audio/2.mp3')
    expect(sound.isOn()).toBe(true)
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([2])
    expect(document.querySelectorAll('audio')).toHaveLength(1)
  })

  test('ends with the last one', () => {
    sounding(track(1))
    sound.end()
    expect(opened.player.current()).toMatchObject({ queue: [], isPlaying: false })
    expect(source()).toBeNull()
  })

  test('stops at 0 of 0 when it cannot be played, and asks for a fresh address on the next try [spec 4.17]', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    sounding(track(1), track(2))
    sound.at(20)
    sound.fail()
    expect(opened.player.current()).toMatchObject({ isPlaying: false, timeMs: 0, durationMs: 0, hasFailed: true })
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    expect(opened.renew).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }))
    expect(source()).toBe('/audio/fresh.mp3')
    expect(sound.isOn()).toBe(true)
  })

  test('that could not be played begins, on the next try, where it was sought meanwhile', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    sounding(track(1))
    sound.at(20)
    sound.fail()
    opened.player.seek(45_000)
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    sound.loaded(60)
    expect(opened.audio.currentTime).toBe(45)
  })

  test('that failed before it was there begins, on the next try, 15 s from the kept place', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    opened.player.playList([track(1, { heardMs: 20_000 })])
    await vi.advanceTimersByTimeAsync(300)
    sound.fail()
    opened.player.skip(15_000)
    opened.player.skip(15_000)
    opened.player.skip(-15_000)
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    sound.loaded(60)
    expect(opened.audio.currentTime).toBe(35)
  })

  test('whose address is over says nothing while it is paused, and has a fresh one when it is played', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    sounding(track(1), track(2, { audioUrl: '/audio/2.mp3?expires=1000' }))
    opened.player.pause()
    opened.player.next()
    sound.fail()
    expect(opened.player.current()).toMatchObject({ isPlaying: false, failures: 0 })
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    expect(source()).toBe('/audio/fresh.mp3')
    expect(sound.isOn()).toBe(true)
  })

  test('whose fresh address is of no use either is told of, and not asked for again and again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    opened.renew.mockResolvedValue('/audio/1.mp3?expires=2000')
    sounding(track(1, { audioUrl: '/audio/1.mp3?expires=1000' }))
    sound.fail()
    await vi.advanceTimersByTimeAsync(300)
    sound.fail()
    await vi.advanceTimersByTimeAsync(1000)
    expect(opened.renew).toHaveBeenCalledTimes(1)
    expect(opened.player.current()).toMatchObject({ isPlaying: false, hasFailed: true, failures: 1 })
  })

  test('that the service had lost goes on by itself once it is made again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    opened.renew.mockResolvedValueOnce(null)
    sounding(track(1))
    sound.fail()
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    expect(opened.player.current()).toMatchObject({ isPlaying: false, hasFailed: true, failures: 2 })
    opened.player.onReady(2)
    await vi.advanceTimersByTimeAsync(300)
    expect(sound.isOn()).toBe(false)
    opened.player.onReady(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(source()).toBe('/audio/fresh.mp3')
    expect(sound.isOn()).toBe(true)
  })

  test.each([
    ['did not play when it failed', 0, () => opened.player.pause()],
    ['is made again much later', 6 * 60_000, () => {}],
  ])('that the service had lost stays silent when it %s', async (_, laterMs, before) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    sounding(track(1))
    before()
    sound.fail()
    await vi.advanceTimersByTimeAsync(laterMs)
    opened.player.onReady(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(opened.player.current()).toMatchObject({ isPlaying: false, failures: 1 })
    expect(opened.renew).not.toHaveBeenCalled()
  })

  test('that is paused while a fresh address is asked for stays so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { promise, resolve } = Promise.withResolvers<string | null>()
    opened.renew.mockReturnValue(promise)
    sounding(track(1))
    sound.fail()
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    opened.player.toggle()
    resolve('/audio/fresh.mp3')
    await vi.advanceTimersByTimeAsync(300)
    expect(source()).toBe('/audio/fresh.mp3')
    expect(sound.isOn()).toBe(false)
  })

  test('that the system paused is not started again behind its back', () => {
    sounding(track(1))
    opened.audio.pause()
    opened.audio.dispatchEvent(new Event('pause'))
    expect(opened.player.current().isPlaying).toBe(false)
  })

  test('that the system gives back after a call plays on', () => {
    sounding(track(1))
    sound.stop()
    // WebKit takes a pause that is asked for during the call as a wish not to have it back.
    const pause = vi.spyOn(opened.audio, 'pause')
    opened.player.pause()
    sound.at(1)
    expect(pause).not.toHaveBeenCalled()
    sound.giveBack()
    expect(opened.player.current()).toMatchObject({ isPlaying: true, waiting: { kind: 'nothing' } })
    expect(sound.isOn()).toBe(true)
  })

  test('that the browser refuses without a touch is shown as paused', async () => {
    opened.audio.play = () => Promise.reject(new DOMException('touch first', 'NotAllowedError'))
    opened.player.playList([track(1)])
    await vi.advanceTimersByTimeAsync(300)
    expect(opened.player.current().isPlaying).toBe(false)
  })
})

describe('speed', () => {
  test('is kept, applied after each source, and keeps the pitch [spec 9.8]', () => {
    opened.player.setSpeed(1.5)
    expect(localStorage.getItem('playbackSpeed')).toBe('1.5')
    sounding(track(1), track(2))
    expect(opened.audio.playbackRate).toBe(1.5)
    expect(opened.audio.preservesPitch).toBe(true)
    opened.player.next()
    vi.advanceTimersByTime(300)
    expect(source()).toBe('/audio/2.mp3')
    expect(opened.audio.playbackRate).toBe(1.5)
  })

  test('is there again after a new start, and 1 when what is stored is no speed [spec 9.8]', () => {
    localStorage.setItem('playbackSpeed', '1.75')
    const { player, audio } = openPlayer()
    expect(player.current().speed).toBe(1.75)
    player.playList([track(1)])
    vi.advanceTimersByTime(300)
    expect(audio.playbackRate).toBe(1.75)
    localStorage.setItem('playbackSpeed', '9')
    expect(openPlayer().player.current().speed).toBe(1)
  })
})

describe('the place', () => {
  test('of the last time is where it starts', () => {
    sounding(track(1, { heardMs: 42_000 }))
    expect(opened.audio.currentTime).toBe(42)
  })

  test('is kept every 15 s, on pause and when something else is played', () => {
    sounding(track(1), track(2))
    opened.listened.length = 0
    vi.advanceTimersByTime(15_001)
    sound.at(15)
    expect(opened.listened).toEqual([[1, 15_000]])
    sound.at(18)
    opened.player.toggle()
    expect(opened.listened.at(-1)).toEqual([1, 18_000])
    opened.player.toggle()
    vi.advanceTimersByTime(300)
    sound.at(20)
    opened.player.next()
    expect(opened.listened.at(-1)).toEqual([1, 20_000])
  })

  test('that is sought while paused is kept once the hand rests, and at once when the page is left', () => {
    sounding(track(1), track(2))
    sound.at(5)
    opened.player.pause()
    opened.listened.length = 0
    for (let press = 0; press < 20; press++) {
      opened.player.skip(1000)
      vi.advanceTimersByTime(30)
    }
    expect(opened.listened).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(opened.listened).toEqual([[1, 25_000]])
    opened.player.seek(30_000)
    window.dispatchEvent(new Event('pagehide'))
    opened.player.seek(40_000)
    opened.player.next()
    vi.advanceTimersByTime(2000)
    expect(opened.listened.slice(1)).toEqual([
      [1, 30_000],
      [1, 40_000],
    ])
  })

  test('that nobody moved is not kept again', () => {
    sounding(track(1), track(2, { heardMs: 20_000 }))
    opened.player.pause()
    opened.listened.length = 0
    opened.player.next()
    sound.loaded(60)
    opened.player.close()
    expect(opened.listened).toEqual([])
  })

  test('near the end is where it begins only for who asks for it', () => {
    sounding(track(1), track(2))
    sound.at(59)
    opened.player.next()
    opened.player.previous()
    vi.advanceTimersByTime(300)
    sound.loaded(60)
    expect(opened.audio.currentTime).toBe(0)
    opened.player.playNow(track(7), 59_000)
    vi.advanceTimersByTime(300)
    sound.loaded(60)
    expect(opened.audio.currentTime).toBe(59)
  })

  test('in what belongs to somebody else is nobody’s to keep', () => {
    sounding(track(1, { isOwn: false }))
    sound.at(16)
    opened.player.toggle()
    sound.end()
    expect(opened.listened).toEqual([])
  })

  test('at the end is the end', () => {
    sounding(track(1))
    sound.at(59)
    sound.end()
    expect(opened.listened.at(-1)).toEqual([1, 60_000])
  })

  test('moves by 15 s and not beyond the ends', () => {
    sounding(track(1))
    sound.at(50)
    opened.player.skip(15_000)
    expect(opened.audio.currentTime).toBe(60)
    opened.player.skip(-90_000)
    expect(opened.audio.currentTime).toBe(0)
  })

  test('"hear from here" seeks in what plays, and keeps the queue when it plays something else', () => {
    sounding(track(1), track(2))
    opened.player.playNow(track(1), 30_000)
    expect(opened.audio.currentTime).toBe(30)
    opened.player.playNow(track(7), 12_000)
    vi.advanceTimersByTime(300)
    sound.loaded(60)
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([7, 1, 2])
    expect(opened.audio.currentTime).toBe(12)
  })
})

describe('another voice of what plays', () => {
  const before = track(1, { audioUrl: '/audio/1/deep.mp3?expires=1' })
  const after = track(1, { audioUrl: '/audio/1/clear.mp3?expires=2' })

  test('takes its place, and begins where it is asked to', () => {
    sounding(before, track(2))
    sound.at(20)
    opened.player.playNow(after, 12_000)
    vi.advanceTimersByTime(300)
    sound.loaded(60)
    expect(source()).toBe(after.audioUrl)
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([1, 2])
    expect(opened.audio.currentTime).toBe(12)
  })

  test('is none when only the signature of its address is another', () => {
    sounding(before)
    opened.player.playNow({ ...before, audioUrl: '/audio/1/deep.mp3?expires=2' })
    expect(source()).toBe(before.audioUrl)
    expect(sound.isOn()).toBe(true)
  })
})

describe('playing on', () => {
  test('is left to the listener where they want it so, and the next waits for them', () => {
    sounding(track(1), track(2))
    opened.player.setPlaysOn(false)
    sound.end()
    vi.advanceTimersByTime(1_000)
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([2])
    expect(sound.isOn()).toBe(false)
    opened.player.toggle()
    vi.advanceTimersByTime(300)
    expect(sound.isOn()).toBe(true)
  })
})

describe('the sleep timer', () => {
  test('stops after its minutes', () => {
    sounding(track(1))
    opened.player.setSleep({ kind: 'at', atMs: Date.now() + 300_000 })
    vi.advanceTimersByTime(299_000)
    expect(sound.isOn()).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(sound.isOn()).toBe(false)
    expect(opened.player.current().sleep.kind).toBe('off')
  })

  test('stops at the end of the summary and keeps what follows', () => {
    sounding(track(1), track(2))
    opened.player.setSleep({ kind: 'end_of_summary' })
    sound.end()
    expect(sound.isOn()).toBe(false)
    expect(opened.player.current()).toMatchObject({ isPlaying: false, sleep: { kind: 'off' } })
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([2])
  })
})

test('one summary queued twice is heard twice', () => {
  sounding(track(1), track(1))
  sound.end()
  expect(opened.player.current().queue).toHaveLength(1)
  expect(sound.isOn()).toBe(true)
})
