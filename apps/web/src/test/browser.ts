import { vi } from 'vitest'

/** What jsdom lacks of a browser, as little of it as the app uses. */

interface Media {
  dark: boolean
  width: number
  /** Whether there is a mouse. */
  hover: boolean
}

const media: Media = { dark: false, width: 1440, hover: true }
const lists = new Set<{ update(): void }>()

/** Changes the system's theme or the width of the window, and tells everybody who asked. */
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
  let was = matches(query)
  lists.add({
    update() {
      if (matches(query) === was) return
      was = !was
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

class QuietObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export function installBrowser() {
  Object.defineProperty(window, 'matchMedia', { value: matchMedia })
  vi.stubGlobal('ResizeObserver', QuietObserver)
  vi.stubGlobal('IntersectionObserver', QuietObserver)
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  // Rows have a height, so that the list knows how many of them fill the window.
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
  installSound()
}

export function resetBrowser() {
  media.dark = false
  media.width = 1440
  media.hover = true
  lists.clear()
  window.history.replaceState(null, '', '/')
  document.documentElement.removeAttribute('data-theme')
}

interface Sound {
  paused: boolean
  time: number
  duration: number
  ended: boolean
}

const sounds = new WeakMap<HTMLMediaElement, Sound>()
const soundOf = (element: HTMLMediaElement): Sound => {
  const known = sounds.get(element) ?? { paused: true, time: 0, duration: Number.NaN, ended: false }
  sounds.set(element, known)
  return known
}

function installSound() {
  const media = HTMLMediaElement.prototype
  const property = (name: string, get: (sound: Sound) => unknown, set?: (sound: Sound, value: never) => void) =>
    Object.defineProperty(media, name, {
      configurable: true,
      get(this: HTMLMediaElement) {
        return get(soundOf(this))
      },
      set(this: HTMLMediaElement, value: never) {
        set?.(soundOf(this), value)
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
    soundOf(this).paused = false
    return Promise.resolve()
  }
  media.pause = function (this: HTMLMediaElement) {
    soundOf(this).paused = true
  }
  media.load = function (this: HTMLMediaElement) {
    sounds.set(this, { paused: true, time: 0, duration: Number.NaN, ended: false })
  }
  const src = Object.getOwnPropertyDescriptor(media, 'src')!
  Object.defineProperty(media, 'src', {
    ...src,
    // A new source silences the element and resets its rate, as the standard has it.
    set(this: HTMLMediaElement, value: string) {
      src.set!.call(this, value)
      this.load()
      this.playbackRate = this.defaultPlaybackRate
    },
  })
}

/** The hands of the test on the one audio element of the app. */
export const sound = {
  element: () => document.querySelector('audio')!,
  isOn: () => !soundOf(sound.element()).paused,
  loaded(seconds: number) {
    soundOf(sound.element()).duration = seconds
    sound.element().dispatchEvent(new Event('loadedmetadata'))
  },
  at(seconds: number) {
    soundOf(sound.element()).time = seconds
    sound.element().dispatchEvent(new Event('timeupdate'))
  },
  end() {
    const element = sound.element()
    Object.assign(soundOf(element), { paused: true, ended: true, time: soundOf(element).duration })
    element.dispatchEvent(new Event('pause'))
    element.dispatchEvent(new Event('ended'))
  },
  fail: () => sound.element().dispatchEvent(new Event('error')),
  /** As the system does when a call comes in. */
  stop() {
    sound.element().pause()
    sound.element().dispatchEvent(new Event('pause'))
  },
  /** As it does when the call is over, with what it had paused. */
  giveBack() {
    void sound.element().play()
    sound.element().dispatchEvent(new Event('play'))
  },
}
