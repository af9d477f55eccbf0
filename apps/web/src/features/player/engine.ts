import {
  dropAt,
  emptyPlayback,
  ended,
  failed,
  heard,
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
  resumed,
  toggle,
  unclear,
  waited,
  wantsSound,
  withBack,
  without,
} from '@recaps/domain/playback'
import { addressOf } from '../../device/address.ts'
import { type DeviceStorage, leniently } from '../../device/storage.ts'
import { isOver } from './link-end.ts'
import { isSameSound, type Track } from './track.ts'

export type Sleep = { kind: 'off' } | { kind: 'at'; atMs: number } | { kind: 'end_of_summary' }

export interface PlayerState extends Playback<Track> {
  speed: PlaybackSpeed
  sleep: Sleep
  /** Whether the next in the queue begins by itself when one has ended. */
  playsOn: boolean
  /** The sound of the head could not be played; its next start asks for a fresh address first. */
  hasFailed: boolean
  /** How often that was so: each time is one to tell of. */
  failures: number
}

export interface PlayerDeps {
  /** The one element for everything that is heard: phones keep only an element that was started by a touch. */
  audio: HTMLAudioElement
  storage: DeviceStorage
  now(): number
  /** Keeps the listener's place in one of their own. */
  onListened(id: number, atMs: number): void
  /** A fresh address for a sound whose address has expired; null when there is none. */
  renew(track: Track): Promise<string | null>
}

export type Player = ReturnType<typeof createPlayer>

/** How often the place is kept while playing. */
const keepEveryMs = 15_000
/** Audio that is ready again after longer than this starts nothing by itself: its listener does something else by now. */
const goesOnForMs = 5 * 60_000
/** How long after a seek it is kept: of a key that is held down only the last one counts. */
const keepSoughtAfterMs = 1000

