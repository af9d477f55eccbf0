import { type Figure, figure } from '../figure.ts'
import { measureBareVoice } from './bare-voice.ts'
import { startBenchServer } from './bench-server.ts'
import { createVideos } from './create-videos.ts'

/** An hour of captions: time from the accepted request to a readable text. */
export async function measureText(samples: number): Promise<Figure[]> {
  const videos = createVideos(samples, 3600, 'hour')
  const server = await startBenchServer(videos)
  try {
    const ms: number[] = []
    for (const { id: videoId } of videos) {
      const { id, ms: durationMs } = await server.summarizeUntil(videoId, ['readable', 'ready'])
      ms.push(durationMs)
      // Cancel the audio of this summary, so that it doesn't run during the next sample.
      await server.client.summaries.delete({ params: { id } })
      await waitUntilIdle(server)
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

async function waitUntilIdle(server: Awaited<ReturnType<typeof startBenchServer>>): Promise<void> {
  for (;;) {
    const before = (await server.usage()).cpuMs
    await new Promise(resolve => setTimeout(resolve, 250))
    if ((await server.usage()).cpuMs - before < 60) return
  }
}

/** Audio of 10,000 characters: CPU and wall time of the whole server, and event loop delay from link to audio. */
export async function measureAudio(samples: number): Promise<Figure[]> {
  const videos = createVideos(samples, 3 * 3600, 'audio')
  const server = await startBenchServer(videos)
  const cpu: number[] = []
  const wall: number[] = []
  const loopDelay: number[] = []
  const voiceRatios: number[] = []
  try {
    for (const { id: videoId } of videos) {
      await server.resetLoopDelay()
      const readable = await server.summarizeUntil(videoId, ['readable', 'ready'], 'long')
      const [before, startedAt] = [await server.usage(), performance.now()]
      await waitUntilReady(server, readable.id)
      const [after, wallMs] = [await server.usage(), performance.now() - startedAt]
      const { summary, content } = await server.client.summaries.detail({ params: { id: readable.id } })
      const per10k = 10_000 / summary.length
      const cpuMs = after.cpuMs - before.cpuMs
      wall.push((wallMs / 1000) * per10k)
      cpu.push((cpuMs / 1000) * per10k)
      loopDelay.push(after.loopDelayP99Ms)
      if (content) voiceRatios.push(cpuMs / 1000 / (await measureBareVoice(content)))
    }
    return [
      figure('audio of 10,000 characters: CPU', cpu, 's', { p50: 20 }),
      figure('the same CPU time, relative to the bare voice on one thread', voiceRatios, '×', { p50: 1.8 }),
      figure('audio of 10,000 characters: wall time', wall, 's', { p50: 25 }),
      figure('event loop delay p99 from link to audio', loopDelay, 'ms', { p95: 50 }),
    ]
  } finally {
    await server.stop()
  }
}

async function waitUntilReady(server: Awaited<ReturnType<typeof startBenchServer>>, id: number): Promise<void> {
  while ((await server.client.summaries.detail({ params: { id } })).state !== 'ready')
    await new Promise(resolve => setTimeout(resolve, 100))
}

/** Twelve hours of captions: time to the text, and memory above the idle server. Every sample runs on a cold server. */
export async function measureTwelveHours(samples: number): Promise<Figure[]> {
  const videos = createVideos(samples, 11.7 * 3600, 'twelve')
  const seconds: number[] = []
  const memory: number[] = []
  const loopDelay: number[] = []
  for (const video of videos) {
    const server = await startBenchServer([video])
    try {
      await waitUntilIdle(server)
      const { rssMb } = await server.usage()
      await server.resetLoopDelay()
      let peak = rssMb
      const memoryTimer = setInterval(
        () => void server.usage().then(usage => (peak = Math.max(peak, usage.rssMb))),
        100,
      )
      const { ms } = await server.summarizeUntil(video.id, ['readable', 'ready'])
      clearInterval(memoryTimer)
      seconds.push(ms / 1000)
      memory.push(peak - rssMb)
      loopDelay.push((await server.usage()).loopDelayP99Ms)
    } finally {
      await server.stop()
    }
  }
  return [
    figure('12 h of captions: accepted → text readable', seconds, 's', { p95: 4 }),
    figure('the same: memory above idle (whole server)', memory, 'MB', { p95: 500 }),
    figure('the same: event loop delay p99, cold start', loopDelay, 'ms', { p95: 50 }),
  ]
}
