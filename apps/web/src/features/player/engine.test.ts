import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStorage } from '../../device/storage.ts'
import { testAudio } from '../../test/browser.ts'
import { createPlayer } from './engine.ts'
import type { Track } from './track.ts'

const track = (id: number, change: Partial<Track> = {}): Track => ({
  id,
  title: `Talk ${id}`,
  channel: 'Channel',
  thumbnailUrl: null,
  audioUrl: `/audio/${id}.mp3`,
  durationMs: 60_000,
  startMs: 0,
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
  const fetchAudioUrl = vi.fn<(track: Track) => Promise<string | null>>(async () => '/audio/fresh.mp3')
  const player = createPlayer({
    audio,
    storage,
    now: () => Date.now(),
    onListened: (...position) => listened.push(position),
    fetchAudioUrl,
  })
  const detach = player.attach()
  return { player, audio, listened, fetchAudioUrl, detach }
}

let opened: ReturnType<typeof openPlayer>
beforeEach(() => {
  vi.useFakeTimers()
  opened = openPlayer()
})
afterEach(() => {
  opened.detach()
  for (const audio of document.querySelectorAll('audio')) audio.remove()
  vi.useRealTimers()
})

const source = () => opened.audio.getAttribute('src')
const startPlaying = (...tracks: Track[]) => {
  opened.player.playList(tracks)
  vi.advanceTimersByTime(300)
  testAudio.loaded(60)
}

describe('player audio', () => {
  test('loads a new queue after 5 ms and starts playback about 250 ms later [spec 4.15, 4.18]', () => {
    opened.player.playList([track(1), track(2)])
    expect(source()).toBeNull()
    vi.advanceTimersByTime(5)
    expect(source()).toBe('/audio/1.mp3')
    expect(testAudio.isOn()).toBe(false)
    vi.advanceTimersByTime(249)
    expect(testAudio.isOn()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(testAudio.isOn()).toBe(true)
  })

  test('starts the next track on the same element, in the same tick in which the previous one ends [spec 4.16]', () => {
    startPlaying(track(1), track(2))
    testAudio.end()
    expect(source()).toBe('/audio/2.mp3')
    expect(testAudio.isOn()).toBe(true)
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([2])
    expect(document.querySelectorAll('audio')).toHaveLength(1)
  })

  test('stops playback and unloads the audio after the last track', () => {
    startPlaying(track(1))
    testAudio.end()
    expect(opened.player.current()).toMatchObject({ queue: [], isPlaying: false })
    expect(source()).toBeNull()
  })

  test('resets to 0:00 of 0:00 when playback fails, and fetches a fresh URL on the next attempt [spec 4.17]', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    startPlaying(track(1), track(2))
    testAudio.at(20)
    testAudio.fail()
    expect(opened.player.current()).toMatchObject({ isPlaying: false, timeMs: 0, durationMs: 0, hasFailed: true })
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    expect(opened.fetchAudioUrl).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }))
    expect(source()).toBe('/audio/fresh.mp3')
    expect(testAudio.isOn()).toBe(true)
  })

  test('retries failed audio from the position sought after the failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    startPlaying(track(1))
    testAudio.at(20)
    testAudio.fail()
    opened.player.seek(45_000)
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    testAudio.loaded(60)
    expect(opened.audio.currentTime).toBe(45)
  })

  test('applies skips made after a load failure to the saved position on the next attempt', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    opened.player.playList([track(1, { startMs: 20_000 })])
    await vi.advanceTimersByTimeAsync(300)
    testAudio.fail()
    opened.player.skip(15_000)
    opened.player.skip(15_000)
    opened.player.skip(-15_000)
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    testAudio.loaded(60)
    expect(opened.audio.currentTime).toBe(35)
  })

  test('reports no failure for an expired URL while paused, and renews the URL on play', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    startPlaying(track(1), track(2, { audioUrl: '/audio/2.mp3?expires=1000' }))
    opened.player.pause()
    opened.player.next()
    testAudio.fail()
    expect(opened.player.current()).toMatchObject({ isPlaying: false, failureCount: 0 })
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    expect(source()).toBe('/audio/fresh.mp3')
    expect(testAudio.isOn()).toBe(true)
  })

  test('reports a failure and stops renewing when the fresh URL fails too', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    opened.fetchAudioUrl.mockResolvedValue('/audio/1.mp3?expires=2000')
    startPlaying(track(1, { audioUrl: '/audio/1.mp3?expires=1000' }))
    testAudio.fail()
    await vi.advanceTimersByTimeAsync(300)
    testAudio.fail()
    await vi.advanceTimersByTimeAsync(1000)
    expect(opened.fetchAudioUrl).toHaveBeenCalledTimes(1)
    expect(opened.player.current()).toMatchObject({ isPlaying: false, hasFailed: true, failureCount: 1 })
  })

  test('resumes interrupted playback once missing audio is ready again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    opened.fetchAudioUrl.mockResolvedValueOnce(null)
    startPlaying(track(1))
    testAudio.fail()
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    expect(opened.player.current()).toMatchObject({ isPlaying: false, hasFailed: true, failureCount: 2 })
    opened.player.onAudioReady(2)
    await vi.advanceTimersByTimeAsync(300)
    expect(testAudio.isOn()).toBe(false)
    opened.player.onAudioReady(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(source()).toBe('/audio/fresh.mp3')
    expect(testAudio.isOn()).toBe(true)
  })

  test.each([
    ['it was paused when it failed', 0, () => opened.player.pause()],
    ['it is ready again much later', 6 * 60_000, () => {}],
  ])('does not resume missing audio when %s', async (_, laterMs, before) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    startPlaying(track(1))
    before()
    testAudio.fail()
    await vi.advanceTimersByTimeAsync(laterMs)
    opened.player.onAudioReady(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(opened.player.current()).toMatchObject({ isPlaying: false, failureCount: 1 })
    expect(opened.fetchAudioUrl).not.toHaveBeenCalled()
  })

  test('does not start the audio if playback was paused while a fresh URL was fetched', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { promise, resolve } = Promise.withResolvers<string | null>()
    opened.fetchAudioUrl.mockReturnValue(promise)
    startPlaying(track(1))
    testAudio.fail()
    opened.player.toggle()
    await vi.advanceTimersByTimeAsync(300)
    opened.player.toggle()
    resolve('/audio/fresh.mp3')
    await vi.advanceTimersByTimeAsync(300)
    expect(source()).toBe('/audio/fresh.mp3')
    expect(testAudio.isOn()).toBe(false)
  })

  test('does not restart audio that the system has paused', () => {
    startPlaying(track(1))
    opened.audio.pause()
    opened.audio.dispatchEvent(new Event('pause'))
    expect(opened.player.current().isPlaying).toBe(false)
  })

  test('plays on when the system resumes the audio after a call', () => {
    startPlaying(track(1))
    testAudio.stop()
    // If the page pauses during the call, WebKit does not resume the audio afterwards.
    const pause = vi.spyOn(opened.audio, 'pause')
    opened.player.pause()
    testAudio.at(1)
    expect(pause).not.toHaveBeenCalled()
    testAudio.giveBack()
    expect(opened.player.current()).toMatchObject({ isPlaying: true, waiting: { kind: 'nothing' } })
    expect(testAudio.isOn()).toBe(true)
  })

  test('shows audio as paused when the browser requires a user gesture', async () => {
    opened.audio.play = () => Promise.reject(new DOMException('touch first', 'NotAllowedError'))
    opened.player.playList([track(1)])
    await vi.advanceTimersByTimeAsync(300)
    expect(opened.player.current().isPlaying).toBe(false)
  })
})

