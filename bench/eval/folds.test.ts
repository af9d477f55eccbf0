import { TRAINED_ON } from '@recaps/summarizer/generated/trained-on'
import { type Models, shippedModels } from '@recaps/summarizer/models'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { expect, it, vi } from 'vitest'
import { loadFixtures } from '../../fakes/youtube/fixtures/load.ts'
import { crossValidatedModels } from './folds.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Talks of the fixtures as training data, because the real documents are not in the repository. */
const talks = loadFixtures().videos.flatMap(video =>
  video.durationSeconds < 3600 && video.tracks[0]?.kind === 'manual' && video.tracks[0].language.startsWith('en')
    ? [video.tracks[0].lines()]
    : [],
)
const GROUPS = TRAINED_ON.slice(0, 6)

/** Two recordings per series. */
const documents = GROUPS.flatMap((group, g) => [createDocument(group, g), createDocument(group, g + 1, 'second')])

function createDocument(group: string, talk: number, part = 'first'): SpokenDocument {
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

const trainedParts = ({ salience, common }: Models) => ({ salience, common: [...common] })
const modelsOf = crossValidatedModels(documents, 'speech')

it('scores both recordings of a series with the same models', () => {
  for (const group of GROUPS) {
    const [first, second] = documents.filter(document => document.group === group)
    expect(modelsOf(first!)).toBe(modelsOf(second!))
  }
})

it('never scores a document with models trained on a recording of its series', () => {
  for (const group of GROUPS) {
    const own = documents.find(document => document.group === group)!
    const changed = documents.map(document =>
      document.group === group
        ? createDocument(group, 3, document.id.endsWith('second') ? 'first' : 'second')
        : document,
    )
    const other = documents.map(document => (document.group === group ? document : createDocument(document.group, 4)))
    expect(trainedParts(crossValidatedModels(changed, 'speech')(own))).toEqual(trainedParts(modelsOf(own)))
    expect(trainedParts(crossValidatedModels(other, 'speech')(own))).not.toEqual(trainedParts(modelsOf(own)))
  }
})

it('does not train on a source whose license forbids it', () => {
  const closed = documents.map(document => (document.group === GROUPS[1] ? { ...document, source: 'ethpm' } : document))
  const without = documents.filter(document => document.group !== GROUPS[1])
  const own = documents[0]!
  expect(trainedParts(crossValidatedModels(closed, 'speech')(own))).toEqual(
    trainedParts(crossValidatedModels([...without, closed[2]!], 'speech')(own)),
  )
})

it('scores a document of an unknown series with the shipped models', () => {
  expect(modelsOf({ ...documents[0]!, group: 'a-series-nobody-has-seen' })).toBe(shippedModels())
})
