import {
  delayElapsed,
  emptyPlayback,
  ended,
  failed,
  jumpTo,
  next,
  type Playback,
  type PlaybackSpeed,
  pause,
  play,
  playbackSpeeds,
  previous,
  pushList,
  pushOne,
  removeAt,
  removeMatching,
  restoreRemoved,
  resumed,
  shouldPlayAudio,
  toggle,
  undoClear,
  updateTime,
} from '@recaps/domain/playback'
import { serverFileUrl } from '../../device/server-url.ts'
import { type DeviceStorage, withFallback } from '../../device/storage.ts'
import { isSameAudio, type Track } from './track.ts'
import { isUrlExpired } from './url-expiry.ts'

export type SleepTimer = { kind: 'off' } | { kind: 'at'; atMs: number } | { kind: 'end_of_summary' }

export interface PlayerState extends Playback<Track> {
  speed: PlaybackSpeed
  sleep: SleepTimer
  /** Whether the next track starts automatically when one ends. */
  autoplay: boolean
  /** The current track failed to play. The next start fetches a fresh audio URL first. */
  hasFailed: boolean
  /** Number of failures so far; each increase shows a toast. */
  failureCount: number
}

export interface PlayerDeps {
  /** One element for all tracks: phones only let an element play on that was started by a touch. */
  audio: HTMLAudioElement
  storage: DeviceStorage
  now(): number
  /** Saves the playback position of one of the user's own summaries. */
  onListened(id: number, positionMs: number): void
  /** Fetches a fresh audio URL when the old one has expired; null if there is no audio. */
  fetchAudioUrl(track: Track): Promise<string | null>
}

export type Player = ReturnType<typeof createPlayer>

/** How often the position is saved during playback. */
const saveEveryMs = 15_000
/** Interrupted playback resumes automatically only if the audio is ready again within this time. */
const resumeWithinMs = 5 * 60_000
/** Delay before a seek is saved, so that holding a key down saves only the last position. */
const saveSeekAfterMs = 1000