describe('playback speed', () => {
  test('stores the playback speed and applies it to each track, preserving pitch [spec 9.8]', () => {
    opened.player.setSpeed(1.5)
    expect(localStorage.getItem('playbackSpeed')).toBe('1.5')
    startPlaying(track(1), track(2))
    expect(opened.audio.playbackRate).toBe(1.5)
    expect(opened.audio.preservesPitch).toBe(true)
    opened.player.next()
    vi.advanceTimersByTime(300)
    expect(source()).toBe('/audio/2.mp3')
    expect(opened.audio.playbackRate).toBe(1.5)
  })

  test('restores the stored playback speed, or uses 1 if the stored value is invalid [spec 9.8]', () => {
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

describe('playback position', () => {
  test('starts at the saved playback position', () => {
    startPlaying(track(1, { startMs: 42_000 }))
    expect(opened.audio.currentTime).toBe(42)
  })

  test('saves the playback position every 15 s, on pause and when another track starts', () => {
    startPlaying(track(1), track(2))
    opened.listened.length = 0
    vi.advanceTimersByTime(15_001)
    testAudio.at(15)
    expect(opened.listened).toEqual([[1, 15_000]])
    testAudio.at(18)
    opened.player.toggle()
    expect(opened.listened.at(-1)).toEqual([1, 18_000])
    opened.player.toggle()
    vi.advanceTimersByTime(300)
    testAudio.at(20)
    opened.player.next()
    expect(opened.listened.at(-1)).toEqual([1, 20_000])
  })

  test('saves a seek made while paused after a short delay, or at once on pagehide or a track change', () => {
    startPlaying(track(1), track(2))
    testAudio.at(5)
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

  test('does not save an unchanged playback position again', () => {
    startPlaying(track(1), track(2, { startMs: 20_000 }))
    opened.player.pause()
    opened.listened.length = 0
    opened.player.next()
    testAudio.loaded(60)
    opened.player.close()
    expect(opened.listened).toEqual([])
  })

  test('restarts a nearly finished track unless a position is given', () => {
    startPlaying(track(1), track(2))
    testAudio.at(59)
    opened.player.next()
    opened.player.previous()
    vi.advanceTimersByTime(300)
    testAudio.loaded(60)
    expect(opened.audio.currentTime).toBe(0)
    opened.player.playNow(track(7), 59_000)
    vi.advanceTimersByTime(300)
    testAudio.loaded(60)
    expect(opened.audio.currentTime).toBe(59)
  })

  test('does not save the playback position in summaries of other users', () => {
    startPlaying(track(1, { isOwn: false }))
    testAudio.at(16)
    opened.player.toggle()
    testAudio.end()
    expect(opened.listened).toEqual([])
  })

  test('saves the full duration as the position when a track ends', () => {
    startPlaying(track(1))
    testAudio.at(59)
    testAudio.end()
    expect(opened.listened.at(-1)).toEqual([1, 60_000])
  })

  test('skips by 15 s within the bounds of the track', () => {
    startPlaying(track(1))
    testAudio.at(50)
    opened.player.skip(15_000)
    expect(opened.audio.currentTime).toBe(60)
    opened.player.skip(-90_000)
    expect(opened.audio.currentTime).toBe(0)
  })

  test('playNow with a position seeks in the current track, or plays another track before the rest of the queue', () => {
    startPlaying(track(1), track(2))
    opened.player.playNow(track(1), 30_000)
    expect(opened.audio.currentTime).toBe(30)
    opened.player.playNow(track(7), 12_000)
    vi.advanceTimersByTime(300)
    testAudio.loaded(60)
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([7, 1, 2])
    expect(opened.audio.currentTime).toBe(12)
  })
})

describe('switching the voice of the current track', () => {
  const before = track(1, { audioUrl: '/audio/1/deep.mp3?expires=1' })
  const after = track(1, { audioUrl: '/audio/1/clear.mp3?expires=2' })

  test('replaces the current track with its other voice at the given position', () => {
    startPlaying(before, track(2))
    testAudio.at(20)
    opened.player.playNow(after, 12_000)
    vi.advanceTimersByTime(300)
    testAudio.loaded(60)
    expect(source()).toBe(after.audioUrl)
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([1, 2])
    expect(opened.audio.currentTime).toBe(12)
  })

  test('keeps the audio loaded when only the signature of its URL differs', () => {
    startPlaying(before)
    opened.player.playNow({ ...before, audioUrl: '/audio/1/deep.mp3?expires=2' })
    expect(source()).toBe(before.audioUrl)
    expect(testAudio.isOn()).toBe(true)
  })
})

describe('autoplay', () => {
  test('waits before the next track when autoplay is off', () => {
    startPlaying(track(1), track(2))
    opened.player.setAutoplay(false)
    testAudio.end()
    vi.advanceTimersByTime(1_000)
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([2])
    expect(testAudio.isOn()).toBe(false)
    opened.player.toggle()
    vi.advanceTimersByTime(300)
    expect(testAudio.isOn()).toBe(true)
  })
})

describe('sleep timer', () => {
  test('pauses playback when the sleep timer runs out', () => {
    startPlaying(track(1))
    opened.player.setSleep({ kind: 'at', atMs: Date.now() + 300_000 })
    vi.advanceTimersByTime(299_000)
    expect(testAudio.isOn()).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(testAudio.isOn()).toBe(false)
    expect(opened.player.current().sleep.kind).toBe('off')
  })

  test('pauses at the end of the summary and keeps the queue when the sleep timer is set to end of summary', () => {
    startPlaying(track(1), track(2))
    opened.player.setSleep({ kind: 'end_of_summary' })
    testAudio.end()
    expect(testAudio.isOn()).toBe(false)
    expect(opened.player.current()).toMatchObject({ isPlaying: false, sleep: { kind: 'off' } })
    expect(opened.player.current().queue.map(({ id }) => id)).toEqual([2])
  })
})

test('plays a summary twice if it is queued twice', () => {
  startPlaying(track(1), track(1))
  testAudio.end()
  expect(opened.player.current().queue).toHaveLength(1)
  expect(testAudio.isOn()).toBe(true)
})
