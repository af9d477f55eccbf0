import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { loadFixtures } from '../../fakes/youtube/fixtures/load.ts'
import type { Evaluation } from './evaluate.ts'

vi.setConfig({ testTimeout: 600_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'recaps-eval-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const writeTestFile = (name: string, content: string | Buffer) => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

const run = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>(resolve => {
    execFile(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

/** Two talks of the fixtures in the format of the evaluation documents. */
const documents = ['gRHHjJqI4qA', 'MLleE89g7y0'].map(id => {
  const video = loadFixtures().videos.find(one => one.id === id)!
  const lines = video.tracks[0]!.lines()
  return {
    id,
    group: id,
    source: 'fixtures',
    durationS: video.durationSeconds,
    segments: lines.map(line => ({
      start: line.startMs / 1000,
      end: line.endMs / 1000,
      speaker: 'A',
      text: line.text,
      ext: 1,
    })),
    references: [{ kind: 'abstract', by: 'hand', text: video.title }],
    items: [{ start: lines[10]!.startMs / 1000, text: lines[10]!.text }],
    extractive: true,
  }
})

describe('npm run eval', () => {
  it('prints the figures of five systems as JSON with --json', async () => {
    const file = writeTestFile(
      'talks.jsonl.gz',
      gzipSync(documents.map(document => JSON.stringify(document)).join('\n')),
    )
    const { code, stdout, stderr } = await run(file, '--json', '--words', '80', '--view', 'captions')
    expect([code, stderr]).toEqual([0, ''])
    const { systems, skipped, facts } = JSON.parse(stdout) as Evaluation
    expect(systems.map(system => system.name)).toEqual(['lead', 'random', 'lexrank', 'textrank', 'builtin'])
    for (const { name: _, bySource, byFold, ...figures } of systems) {
      for (const [figure, value] of Object.entries(figures))
        expect([figure, Number.isFinite(value)]).toEqual([figure, true])
      // Every segment is labelled, so every choice is.
      expect(figures.extractivePrecision).toBe(1)
      expect(bySource.fixtures).toMatchObject({ rouge1: figures.rouge1, rouge2: figures.rouge2 })
      expect(byFold).toHaveLength(2)
    }
    expect(systems.at(-1)!.supported).toBeGreaterThan(0.9)
    expect(skipped).toEqual([{ name: 'llm', why: 'no model' }])
    expect(facts.map(({ name, windows }) => [name, windows > 0])).toEqual([['builtin', true]])
  })

  it.each<[string, () => string[], RegExp]>([
    ['an unknown view', () => ['x.gz', '--view', 'upside-down'], /^Usage: .+$/],
    ['an invalid number of words', () => ['x.gz', '--words', 'many'], /^Usage: .+$/],
    ['an unknown option', () => ['x.gz', '--fast'], /^Usage: .+$/],
    ['a missing file', () => [path.join(folder, 'nowhere.gz')], /^File not found: .+nowhere\.gz$/],
    ['a folder', () => [folder], /^.+ is not a gzipped file with one JSON document per line\.$/],
    ['a file that is not gzipped', () => [writeTestFile('plain.jsonl', '{}')], /^.+ is not a gzipped file with .+\.$/],
    [
      'lines that are not JSON',
      () => [writeTestFile('odd.gz', gzipSync('not json'))],
      /^.+ is not a gzipped file with .+\.$/,
    ],
    [
      'lines that are not documents',
      () => [writeTestFile('other.gz', gzipSync('{"id":1}'))],
      /^.+ is not a gzipped file with .+\.$/,
    ],
    ['an empty file', () => [writeTestFile('empty.gz', gzipSync(' \n'))], /^.+ contains no documents\.$/],
  ])('npm run eval exits with a one-line error for %s', async (_, args, sentence) => {
    const { code, stdout, stderr } = await run(...args())
    expect(stderr.trimEnd()).toMatch(sentence)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect([code, stdout]).toEqual([1, ''])
  })
})
