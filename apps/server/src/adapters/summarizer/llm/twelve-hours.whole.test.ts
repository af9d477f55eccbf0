import { startFakeLlm } from '@recaps/fake-llm'
import { afterAll, describe, expect, it } from 'vitest'
import { findVideo } from '../../../../../../packages/summarizer/test/talks.ts'
import { createModelWriter, createSummaryTask } from '../../../../test/model-writer.ts'
import { createInMemoryCheckpoint, type WrittenSummary } from '../../../ports/summarizer.ts'
import { openTextThreads } from '../../text-threads/pool.ts'
import { builtInSummarizer } from '../built-in.ts'

const marathon = 'yB6J5JILcak'
const windowMs = 600_000

describe('summary of twelve hours in the long preset', async () => {
  const fake = await startFakeLlm()
  const threads = openTextThreads({ threads: 2 })
  const task = createSummaryTask(marathon, { preset: 'long' })
  afterAll(async () => {
    await fake.close()
    await threads.close()
  })

  /** The share of the ten-minute windows, each with a planted sentence, that the text cites after it is shortened to 10,000 characters. */
  function citedShare(
    { content }: WrittenSummary,
    fit: (content: WrittenSummary['content'], maxLength: number) => WrittenSummary['content'],
  ): number {
    const shortened = fit(content, 10_000)
    const cites = [...shortened.inThreePoints, ...shortened.sections.flatMap(section => section.sentences)].flatMap(
      s => s.cites,
    )
    const windows = Array.from({ length: task.durationMs / windowMs }, (_, i) => i * windowMs)
    const cited = windows.filter(from => cites.some(cite => cite.startMs < from + windowMs && cite.endMs > from))
    return cited.length / windows.length
  }

  it('uses a test video of twelve hours with a planted sentence in every ten minutes', () => {
    const { planted } = findVideo(marathon)
    expect(new Set(planted.map(({ startMs }) => Math.floor(startMs / windowMs))).size).toBe(72)
  })

  it('a model reads twelve hours to the end and cites 90 % of the ten-minute windows', async () => {
    const { write, summarizer } = createModelWriter(fake, threads)
    const written = await write(task)
    expect(written.cost).toMatchObject({ fallbackChunks: 0 })
    const chunkCalls = fake.calls.filter(call => call.task === 'chunk')
    expect(chunkCalls).toHaveLength(written.cost!.chunks)
    expect(written.content.coverage.read.at(-1)!.endMs).toBeGreaterThan(0.99 * task.durationMs)
    expect(citedShare(written, summarizer.fit)).toBeGreaterThanOrEqual(0.9)
    for (const section of written.content.sections) expect(section.sentences.length).toBeGreaterThan(0)
  })

  it('the built-in engine cites 75 % of the ten-minute windows of twelve hours', async () => {
    const builtIn = builtInSummarizer(threads)
    const written = await builtIn.write(task, {
      signal: new AbortController().signal,
      notebook: createInMemoryCheckpoint(),
      onProgress: () => {},
    })
    expect(citedShare(written, builtIn.fit)).toBeGreaterThanOrEqual(0.75)
  })
})
