import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStorage } from '../../device/storage.ts'
import { testAudio } from '../../test/browser.ts'
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

/** A simple second model of the player in the specification (§4): the expected state after each step. */
interface Model {
  queue: number[]
  history: number[]
  isPlaying: boolean
  /** Playing, but still in the delay before the audio starts. */
  isStarting: boolean
  /** A list about to replace the queue. */
  pending: number[] | null
  /** The current track failed to play. */
  hasFailed: boolean
}
const emptyModel = (): Model => ({
  queue: [],
  history: [],
  isPlaying: false,
  isStarting: false,
  pending: null,
  hasFailed: false,
})

const start = (model: Model) => Object.assign(model, { isPlaying: true, isStarting: true })
const stop = (model: Model) => Object.assign(model, { isPlaying: false, isStarting: false })
/** Changes the current track. If the player was playing, it starts the new track after the start delay. */
const setQueue = (model: Model, queue: number[]) => {
  Object.assign(model, { queue, hasFailed: false })
  if (model.isPlaying && queue.length > 0) start(model)
  else stop(model)
}
const push = (model: Model, list: number[]) => {
  stop(model)
  Object.assign(model, { queue: [], pending: list })
}

interface Real {
  player: Player
  audio: HTMLAudioElement
}
type Step = fc.AsyncCommand<Model, Real>

/** A user action or an external event, applied to both the model and the player. */
const step = (name: string, updateModel: (model: Model) => void, act: (real: Real) => unknown): Step => ({
  check: () => true,
  toString: () => name,
  async run(model, real) {
    updateModel(model)
    await act(real)
    await vi.advanceTimersByTimeAsync(0)
    expectSame(model, real)
  },
})

