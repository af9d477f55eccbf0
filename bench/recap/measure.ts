import { type Figure, figure } from '../figure.ts'
import { bareVoice } from './bare-voice.ts'
import { startBenchServer } from './bench-server.ts'
import { manyVideos } from './many-videos.ts'

/** An hour of captions: how long from the accepted request to a text that can be read. */
export async function measureText(samples: number): Promise<Figure[]> {
  const videos = manyVideos(samples, 3600, 'hour')
  const server = await startBenchServer(videos)
  try {
    const ms: number[] = []
    for (const { id: videoId } of videos) {
      const { id, ms: took } = await server.until(videoId, ['readable', 'ready'])
      ms.push(took)
      // The sound of this one is not what is measured here, and must not run beside the next.
      await server.client.summaries.delete({ params: { id } })
      await idle(server)
    }
    return [
      figure(
        '1 h of captions: accepted → text readable',
        ms.map(value => value / 1000),
        's',
        { p50: 1, p95: 2.5 },
      ),
    ]
  } finally {
    await server.stop()
  }
}

async function idle(server: Awaited<ReturnType<typeof startBenchServer>>): Promise<void> {
  for (;;) {
    const before = (await server.usage()).cpuMs
    await new Promise(resolve => setTimeout(resolve, 250))
    if ((await server.usage()).cpuMs - before < 60) return
  }
}

/** Ten thousand characters spoken: CPU and wall time of the whole server, and how free its event loop stays from the link to the sound. */
export async function measureAudio(samples: number): Promise<Figure[]> {
  const videos = manyVideos(samples, 3 * 3600, 'audio')
  const server = await startBenchServer(videos)
  const cpu: number[] = []
  const wall: number[] = []
  const delay: number[] = []
  const overVoice: number[] = []
  try {
    for (const { id: videoId } of videos) {
      await server.resetLoopDelay()
      const read = await server.until(videoId, ['readable', 'ready'], 'long')
      const [before, startedAt] = [await server.usage(), performance.now()]
      await ready(server, read.id)
      const [after, wallMs] = [await server.usage(), performance.now() - startedAt]
      const { summary, content } = await server.client.summaries.detail({ params: { id: read.id } })
      const per10k = 10_000 / summary.length
      const cpuMs = after.cpuMs - before.cpuMs
      wall.push((wallMs / 1000) * per10k)
      cpu.push((cpuMs / 1000) * per10k)
      delay.push(after.loopDelayP99Ms)
      if (content) overVoice.push(cpuMs / 1000 / (await bareVoice(content)))
    }
    return [
      figure('audio of 10,000 characters: CPU', cpu, 's', { p50: 20 }),
      figure('the same CPU, as a ratio to the bare voice on one thread', overVoice, '×', { p50: 1.8 }),
      figure('audio of 10,000 characters: wall', wall, 's', { p50: 25 }),
      figure('event loop delay p99 from link to sound', delay, 'ms', { p95: 50 }),
    ]
  } finally {
    await server.stop()
  }
}

async function ready(server: Awaited<ReturnType<typeof startBenchServer>>, id: number): Promise<void> {
  while ((await server.client.summaries.detail({ params: { id } })).state !== 'ready')
    await new Promise(resolve => setTimeout(resolve, 100))
}

/** Twelve hours of captions: time to the text, and memory above the idle server. Each time the server has just started and nothing of it is warm. */
export async function measureTwelveHours(samples: number): Promise<Figure[]> {
  const videos = manyVideos(samples, 11.7 * 3600, 'twelve')
  const seconds: number[] = []
  const memory: number[] = []
  const delay: number[] = []
  for (const video of videos) {
    const server = await startBenchServer([video])
    try {
      await idle(server)
      const { rssMb } = await server.usage()
      await server.resetLoopDelay()
      let peak = rssMb
      const watch = setInterval(() => void server.usage().then(usage => (peak = Math.max(peak, usage.rssMb))), 100)
      const { ms } = await server.until(video.id, ['readable', 'ready'])
      clearInterval(watch)
      seconds.push(ms / 1000)
      memory.push(peak - rssMb)
      delay.push((await server.usage()).loopDelayP99Ms)
    } finally {
      await server.stop()
    }
  }
  return [
    figure('12 h of captions: accepted → text readable', seconds, 's', { p95: 4 }),
    figure('memory above idle meanwhile (whole server)', memory, 'MB', { p95: 500 }),
    figure('event loop delay p99 meanwhile, from cold', delay, 'ms', { p95: 50 }),
  ]
}
