import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TEXTS, TRAINED_ON } from '../src/generated/trained-on.ts'
import { TRAINING_SOURCES } from '../training/documents.ts'

const NAMED: Record<string, RegExp> = {
  ami: /AMI Meeting Corpus[\s\S]*?CC BY 4\.0/,
  icsi: /ICSI Meeting Corpus[\s\S]*?CC BY 4\.0/,
  qmsum: /QMSum[\s\S]*?MIT\. Copyright \(c\) 2021 Yale-LILY/,
}

it('the NOTICE names exactly the corpora that the models were trained on', () => {
  const notice = readFileSync(new URL('../NOTICE', import.meta.url), 'utf8')
  const sources = new Set(TRAINED_ON.map(group => group.split('-')[0]!))
  expect([...sources].sort()).toEqual([...TRAINING_SOURCES].sort())
  for (const source of sources) expect(notice).toMatch(NAMED[source]!)
})

it('the NOTICE names the language model that the word sequences are derived from', () => {
  const notice = readFileSync(new URL('../NOTICE', import.meta.url), 'utf8')
  expect(notice).toMatch(/CMU Sphinx language model[\s\S]*?BSD-2-Clause[\s\S]*?Carnegie Mellon University/)
})

it.each([
  ['django', /Django documentation[\s\S]*?BSD-3-Clause[\s\S]*?Django Software Foundation/],
  ['rust', /The Rust Programming Language[\s\S]*?MIT[\s\S]*?the Rust Project developers/],
  ['speeches', /State of the Union addresses[\s\S]*?public domain/],
])('the NOTICE names the work "%s", used to learn sentence ends', (work, named) => {
  const notice = readFileSync(new URL('../NOTICE', import.meta.url), 'utf8')
  expect(notice).toMatch(named)
  expect(TEXTS).toContain(work)
  expect(TEXTS).toHaveLength(3)
})
