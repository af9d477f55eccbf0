import { vi } from 'vitest'

/** Fakes the browser features that jsdom lacks, as far as the app uses them. */

interface Media {
  dark: boolean
  width: number
  /** Whether a mouse is available. */
  hover: boolean
}

const media: Media = { dark: false, width: 1440, hover: true }
const lists = new Set<{ update(): void }>()

/** Changes the system theme, the window width or the pointer, and notifies all media query lists. */
export function setMedia(change: Partial<Media>) {
  Object.assign(media, change)
  for (const list of lists) list.update()
}

function matches(query: string): boolean {
  const width = /width >= (\d+)px/.exec(query)
  if (width) return media.width >= Number(width[1])
  if (query.includes('prefers-color-scheme: dark')) return media.dark
  return media.hover && query.includes('hover: hover')
}

function matchMedia(query: string): MediaQueryList {
  const target = new EventTarget()
  let isMatching = matches(query)
  lists.add({
    update() {
      if (matches(query) === isMatching) return
      isMatching = !isMatching
      target.dispatchEvent(new Event('change'))
    },
  })
  return new Proxy(target as MediaQueryList, {
    get(of, name) {
      if (name === 'matches') return matches(query)
      const value = Reflect.get(of, name) as unknown
      return typeof value === 'function' ? value.bind(of) : value
    },
  })
}

class IdleObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export function installBrowser() {
  Object.defineProperty(window, 'matchMedia', { value: matchMedia })
  vi.stubGlobal('ResizeObserver', IdleObserver)
  vi.stubGlobal('IntersectionObserver', IdleObserver)
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  // Virtual lists need the height of a row to calculate how many rows fill the window.
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 100 })
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  HTMLElement.prototype.hidePopover ??= () => {}
  installAudio()
}

export function resetBrowser() {
  media.dark = false
  media.width = 1440
  media.hover = true
  lists.clear()
  window.history.replaceState(null, '', '/')
  document.documentElement.removeAttribute('data-theme')
}

interface AudioState {
  paused: boolean
  time: number
  duration: number
  ended: boolean
}

const states = new WeakMap<HTMLMediaElement, AudioState>()
const stateOf = (element: HTMLMediaElement): AudioState => {
  const state = states.get(element) ?? { paused: true, time: 0, duration: Number.NaN, ended: false }
  states.set(element, state)
  return state
}

function installAudio() {
  const media = HTMLMediaElement.prototype
  const property = (
    name: string,
    get: (sound: AudioState) => unknown,
    set?: (sound: AudioState, value: never) => void,
  ) =>
    Object.defineProperty(media, name, {
      configurable: true,
      get(this: HTMLMediaElement) {
        return get(stateOf(this))
      },
      set(this: HTMLMediaElement, value: never) {
        set?.(stateOf(this), value)
      },
    })
  property('paused', sound => sound.paused)
  property('ended', sound => sound.ended)
  property('duration', sound => sound.duration)
  property('readyState', sound => (Number.isNaN(sound.duration) ? 0 : 4))
  property(
    'currentTime',
    sound => sound.time,
    (sound, value) => {
      sound.time = value
      sound.ended = false
    },
  )
  media.play = function (this: HTMLMediaElement) {
    stateOf(this).paused = false
    return Promise.resolve()
  }
  media.pause = function (this: HTMLMediaElement) {
    stateOf(this).paused = true
  }
  media.load = function (this: HTMLMediaElement) {
    states.set(this, { paused: true, time: 0, duration: Number.NaN, ended: false })
  }
  const src = Object.getOwnPropertyDescriptor(media, 'src')!
  Object.defineProperty(media, 'src', {
    ...src,
    // Setting a source stops playback and resets the playback rate, as in the HTML standard.
    set(this: HTMLMediaElement, value: string) {
      src.set!.call(this, value)
      this.load()
      this.playbackRate = this.defaultPlaybackRate
    },
  })
}

/** Controls the app's only audio element. */
export const testAudio = {
  element: () => document.querySelector('audio')!,
  isOn: () => !stateOf(testAudio.element()).paused,
  loaded(seconds: number) {
    stateOf(testAudio.element()).duration = seconds
    testAudio.element().dispatchEvent(new Event('loadedmetadata'))
  },
  at(seconds: number) {
    stateOf(testAudio.element()).time = seconds
    testAudio.element().dispatchEvent(new Event('timeupdate'))
  },
  end() {
    const element = testAudio.element()
    Object.assign(stateOf(element), { paused: true, ended: true, time: stateOf(element).duration })
    element.dispatchEvent(new Event('pause'))
    element.dispatchEvent(new Event('ended'))
  },
  fail: () => testAudio.element().dispatchEvent(new Event('error')),
  /** Pauses like the system does for an incoming call. */
  stop() {
    testAudio.element().pause()
    testAudio.element().dispatchEvent(new Event('pause'))
  },
  /** Resumes like the system does after the call. */
  giveBack() {
    void testAudio.element().play()
    testAudio.element().dispatchEvent(new Event('play'))
  },
}