/** Keeps the audio element in sync with the pure model of `domain/playback`: events update the model, and the model drives the element. */
export function createPlayer({ audio, storage, now, onListened, fetchAudioUrl }: PlayerDeps) {
  let state: PlayerState = {
    ...emptyPlayback,
    speed: storedSpeed(storage),
    sleep: { kind: 'off' },
    autoplay: withFallback(() => storage.get('playsOn'), null) !== 'off',
    hasFailed: false,
    failureCount: 0,
  }
  let waitTimer: ReturnType<typeof setTimeout> | undefined
  let sleepTimer: ReturnType<typeof setTimeout> | undefined
  /** Set while a seek has not been saved yet. */
  let saveSeekTimer: ReturnType<typeof setTimeout> | undefined
  let lastSavedMs = 0
  let seekOnLoadMs = 0
  /** The last track that got a fresh URL. If that URL fails too, it is not renewed again, which could loop forever. */
  let renewed: Track | undefined
  /** The track that failed during playback, and when. */
  let interrupted: { track: Track | undefined; atMs: number } | undefined
  /** Last known position of each summary in ms, by summary id. */
  const positions = new Map<number, number>()
  const listeners = new Set<() => void>()

  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const step = (change: (p: Playback<Track>) => Playback<Track>) => {
    const before = state
    const after = change(before)
    if (after === before) return
    const isHeadChanged = after.queue[0] !== before.queue[0]
    if (isHeadChanged ? before.isPlaying || saveSeekTimer : before.isPlaying && !after.isPlaying) savePosition(before)
    set(after)
    syncAudio(before)
  }

  /** Applies the state to the timer, the audio source and playback. */
  const syncAudio = (before: PlayerState) => {
    if (state.waiting !== before.waiting) {
      clearTimeout(waitTimer)
      if (state.waiting.kind !== 'nothing') waitTimer = setTimeout(() => step(delayElapsed), state.waiting.afterMs)
    }
    if (state.queue[0] !== before.queue[0]) load(state.queue[0])
    // Do not pause an element that is already paused: WebKit would not resume it after a phone call.
    const shouldPlay = shouldPlayAudio(state)
    if (shouldPlay && audio.paused) startAudio()
    if (!shouldPlay && !audio.paused) audio.pause()
  }

  const load = (track: Track | undefined) => {
    if (!track) {
      audio.removeAttribute('src')
      audio.load()
      return
    }
    seekOnLoadMs = positions.get(track.id) ?? resumePosition(track.startMs, track.durationMs)
    audio.src = serverFileUrl(track.audioUrl)
    set({ hasFailed: false })
  }

  const fail = () => {
    if (state.isPlaying) interrupted = { track: state.queue[0], atMs: now() }
    step(failed)
    set({ hasFailed: true, failureCount: state.failureCount + 1 })
  }

  /** A new source resets the rate, so it is applied again before each start. */
  const applySpeed = () => {
    audio.preservesPitch = true
    audio.defaultPlaybackRate = state.speed
    audio.playbackRate = state.speed
  }

  const startAudio = () => {
    // Browsers refuse to play a source that has failed, without an event.
    if (state.hasFailed) return void renewHead()
    applySpeed()
    audio.play()?.catch(error => {
      // The browser requires a user gesture first. Any other failure arrives as an `error` event.
      if (error instanceof DOMException && error.name === 'NotAllowedError') step(pause)
    })
  }

  const savePosition = (from: PlayerState) => {
    clearTimeout(saveSeekTimer)
    saveSeekTimer = undefined
    const track = from.queue[0]
    if (!track || from.durationMs === 0) return
    lastSavedMs = now()
    positions.set(track.id, resumePosition(from.timeMs, from.durationMs))
    if (track.isOwn) onListened(track.id, Math.round(from.timeMs))
  }

  const durationMs = () => (Number.isFinite(audio.duration) ? audio.duration * 1000 : (state.queue[0]?.durationMs ?? 0))

  const events: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    loadedmetadata() {
      if (seekOnLoadMs > 0 && seekOnLoadMs < durationMs()) audio.currentTime = seekOnLoadMs / 1000
      seekOnLoadMs = 0
      step(p => updateTime(p, audio.currentTime * 1000, durationMs()))
    },
    timeupdate() {
      if (state.queue.length === 0 || state.hasFailed || seekOnLoadMs > 0) return
      step(p => updateTime(p, audio.currentTime * 1000, durationMs()))
      if (state.isPlaying && now() - lastSavedMs > saveEveryMs) savePosition(state)
    },
    ended() {
      const track = state.queue[0]
      if (!track) return
      if (track.isOwn) onListened(track.id, Math.round(durationMs()))
      positions.delete(track.id)
      const isSleepDue = state.sleep.kind === 'end_of_summary'
      const shouldStop = isSleepDue || !state.autoplay
      if (isSleepDue) set({ sleep: { kind: 'off' } })
      // The final position is saved above. A zero duration keeps `step` from saving it again as a skipped track.
      state = { ...state, durationMs: 0 }
      step(p => (shouldStop ? pause(ended(p)) : ended(p)))
    },
    error() {
      if (!audio.getAttribute('src')) return
      console.error('Audio playback failed:', audio.error?.message ?? audio.error?.code)
      const { isPlaying } = state
      const [head] = state.queue
      if (!head || head === renewed || !isUrlExpired(head)) return fail()
      // Only the URL has expired: show no error and resume with a fresh one.
      step(failed)
      set({ hasFailed: true })
      if (isPlaying) step(play)
    },
    // The system pauses too, for a phone call or when headphones are unplugged.
    pause() {
      if (shouldPlayAudio(state) && !audio.ended) step(pause)
    },
    // The system resumes playback after a call.
    play() {
      if (!audio.paused) step(resumed)
    },
  }
  const saveOnPageHide = () => (state.isPlaying || saveSeekTimer) && savePosition(state)

  /** Replaces the URL of a queued track with a fresh one. Returns false if none is available. */
  const renewQueued = async (track: Track): Promise<boolean> => {
    const audioUrl = await fetchAudioUrl(track).catch(() => null)
    if (!audioUrl) return false
    const fresh = { ...track, audioUrl }
    renewed = fresh
    step(p => ({ ...p, queue: p.queue.map(queued => (queued === track ? fresh : queued)) }))
    return true
  }

  const renewHead = async () => {
    const [head] = state.queue
    if (head && !(await renewQueued(head)) && state.queue[0] === head) fail()
  }

  /** Plays a track now, before the rest of the queue. Resumes it if it is the current track. */
  const playNow = (track: Track, fromMs?: number) => {
    if (isSameAudio(state.queue[0], track)) {
      if (fromMs !== undefined) seek(fromMs)
      return step(play)
    }
    step(p => pushList(p, [{ ...track }, ...p.queue.filter(queued => queued.id !== track.id)]))
    // Must follow the step, which saves the position of the previous track: that may be the same summary in another voice.
    if (fromMs !== undefined) positions.set(track.id, fromMs)
  }

  const seek = (ms: number) => {
    const to = Math.min(Math.max(0, ms), durationMs() || ms)
    const [head] = state.queue
    // If the audio has failed, the next attempt reloads it and starts here.
    if (head) positions.set(head.id, to)
    if (audio.readyState === 0) seekOnLoadMs = to
    else audio.currentTime = to / 1000
    step(p => updateTime(p, to, durationMs()))
    clearTimeout(saveSeekTimer)
    saveSeekTimer = setTimeout(() => savePosition(state), saveSeekAfterMs)
  }

  /** Returns an undo function. */
  const clear = (change: (p: Playback<Track>) => Playback<Track>) => {
    const before = state
    step(change)
    const cleared = state
    return () => {
      const [head] = before.queue
      const isHeadNext = state.queue.length === 0 && cleared.queue.length === 0
      // Restore the exact position, even one so near the end that playback would normally restart.
      if (head && isHeadNext && before.durationMs > 0) positions.set(head.id, before.timeMs)
      step(p => undoClear(p, before, cleared, (one, other) => one.id === other.id))
    }
  }

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Starts listening to the element and the page. Returns a function that detaches and pauses. */
    attach() {
      for (const [name, listener] of Object.entries(events)) audio.addEventListener(name, listener)
      window.addEventListener('pagehide', saveOnPageHide)
      return () => {
        for (const [name, listener] of Object.entries(events)) audio.removeEventListener(name, listener)
        window.removeEventListener('pagehide', saveOnPageHide)
        clearTimeout(waitTimer)
        clearTimeout(sleepTimer)
        clearTimeout(saveSeekTimer)
        audio.pause()
      }
    },
    /** Current position; more precise than `timeMs`, which is updated about four times a second. */
    positionMs: () => audio.currentTime * 1000,
    playList: (tracks: readonly Track[]) =>
      step(p =>
        pushList(
          p,
          tracks.map(track => ({ ...track })),
        ),
      ),
    add: (track: Track) => step(p => pushOne(p, { ...track })),
    playNow,
    /** Pauses the track if it is playing, otherwise plays it now. */
    playOrPause(track: Track) {
      if (state.isPlaying && isSameAudio(state.queue[0], track)) step(pause)
      else playNow(track)
    },
    toggle: () => step(toggle),
    pause: () => step(pause),
    /** Call when the audio of a summary is ready (again): resumes the current track if it failed for lack of audio. */
    onAudioReady(id: number) {
      const [head] = state.queue
      const isLate = !interrupted || now() - interrupted.atMs > resumeWithinMs
      if (head?.id === id && head === interrupted?.track && state.hasFailed && !isLate) step(play)
    },
    /** Renews an expired URL of the next track ahead of time: on a locked phone it must start without a request in between. */
    renewNextUrl() {
      const next = state.queue[1]
      if (next && isUrlExpired(next)) void renewQueued(next)
    },
    next: () => step(next),
    /** Restarts the current track if there is no previous one. */
    previous() {
      if (state.history.length > 0) step(previous)
      else seek(0)
    },
    jumpTo: (index: number) => step(p => jumpTo(p, index)),
    removeFromQueue: (index: number) => step(p => removeAt(p, index)),
    /** Removes deleted summaries without saving their position. Returns a function that puts restored ones back. */
    removeDeleted(ids: readonly number[]) {
      const before = state
      const isDeleted = ({ id }: Track) => ids.includes(id)
      const [head] = before.queue
      if (head && isDeleted(head)) state = { ...state, durationMs: 0 }
      step(p => removeMatching(p, isDeleted))
      return (restoredIds: readonly number[]) => {
        const isRestored = ({ id }: Track) => restoredIds.includes(id) && ids.includes(id)
        if (head && isRestored(head) && before.durationMs > 0) positions.set(head.id, before.timeMs)
        step(p => restoreRemoved(p, before, isRestored, (one, other) => one.id === other.id))
      }
    },
    close: () => clear(p => ({ ...p, ...emptyPlayback })),
    clearNext: () => clear(p => ({ ...p, queue: p.queue.slice(0, 1) })),
    seek,
    /** Skips from the current position, or from the start position while the audio is loading. */
    skip: (byMs: number) => seek((audio.readyState === 0 ? seekOnLoadMs : audio.currentTime * 1000) + byMs),
    setSpeed(speed: PlaybackSpeed) {
      set({ speed })
      applySpeed()
      withFallback(() => storage.set('playbackSpeed', String(speed)), undefined)
    },
    setAutoplay(autoplay: boolean) {
      set({ autoplay })
      withFallback(() => (autoplay ? storage.remove('playsOn') : storage.set('playsOn', 'off')), undefined)
    },
    setSleep(sleep: SleepTimer) {
      clearTimeout(sleepTimer)
      set({ sleep })
      if (sleep.kind !== 'at') return
      sleepTimer = setTimeout(() => {
        step(pause)
        set({ sleep: { kind: 'off' } })
      }, sleep.atMs - now())
    },
  }
}

/** From this fraction of the duration on, a summary counts as finished and restarts instead of resuming. */
const finishedFraction = 0.97

const resumePosition = (listenedMs: number, durationMs: number | null): number =>
  durationMs !== null && listenedMs >= durationMs * finishedFraction ? 0 : listenedMs

function storedSpeed(storage: DeviceStorage): PlaybackSpeed {
  const stored = Number(withFallback(() => storage.get('playbackSpeed'), null))
  return playbackSpeeds.find(speed => speed === stored) ?? 1
}