const anyId = fc.integer({ min: 1, max: 4 })
const anyIndex = fc.integer({ min: -1, max: 4 })
const steps = [
  fc.array(anyId, { maxLength: 4 }).map(list =>
    step(
      `push [${list}]`,
      model => push(model, [...list]),
      ({ player }) => player.playList(list.map(track)),
    ),
  ),
  anyId.map(id =>
    step(
      `push ${id}`,
      model => {
        if (model.pending) model.pending.push(id)
        else model.queue.push(id)
        if (!model.pending && !model.isPlaying) start(model)
      },
      ({ player }) => player.add(track(id)),
    ),
  ),
  anyId.map(id =>
    step(
      `play ${id} now`,
      model => {
        if (model.queue[0] !== id) push(model, [id, ...model.queue.filter(other => other !== id)])
        else if (!model.isPlaying) start(model)
      },
      ({ player }) => player.playNow(track(id)),
    ),
  ),
  fc.constant(
    step(
      'next',
      model => {
        const [head, ...rest] = model.queue
        if (head === undefined) return
        model.history.push(head)
        setQueue(model, rest)
      },
      ({ player }) => player.next(),
    ),
  ),
  fc.constant(
    step(
      'previous',
      model => {
        if (model.history.length > 0 && !model.pending) setQueue(model, [model.history.pop()!, ...model.queue])
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
  anyIndex.map(at =>
    step(
      `jump to ${at}`,
      model => {
        if (at <= 0 || at >= model.queue.length) return
        model.history.push(...model.queue.slice(0, at))
        setQueue(model, model.queue.slice(at))
      },
      ({ player }) => player.jumpTo(at),
    ),
  ),
  anyIndex.map(at =>
    step(
      `drop ${at}`,
      model => {
        const remaining = model.queue.filter((_, index) => index !== at)
        if (at === 0 && model.queue.length > 0) setQueue(model, remaining)
        else model.queue = remaining
      },
      ({ player }) => player.removeFromQueue(at),
    ),
  ),
  fc.constant(
    step(
      'close',
      model => Object.assign(model, emptyModel()),
      ({ player }) => player.close(),
    ),
  ),
  fc.constant(
    step(
      'the audio ends',
      model => {
        if (model.queue.length === 0) return
        Object.assign(model, { queue: model.queue.slice(1), hasFailed: false })
        if (model.queue.length === 0) stop(model)
      },
      () => testAudio.end(),
    ),
  ),
  fc.constant(
    step(
      'the audio fails',
      model => {
        if (model.queue.length > 0) stop(Object.assign(model, { hasFailed: true }))
      },
      () => testAudio.fail(),
    ),
  ),
  fc.constant(
    step(
      'the system pauses',
      model => {
        if (!model.isStarting) stop(model)
      },
      ({ audio }) => {
        if (!audio.paused) testAudio.stop()
      },
    ),
  ),
  fc.constant(
    step(
      'the system resumes',
      model => {
        if (model.queue.length > 0 && !model.isPlaying && !model.pending && !model.hasFailed)
          Object.assign(model, { isPlaying: true, isStarting: false })
      },
      ({ player, audio }) => {
        const { queue, isPlaying, waiting, hasFailed } = player.current()
        if (audio.paused && queue.length > 0 && !isPlaying && waiting.kind === 'nothing' && !hasFailed)
          testAudio.giveBack()
      },
    ),
  ),
  fc.constant(
    step(
      '5 ms pass',
      model => {
        if (!model.pending) return
        Object.assign(model, { queue: model.pending, pending: null, hasFailed: false })
        if (model.queue.length > 0) start(model)
      },
      () => vi.advanceTimersByTimeAsync(5),
    ),
  ),
  fc.constant(
    step(
      '255 ms pass',
      model => {
        if (model.pending) Object.assign(model, { queue: model.pending, pending: null, hasFailed: false })
        else return void Object.assign(model, { isStarting: false, hasFailed: model.hasFailed && !model.isPlaying })
        Object.assign(model, { isPlaying: model.queue.length > 0, isStarting: false })
      },
      () => vi.advanceTimersByTimeAsync(255),
    ),
  ),
  fc.constant(
    step(
      'the audio loads and plays to 20 s',
      () => {},
      ({ audio }) => {
        if (!audio.getAttribute('src')) return
        testAudio.loaded(60)
        testAudio.at(20)
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
  expect(waiting.kind).toBe(model.pending ? 'list' : model.isStarting ? 'start' : 'nothing')
  if (queue.length === 0) expect([isPlaying, timeMs, durationMs]).toEqual([false, 0, 0])
  expect(testAudio.isOn()).toBe(model.isPlaying && !model.isStarting)
  expect(audio.getAttribute('src')).toBe(queue[0]?.audioUrl ?? null)
}

const track = (id: number): Track => ({
  id,
  title: `Talk ${id}`,
  channel: 'Channel',
  thumbnailUrl: null,
  audioUrl: `/audio/${id}.mp3`,
  durationMs: 60_000,
  startMs: 0,
  isOwn: true,
  shareToken: null,
})

/** Browsers reject `play()` after a failure, without an event, until another source is loaded. */
function rejectPlayAfterFailure(audio: HTMLAudioElement) {
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
  rejectPlayAfterFailure(audio)
  document.body.append(audio)
  const storage = createStorage(() => localStorage)
  storage.initialise()
  const player = createPlayer({
    audio,
    storage,
    now: () => Date.now(),
    onListened() {},
    fetchAudioUrl: async ({ id }) => `/audio/${id}.mp3?fresh`,
  })
  const detach = player.attach()
  return {
    player,
    audio,
    close() {
      detach()
      audio.remove()
    },
  }
}

describe('player in any sequence of actions and events [spec 4.21]', () => {
  test('player queue, history and audio match the model after each of a random sequence of steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: 'max' }), async commands => {
        const real = openPlayer()
        try {
          await fc.asyncModelRun(() => ({ model: emptyModel(), real }), commands)
        } finally {
          real.close()
        }
      }),
      { numRuns: 300 },
    )
  })
})
