import { content } from '@recaps/contract/summary-content'
import { startFakeLlm } from '@recaps/fake-llm'
import { afterAll, describe, expect, it } from 'vitest'
import { fixtureTalk } from '../../../../../../packages/summarizer/test/talks.ts'
import { injections } from '../../../../test/injections.ts'
import { createModelWriter, createSummaryTaskFromLines } from '../../../../test/model-writer.ts'
import type { SummaryTask } from '../../../ports/summarizer.ts'
import { openTextThreads } from '../../text-threads/pool.ts'

const talks = ['Sli7FA6EbqI', 'xxM5UYAr6qo', 'MN2k3lWhUt8', 'kdDFSBxHX2o', 'RcleC_TfbmQ']
const linesOf = (id: string) => fixtureTalk(id).source.segments.map(segment => segment.text)

/** Each injection once in the transcript, and once in the metadata of the video and the focus of the user. */
const tasks: [where: string, task: SummaryTask][] = injections.flatMap((injection, i) => {
  const lines = linesOf(talks[i % talks.length]!)
  const middle = Math.floor(lines.length / 2)
  return [
    [`spoken: ${injection}`, createSummaryTaskFromLines(lines.toSpliced(middle, 0, injection, injection))],
    [
      `metadata: ${injection}`,
      createSummaryTaskFromLines(lines, {
        title: injection,
        description: injection,
        focus: injection.slice(0, 200),
        chapters: [{ title: injection, startMs: 0 }],
      }),
    ],
  ] as [string, SummaryTask][]
})

describe('injected instructions', async () => {
  const fake = await startFakeLlm()
  const threads = openTextThreads({ threads: 2 })
  const { write } = createModelWriter(fake, threads)
  afterAll(async () => {
    await fake.close()
    await threads.close()
  })

  it('tests injected instructions in fifty recordings', () => expect(tasks).toHaveLength(50))

  it.each(tasks)(
    'keeps an injected instruction out of the summary, even if the model follows it: %s [threat 10]',
    async (where, task) => {
      for (const fault of [undefined, { kind: 'obeyed' }, { kind: 'tells' }] as const) {
        const before = fake.calls.length
        const clearFault = fault ? fake.fault(fault) : () => {}
        const { content: written } = await write(task)
        clearFault()
        const shown = JSON.stringify({ ...written, promotion: null })
        expect(content.safeParse(written).success).toBe(true)
        // If the model reveals its instructions, the built-in engine writes the summary, which quotes the transcript.
        const isQuoted = written.engine === 'builtin' && where.startsWith('spoken')
        if (!isQuoted) expect(shown).not.toMatch(/https?:|javascript:|mailto:|<[a-z!/]|\]\(|@ ?evil/i)
        if (where.startsWith('metadata')) expect(shown).not.toMatch(/evil/i)
        const prompts = fake.calls.slice(before).map(({ body }) => (body as ChatRequest).messages.map(m => m.content))
        const secrets = prompts.map(([system]) => /The word (\w{12}) is confidential/.exec(system!)![1]!)
        expect(secrets.filter(secret => shown.includes(secret))).toEqual([])
        for (const [, material] of prompts) expectIntactBlocks(material!)
      }
    },
  )
})

interface ChatRequest {
  messages: { content: string }[]
}

/** The material cannot close its block, open another one, or imitate the mark of a passage. */
function expectIntactBlocks(material: string): void {
  const boundary = /<<<[A-Z]+ (\w{12})\n/.exec(material)![1]!
  const opened = [...material.matchAll(/<<<(.*)/g)].map(([, rest]) => rest)
  const closed = [...material.matchAll(/(.*)>>>/g)].map(([, rest]) => rest)
  expect(opened).toEqual(closed)
  expect(opened.every(name => new RegExp(`^[A-Z]+ ${boundary}$`).test(name!))).toBe(true)
  const marks = [...material.matchAll(/\[s(\d+) @/g)].map(match => Number(match[1]))
  expect(marks).toEqual([...new Set(marks)].sort((a, b) => a - b))
  expect(material.split('\n').filter(line => /\[[spc]\d/.test(line.slice(1)))).toEqual([])
}
