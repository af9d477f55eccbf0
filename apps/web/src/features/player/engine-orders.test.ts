import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStorage } from '../../device/storage.ts'
import { sound } from '../../test/browser.ts'
import { createPlayer, type Player } from './engine.ts'
import type { Track } from './track.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.mocked(console.error).mockRestore()
})

/** The player of the specification (§4), told a second time and as simply as can be: what it is to hold after each step. */
interface Model {
  queue: number[]
  history: number[]
  isPlaying: boolean
  /** It plays, and its first sound is waited for. */
  isStarting: boolean
  /** A pushed list on its way. */
  coming: number[] | null
  /** The sound of the head could not be played. */
  hasFailed: boolean
}
const nothing = (): Model => ({
  queue: [],
  history: [],
  isPlaying: false,
  isStarting: false,
  coming: null,
  hasFailed: false,
})

const start = (model: Model) => Object.assign(model, { isPlaying: true, isStarting: true })
const stop = (model: Model) => Object.assign(model, { isPlaying: false, isStarting: false })
/** Another head, or none: what played plays on, after the pause before a first sound. */
const withQueue = (model: Model, queue: number[]) => {
  Object.assign(model, { queue, hasFailed: false })
  if (model.isPlaying && queue.length > 0) start(model)
  else stop(model)
}
const push = (model: Model, list: number[]) => {
  stop(model)
  Object.assign(model, { queue: [], coming: list })
}

interface Real {
  player: Player
  audio: HTMLAudioElement
}
type Step = fc.AsyncCommand<Model, Real>

/** What one may do, and what may happen; each to the model and to the player. */
const step = (name: string, told: (model: Model) => void, done: (real: Real) => unknown): Step => ({
  check: () => true,
  toString: () => name,
  async run(model, real) {
    told(model)
    await done(real)
    await vi.advanceTimersByTimeAsync(0)
    expectSame(model, real)
  },
})

const id = fc.integer({ min: 1, max: 4 })
const index = fc.integer({ min: -1, max: 4 })
const steps = [
  fc.array(id, { maxLength: 4 }).map(list =>
    step(
      `push [${list}]`,
      model => push(model, [...list]),
      ({ player }) => player.playList(list.map(track)),
    ),
  ),
  id.map(one =>
    step(
      `push ${one}`,
      model => {
        if (model.coming) model.coming.push(one)
        else model.queue.push(one)
        if (!model.coming && !model.isPlaying) start(model)
      },
      ({ player }) => player.add(track(one)),
    ),
  ),
  id.map(one =>
    step(
      `play ${one} now`,
      model => {
        if (model.queue[0] !== one) push(model, [one, ...model.queue.filter(other => other !== one)])
        else if (!model.isPlaying) start(model)
      },
      ({ player }) => player.playNow(track(one)),
    ),
  ),
  fc.constant(
    step(
      'next',
      model => {
        const [head, ...rest] = model.queue
        if (head === undefined) return
        model.history.push(head)
        withQueue(model, rest)
      },
      ({ player }) => player.next(),
    ),
  ),
  fc.constant(
    step(
      'previous',
      model => {
        if (model.history.length > 0 && !model.coming) withQueue(model, [model.history.pop()!, ...model.queue])
      },
      ({ player }) => player.previous(),
    ),
  ),
  fc.constant(
    step(
      'toggle',
      model => {
        if (model.isPlaying) stop(model)
        else if (model.queue.length > 0) start(model)
      },
      ({ player }) => player.toggle(),
    ),
  ),
  index.map(at =>
    step(
      `jump to ${at}`,
      model => {
        if (at <= 0 || at >= model.queue.length) return
        model.history.push(...model.queue.slice(0, at))
        withQueue(model, model.queue.slice(at))
      },
      ({ player }) => player.jumpTo(at),
    ),
  ),
  index.map(at =>
    step(
      `drop ${at}`,
      model => {
        const left = model.queue.filter((_, place) => place !== at)
        if (at === 0 && model.queue.length > 0) withQueue(model, left)
        else model.queue = left
      },
      ({ player }) => player.drop(at),
    ),
  ),
  fc.constant(
    step(
      'close',
      model => Object.assign(model, nothing()),
      ({ player }) => player.close(),
    ),
  ),
  fc.constant(
    step(
      'the sound ends',
      model => {
        if (model.queue.length === 0) return
        Object.assign(model, { queue: model.queue.slice(1), hasFailed: false })
        if (model.queue.length === 0) stop(model)
      },
      () => sound.end(),
    ),
  ),
  fc.constant(
    step(
      'the sound fails',
      model => {
        if (model.queue.length > 0) stop(Object.assign(model, { hasFailed: true }))
      },
      () => sound.fail(),
    ),
  ),
  fc.constant(
    step(
      'the system pauses',
      model => {
        if (!model.isStarting) stop(model)
      },
      ({ audio }) => {
        if (!audio.paused) sound.stop()
      },
    ),
  ),
  fc.constant(
    step(
      'the system gives back',
      model => {
        if (model.queue.length > 0 && !model.isPlaying && !model.coming && !model.hasFailed)
          Object.assign(model, { isPlaying: true, isStarting: false })
      },
      ({ player, audio }) => {
        const { queue, isPlaying, waiting, hasFailed } = player.current()
        if (audio.paused && queue.length > 0 && !isPlaying && waiting.kind === 'nothing' && !hasFailed) sound.giveBack()
      },
    ),
  ),
  fc.constant(
    step(
      '5 ms pass',
      model => {
        if (!model.coming) return
        Object.assign(model, { queue: model.coming, coming: null, hasFailed: false })
        if (model.queue.length > 0) start(model)
      },
      () => vi.advanceTimersByTimeAsync(5),
    ),
  ),
  fc.constant(
    step(
      '255 ms pass',
      model => {
        if (model.coming) Object.assign(model, { queue: model.coming, coming: null, hasFailed: false })
        else return void Object.assign(model, { isStarting: false, hasFailed: model.hasFailed && !model.isPlaying })
        Object.assign(model, { isPlaying: model.queue.length > 0, isStarting: false })
      },
      () => vi.advanceTimersByTimeAsync(255),
    ),
  ),
  fc.constant(
    step(
      'the sound is loaded and heard',
      () => {},
      ({ audio }) => {
        if (!audio.getAttribute('src')) return
        sound.loaded(60)
        sound.at(20)
      },
    ),
  ),
]

