import { describe, expect, it, vi } from 'vitest'
import { type Source, summarize } from '../src/index.ts'
import { summarizeInThread } from './summarize-in-thread.ts'
import { fixtureTalk, recordedTalks } from './talks.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

describe.each([fixtureTalk('MN2k3lWhUt8'), fixtureTalk('mZ81rCwe7Ss'), ...recordedTalks().slice(0, 1)])(
  'the summary of $name',
  ({ source }) => {
    const first = summarize(source)

    it('summarize returns the same summary a second time, after another video', () => {
      summarize(fixtureTalk('kdDFSBxHX2o').source)
      expect(summarize(source)).toEqual(first)
    })

    it('summarize returns the same summary in a worker thread', async () => {
      expect(await summarizeInThread(source)).toEqual(first)
    })

    it('summarize does not modify its source', () => {
      expect(summarize(frozen(structuredClone(source)))).toEqual(first)
    })

    it('a summary is plain data that can be stored as JSON', () => {
      expect(JSON.parse(JSON.stringify(first))).toEqual(first)
    })

    it('summarize does not depend on the order of the captions', () => {
      expect(summarize({ ...source, segments: source.segments.toReversed() })).toEqual(first)
    })
  },
)

const frozen = (source: Source): Source => {
  for (const segment of source.segments) Object.freeze(segment)
  Object.freeze(source.segments)
  return Object.freeze(source)
}
