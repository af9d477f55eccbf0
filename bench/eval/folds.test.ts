import { TRAINED_ON } from '@recaps/summarizer/generated/trained-on'
import { type Models, shippedModels } from '@recaps/summarizer/models'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { expect, it, vi } from 'vitest'
import { loadFixtures } from '../../fakes/youtube/fixtures/load.ts'
import { modelsWithout } from './folds.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Written talks, so that there is speech to learn from without any data beside the repository. */
const talks = loadFixtures().videos.flatMap(video =>
  video.durationSeconds < 3600 && video.tracks[0]?.kind === 'manual' && video.tracks[0].language.startsWith('en')
    ? [video.tracks[0].lines()]
    : [],
)
const GROUPS = TRAINED_ON.slice(0, 6)

/** Two recordings of each series. */
const documents = GROUPS.flatMap((group, g) => [documentOf(group, g), documentOf(group, g + 1, 'second')])

function documentOf(group: string, talk: number, part = 'first'): SpokenDocument {
  const lines = talks[talk % talks.length]!
  const half = part === 'first' ? lines.slice(0, lines.length / 2) : lines.slice(lines.length / 2)
  const segments = half.map(({ startMs, endMs, text }, i) => ({ startMs, endMs, text, labelled: i % 4 === 0 }))
  return {
    id: `${group}-${part}`,
    group,
    source: group.split('-')[0]!,
    durationMs: segments.at(-1)!.endMs,
    segments,
    reference: segments
      .filter((_, i) => i % 9 === 0)
      .map(segment => segment.text)
      .join(' '),
    items: [],
    extractive: true,
  }
}

const learnt = ({ salience, common }: Models) => ({ salience, common: [...common] })
const modelsOf = modelsWithout(documents, 'speech')

it('scores both recordings of a series with the same models', () => {
  for (const group of GROUPS) {
    const [first, second] = documents.filter(document => document.group === group)
    expect(modelsOf(first!)).toBe(modelsOf(second!))
  }
})

it('scores no document with models that learnt from any recording of its series', () => {
  for (const group of GROUPS) {
    const own = documents.find(document => document.group === group)!
    const changed = documents.map(document =>
      document.group === group ? documentOf(group, 3, document.id.endsWith('second') ? 'first' : 'second') : document,
    )
    const other = documents.map(document => (document.group === group ? document : documentOf(document.group, 4)))
    expect(learnt(modelsWithout(changed, 'speech')(own))).toEqual(learnt(modelsOf(own)))
    expect(learnt(modelsWithout(other, 'speech')(own))).not.toEqual(learnt(modelsOf(own)))
  }
})

it('learns from no source whose licence does not let it', () => {
  const closed = documents.map(document => (document.group === GROUPS[1] ? { ...document, source: 'ethpm' } : document))
  const without = documents.filter(document => document.group !== GROUPS[1])
  const own = documents[0]!
  expect(learnt(modelsWithout(closed, 'speech')(own))).toEqual(
    learnt(modelsWithout([...without, closed[2]!], 'speech')(own)),
  )
})

it('scores a document of an unknown series with what is shipped', () => {
  expect(modelsOf({ ...documents[0]!, group: 'a-series-nobody-has-seen' })).toBe(shippedModels())
})