/** Makes the audio element follow the pure model of `domain/playback`: every event is a step, every step is obeyed. */
export function createPlayer({ audio, storage, now, onListened, renew }: PlayerDeps) {
  let state: PlayerState = {
    ...emptyPlayback,
    speed: storedSpeed(storage),
    sleep: { kind: 'off' },
    playsOn: leniently(() => storage.get('playsOn'), null) !== 'off',
    hasFailed: false,
    failures: 0,
  }
  let waitTimer: ReturnType<typeof setTimeout> | undefined
  let sleepTimer: ReturnType<typeof setTimeout> | undefined
  /** Runs while a place that was sought is not kept yet. */
  let soughtTimer: ReturnType<typeof setTimeout> | undefined
  let keptAtMs = 0
  let seekOnLoadMs = 0
  /** Which address was asked for anew last: where that is of no use either, asking on would never end. */
  let renewed: Track | undefined
  /** What failed while it played, and when. */
  let brokeOff: { track: Track | undefined; atMs: number } | undefined
  const places = new Map<number, number>()
  const listeners = new Set<() => void>()

  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const step = (change: (p: Playback<Track>) => Playback<Track>) => {
    const before = state
    const after = change(before)
    if (after === before) return
    const isLeft = after.queue[0] !== before.queue[0]
    if (isLeft ? before.isPlaying || soughtTimer : before.isPlaying && !after.isPlaying) keepPlace(before)
    set(after)
    obey(before)
  }

  /** Brings timer, source and sound in line with the state. */
  const obey = (before: PlayerState) => {
    if (state.waiting !== before.waiting) {
      clearTimeout(waitTimer)
      if (state.waiting.kind !== 'nothing') waitTimer = setTimeout(() => step(waited), state.waiting.afterMs)
    }
    if (state.queue[0] !== before.queue[0]) load(state.queue[0])
    // One that is paused already is left alone: told once more, WebKit would not give the sound back after a call.
    const isWanted = wantsSound(state)
    if (isWanted && audio.paused) startSound()
    if (!isWanted && !audio.paused) audio.pause()
  }

  const load = (track: Track | undefined) => {
    if (!track) {
      audio.removeAttribute('src')
      audio.load()
      return
    }
    seekOnLoadMs = places.get(track.id) ?? startOf(track.heardMs, track.durationMs)
    audio.src = addressOf(track.audioUrl)
    set({ hasFailed: false })
  }

  const fail = () => {
    if (state.isPlaying) brokeOff = { track: state.queue[0], atMs: now() }
    step(failed)
    set({ hasFailed: true, failures: state.failures + 1 })
  }

  /** A new source resets the rate, so it is applied again before each start. */
  const applySpeed = () => {
    audio.preservesPitch = true
    audio.defaultPlaybackRate = state.speed
    audio.playbackRate = state.speed
  }

  const startSound = () => {
    // Browsers refuse a source that has failed, and no event tells of it.
    if (state.hasFailed) return void renewHead()
    applySpeed()
    audio.play()?.catch(error => {
      // The browser wants a touch first. Anything else arrives as an `error` event.
      if (error instanceof DOMException && error.name === 'NotAllowedError') step(pause)
    })
  }

  const keepPlace = (from: PlayerState) => {
    clearTimeout(soughtTimer)
    soughtTimer = undefined
    const track = from.queue[0]
    if (!track || from.durationMs === 0) return
    keptAtMs = now()
    places.set(track.id, startOf(from.timeMs, from.durationMs))
    if (track.isOwn) onListened(track.id, Math.round(from.timeMs))
  }

  const durationMs = () => (Number.isFinite(audio.duration) ? audio.duration * 1000 : (state.queue[0]?.durationMs ?? 0))

  const events: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    loadedmetadata() {
      if (seekOnLoadMs > 0 && seekOnLoadMs < durationMs()) audio.currentTime = seekOnLoadMs / 1000
      seekOnLoadMs = 0
      step(p => heard(p, audio.currentTime * 1000, durationMs()))
    },
    timeupdate() {
      if (state.queue.length === 0 || state.hasFailed || seekOnLoadMs > 0) return
      step(p => heard(p, audio.currentTime * 1000, durationMs()))
      if (state.isPlaying && now() - keptAtMs > keepEveryMs) keepPlace(state)
    },
    ended() {
      const track = state.queue[0]
      if (!track) return
      if (track.isOwn) onListened(track.id, Math.round(durationMs()))
      places.delete(track.id)
      const sleepsHere = state.sleep.kind === 'end_of_summary'
      const stopsHere = sleepsHere || !state.playsOn
      if (sleepsHere) set({ sleep: { kind: 'off' } })
      // The place of the finished one is kept above; its state must not be kept again as if it had been skipped.
      state = { ...state, durationMs: 0 }
      step(p => (stopsHere ? pause(ended(p)) : ended(p)))
    },
    error() {
      if (!audio.getAttribute('src')) return
      console.error('The audio could not be played:', audio.error?.message ?? audio.error?.code)
      const { isPlaying } = state
      const [head] = state.queue
      if (!head || head === renewed || !isOver(head)) return fail()
      // Only its address is over: nobody need be told, and what played goes on with a fresh one.
      step(failed)
      set({ hasFailed: true })
      if (isPlaying) step(play)
    },
    // The system pauses too: a call comes in, the headphones are pulled out.
    pause() {
      if (wantsSound(state) && !audio.ended) step(pause)
    },
    // And gives back what it has paused, once the call is over.
    play() {
      if (!audio.paused) step(resumed)
    },
  }
  const keepOnLeave = () => (state.isPlaying || soughtTimer) && keepPlace(state)

  /** Gives one that is queued a fresh address; says whether there was one. */
  const renewQueued = async (track: Track): Promise<boolean> => {
    const audioUrl = await renew(track).catch(() => null)
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

  /** Plays one now and keeps what was queued after it. Plays on when it is the head already. */
  const playNow = (track: Track, atMs?: number) => {
    if (isSameSound(state.queue[0], track)) {
      if (atMs !== undefined) seek(atMs)
      return step(play)
    }
    step(p => pushList(p, [{ ...track }, ...p.queue.filter(queued => queued.id !== track.id)]))
    // After that step: what it ends may be the same in another voice, whose place it keeps.
    if (atMs !== undefined) places.set(track.id, atMs)
  }

  const seek = (ms: number) => {
    const to = Math.min(Math.max(0, ms), durationMs() || ms)
    const [head] = state.queue
    // A next try brings the sound anew.
    if (head) places.set(head.id, to)
    if (audio.readyState === 0) seekOnLoadMs = to
    else audio.currentTime = to / 1000
    step(p => heard(p, to, durationMs()))
    clearTimeout(soughtTimer)
    soughtTimer = setTimeout(() => keepPlace(state), keepSoughtAfterMs)
  }

  /** Returns how to undo it. */
  const clear = (change: (p: Playback<Track>) => Playback<Track>) => {
    const before = state
    step(change)
    const cleared = state
    return () => {
      const [head] = before.queue
      const isHeadNext = state.queue.length === 0 && cleared.queue.length === 0
      // Where it stood, also where that is so near its end that it would begin again.
      if (head && isHeadNext && before.durationMs > 0) places.set(head.id, before.timeMs)
      step(p => unclear(p, before, cleared, (one, other) => one.id === other.id))
    }
  }

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Binds to the element and the page; returns how to let go. */
    attach() {
      for (const [name, listener] of Object.entries(events)) audio.addEventListener(name, listener)
      window.addEventListener('pagehide', keepOnLeave)
      return () => {
        for (const [name, listener] of Object.entries(events)) audio.removeEventListener(name, listener)
        window.removeEventListener('pagehide', keepOnLeave)
        clearTimeout(waitTimer)
        clearTimeout(sleepTimer)
        clearTimeout(soughtTimer)
        audio.pause()
      }
    },
    /** Where the sound is this instant: finer than `timeMs`, which follows four times a second. */
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
    /** Plays one now; the one that plays is paused. */
    playOrPause(track: Track) {
      if (state.isPlaying && isSameSound(state.queue[0], track)) step(pause)
      else playNow(track)
    },
    toggle: () => step(toggle),
    pause: () => step(pause),
    /** The audio of this one was made, or made again because the service had lost it: what broke off there goes on. */
    onReady(id: number) {
      const [head] = state.queue
      const isLate = !brokeOff || now() - brokeOff.atMs > goesOnForMs
      if (head?.id === id && head === brokeOff?.track && state.hasFailed && !isLate) step(play)
    },
    /** On a locked phone the sound must follow at once, and cannot ask first: this asks ahead. */
    renewNext() {
      const next = state.queue[1]
      if (next && isOver(next)) void renewQueued(next)
    },
    next: () => step(next),
    /** With nothing before it, back to its beginning. */
    previous() {
      if (state.history.length > 0) step(previous)
      else seek(0)
    },
    jumpTo: (index: number) => step(p => jumpTo(p, index)),
    drop: (index: number) => step(p => dropAt(p, index)),
    /** Takes out what was deleted; nobody's place is kept in it. Returns how to put those of it back that are there again. */
    forget(ids: readonly number[]) {
      const before = state
      const isGone = ({ id }: Track) => ids.includes(id)
      const [head] = before.queue
      if (head && isGone(head)) state = { ...state, durationMs: 0 }
      step(p => without(p, isGone))
      return (back: readonly number[]) => {
        const isBack = ({ id }: Track) => back.includes(id) && ids.includes(id)
        if (head && isBack(head) && before.durationMs > 0) places.set(head.id, before.timeMs)
        step(p => withBack(p, before, isBack, (one, other) => one.id === other.id))
      }
    },
    close: () => clear(p => ({ ...p, ...emptyPlayback })),
    clearNext: () => clear(p => ({ ...p, queue: p.queue.slice(0, 1) })),
    seek,
    /** Before the sound is there, from where it is to begin. */
    skip: (byMs: number) => seek((audio.readyState === 0 ? seekOnLoadMs : audio.currentTime * 1000) + byMs),
    setSpeed(speed: PlaybackSpeed) {
      set({ speed })
      applySpeed()
      leniently(() => storage.set('playbackSpeed', String(speed)), undefined)
    },
    setPlaysOn(playsOn: boolean) {
      set({ playsOn })
      leniently(() => (playsOn ? storage.remove('playsOn') : storage.set('playsOn', 'off')), undefined)
    },
    setSleep(sleep: Sleep) {
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

/** The nearest to the end from which a summary is still resumed; closer to it, it starts again. */
const nearlyHeard = 0.97

/** Where one starts that was heard up to there. */
const startOf = (heardMs: number, durationMs: number | null): number =>
  durationMs !== null && heardMs >= durationMs * nearlyHeard ? 0 : heardMs

function storedSpeed(storage: DeviceStorage): PlaybackSpeed {
  const stored = Number(leniently(() => storage.get('playbackSpeed'), null))
  return playbackSpeeds.find(speed => speed === stored) ?? 1
}
