import { startFakeLlm } from '@recaps/fake-llm'
import { afterAll, describe, expect, it } from 'vitest'
import { videoOf } from '../../../../../../packages/summarizer/test/talks.ts'
import { modelWriter, taskOf } from '../../../../test/model-writer.ts'
import { notebookInMemory, type Written } from '../../../ports/summarizer.ts'
import { openTextThreads } from '../../text-threads/pool.ts'
import { builtInSummarizer } from '../built-in.ts'

const marathon = 'yB6J5JILcak'
const windowMs = 600_000

describe('twelve hours in the long form', async () => {
  const fake = await startFakeLlm()
  const threads = openTextThreads({ threads: 2 })
  const task = taskOf(marathon, { preset: 'long' })
  afterAll(async () => {
    await fake.close()
    await threads.close()
  })

  /** Part of the windows of ten minutes, each with a planted sentence, that a sentence of the text of 10,000 characters cites. */
  function represented(
    { content }: Written,
    fit: (content: Written['content'], most: number) => Written['content'],
  ): number {
    const kept = fit(content, 10_000)
    const cites = [...kept.inThreePoints, ...kept.sections.flatMap(section => section.sentences)].flatMap(s => s.cites)
    const windows = Array.from({ length: task.durationMs / windowMs }, (_, i) => i * windowMs)
    const cited = windows.filter(from => cites.some(cite => cite.startMs < from + windowMs && cite.endMs > from))
    return cited.length / windows.length
  }

  it('has a planted sentence in each ten minutes', () => {
    const { planted } = videoOf(marathon)
    expect(new Set(planted.map(({ startMs }) => Math.floor(startMs / windowMs))).size).toBe(72)
  })

  it('is read to the end by a model, and no stretch of it is lost', async () => {
    const { write, summarizer } = modelWriter(fake, threads)
    const written = await write(task)
    expect(written.cost).toMatchObject({ fallbackChunks: 0 })
    const asked = fake.calls.filter(call => call.task === 'chunk')
    expect(asked).toHaveLength(written.cost!.chunks)
    expect(written.content.coverage.read.at(-1)!.endMs).toBeGreaterThan(0.99 * task.durationMs)
    expect(represented(written, summarizer.fit)).toBeGreaterThanOrEqual(0.9)
    for (const section of written.content.sections) expect(section.sentences.length).toBeGreaterThan(0)
  })

  it('is so by the built-in engine in three of four', async () => {
    const builtIn = builtInSummarizer(threads)
    const written = await builtIn.write(task, {
      signal: new AbortController().signal,
      notebook: notebookInMemory(),
      onProgress: () => {},
    })
    expect(represented(written, builtIn.fit)).toBeGreaterThanOrEqual(0.75)
  })
})