function expectSame(model: Model, { player, audio }: Real) {
  const { queue, history, isPlaying, waiting, timeMs, durationMs } = player.current()
  expect({ queue: queue.map(({ id }) => id), history: history.map(({ id }) => id), isPlaying }).toEqual({
    queue: model.queue,
    history: model.history,
    isPlaying: model.isPlaying,
  })
  expect(waiting.kind).toBe(model.coming ? 'list' : model.isStarting ? 'start' : 'nothing')
  if (queue.length === 0) expect([isPlaying, timeMs, durationMs]).toEqual([false, 0, 0])
  expect(sound.isOn()).toBe(model.isPlaying && !model.isStarting)
  expect(audio.getAttribute('src')).toBe(queue[0]?.audioUrl ?? null)
}

const track = (id: number): Track => ({
  id,
  title: `Talk ${id}`,
  channel: 'Channel',
  thumbnailUrl: null,
  audioUrl: `/audio/${id}.mp3`,
  durationMs: 60_000,
  heardMs: 0,
  isOwn: true,
  shareToken: null,
})

/** As browsers do: what could not be played is refused, and no event tells of it, until there is another source. */
function refuseWhatFailed(audio: HTMLAudioElement) {
  let isBroken = false
  audio.addEventListener('error', () => {
    isBroken = true
  })
  const { load, play } = audio
  audio.load = () => {
    isBroken = false
    load.call(audio)
  }
  audio.play = () => (isBroken ? Promise.reject(new DOMException('', 'NotSupportedError')) : play.call(audio))
}

function openPlayer(): Real & { close(): void } {
  const audio = document.createElement('audio')
  refuseWhatFailed(audio)
  document.body.append(audio)
  const storage = createStorage(() => localStorage)
  storage.initialise()
  const player = createPlayer({
    audio,
    storage,
    now: () => Date.now(),
    onListened() {},
    renew: async ({ id }) => `/audio/${id}.mp3?fresh`,
  })
  const letGo = player.attach()
  return {
    player,
    audio,
    close() {
      letGo()
      audio.remove()
    },
  }
}

describe('whatever is pressed and whatever the sound does [spec 4.21]', () => {
  test('queue, history and sound are what the rules of the specification make of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: 'max' }), async commands => {
        const real = openPlayer()
        try {
          await fc.asyncModelRun(() => ({ model: nothing(), real }), commands)
        } finally {
          real.close()
        }
      }),
      { numRuns: 300 },
    )
  })
})
